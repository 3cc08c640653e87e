import { join } from "node:path";
import { ROOT } from "../setup/paths.ts";
import { runProgram } from "../setup/run-command.ts";
import type { StepReport } from "../setup/step.ts";
import { addCounts, type Counts, countUnittest } from "./counts.ts";

interface Suite {
  readonly script: "test-executor.sh" | "test-image.sh";
  readonly args: readonly string[];
}

/**
 * All print what unittest prints, and fail when a test or a step beside the tests failed. Those of one row run side by side: the
 * executor's tests wait more than they compute. Its two patterns leave no file out. The image's measure how soon it is up.
 */
const SUITES: readonly (readonly Suite[])[] = [
  [
    { script: "test-executor.sh", args: ["-p", "test_a*.py"] },
    { script: "test-executor.sh", args: ["-p", "test_[!a]*.py"] },
  ],
  [{ script: "test-image.sh", args: [] }],
];

/** The executor's and the image's own tests, which need the display, the programs and the limits of a real desktop. */
export async function runPythonTests(env: NodeJS.ProcessEnv, report: StepReport): Promise<Counts> {
  const counts: Counts[] = [];
  for (const suites of SUITES) counts.push(...(await Promise.all(suites.map((suite) => run(suite, env)))));
  const sum = addCounts(counts);
  report.done(`${sum.passed} passed, ${sum.failed} failed`);
  return sum;
}

async function run({ script, args }: Suite, env: NodeJS.ProcessEnv): Promise<Counts> {
  const output: string[] = [];
  const { exitCode } = await runProgram(["sh", join(ROOT, "images/desktop", script), ...args], {
    cwd: ROOT,
    env,
    onLine: (line) => {
      output.push(line);
      process.stderr.write(`    ${line}\n`);
    },
  });
  return countUnittest(output.join("\n"), exitCode ?? 1);
}
