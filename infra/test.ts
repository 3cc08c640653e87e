import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildConsole } from "./setup/console.ts";
import { ROOT, stateFolder } from "./setup/paths.ts";
import { runMain, step } from "./setup/step.ts";
import { startTestServices } from "./setup/test-services.ts";
import { addCounts, type Counts, countVitest, type VitestReport } from "./test-run/counts.ts";
import { runPythonTests } from "./test-run/python-tests.ts";
import { runAttached } from "./test-run/run-attached.ts";

/**
 * `npm test`: everything, once: vitest over all projects, then the Python tests inside the desktop image.
 * `npm test -- <vitest arguments>` (a path, `-t name`, `--project unit`) runs that part of vitest only.
 * The last line is always `N passed, N failed`.
 */
await runMain(async () => {
  const args = process.argv.slice(2);
  await step("Console", buildConsole);
  const services = await startTestServices({ isImageNeeded: true });
  const env = { ...process.env, ...services.environment };
  try {
    const counts = [await vitest(args, env)];
    if (args.length === 0)
      counts.push(await step("Python tests inside the desktop image", (report) => runPythonTests(env, report)));
    const { passed, failed } = addCounts(counts);
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await services.stop();
  }
});

async function vitest(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Counts> {
  const reportPath = join(stateFolder("test-results"), "vitest.json");
  rmSync(reportPath, { force: true });
  const program = join(ROOT, "node_modules/vitest/vitest.mjs");
  const exitCode = await runAttached(
    [
      process.execPath,
      program,
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportPath}`,
      ...args,
    ],
    env,
  );
  let report: VitestReport | null = null;
  try {
    report = JSON.parse(readFileSync(reportPath, "utf8")) as VitestReport;
  } catch {
    // vitest ended before it wrote its report: countVitest makes that one failure.
  }
  return countVitest(report, exitCode);
}
