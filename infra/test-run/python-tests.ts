import { join } from "node:path";
import { ROOT } from "../setup/paths.ts";
import { runProgram } from "../setup/run-command.ts";
import type { StepReport } from "../setup/step.ts";
import { addCounts, type Counts, countUnittest } from "./counts.ts";

/** Both print what unittest prints, and fail when a test or a step beside the tests failed. */
const SUITES = ["test-executor.sh", "test-image.sh"];

/** The executor's and the image's own tests, which need the display, the programs and the limits of a real desktop. */
export async function runPythonTests(env: NodeJS.ProcessEnv, report: StepReport): Promise<Counts> {
  const counts: Counts[] = [];
  for (const suite of SUITES) {
    const output: string[] = [];
    const { exitCode } = await runProgram(["sh", join(ROOT, "images/desktop", suite)], {
      cwd: ROOT,
      env,
      onLine: (line) => {
        output.push(line);
        process.stderr.write(`    ${line}\n`);
      },
    });
    counts.push(countUnittest(output.join("\n"), exitCode ?? 1));
  }
  const sum = addCounts(counts);
  report.done(`${sum.passed} passed, ${sum.failed} failed`);
  return sum;
}
