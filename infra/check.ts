import { join } from "node:path";
import { ROOT } from "./setup/paths.ts";
import { runMain } from "./setup/step.ts";
import { runAttached } from "./test-run/run-attached.ts";

/** Each check with the command that repairs or repeats it. All run, so that one run shows every fault. */
const CHECKS: readonly { readonly title: string; readonly argv: readonly [string, ...string[]] }[] = [
  { title: "Lock file (npm ci would accept it)", argv: ["npm", "ci", "--dry-run", "--offline", "--loglevel=error"] },
  { title: "Types (tsc -b)", argv: ["tsc", "-b"] },
  { title: "Lint and format (biome check; --write repairs)", argv: ["biome", "check", "--error-on-warnings"] },
  { title: "Unused files, exports and dependencies (knip)", argv: ["knip", "--no-progress"] },
  { title: "Rules of the style guide (vitest --project rules)", argv: ["vitest", "run", "--project", "rules"] },
];

/** `npm run check`: needs no services and no network. */
await runMain(async () => {
  const failed: string[] = [];
  for (const { title, argv } of CHECKS) {
    const startedAt = performance.now();
    process.stdout.write(`› ${title}\n`);
    const [program, ...args] = argv;
    const path = program === "npm" ? program : join(ROOT, "node_modules/.bin", program);
    const exitCode = await runAttached([path, ...args]);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`  ${exitCode === 0 ? "ok" : "FAILED"} (${seconds} s)\n`);
    if (exitCode !== 0) failed.push(title);
  }
  process.stdout.write(failed.length === 0 ? "All checks passed.\n" : `Failed: ${failed.join("; ")}\n`);
  return failed.length === 0 ? 0 : 1;
});
