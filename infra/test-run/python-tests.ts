import { join } from "node:path";
import { ROOT } from "../setup/paths.ts";
import { runProgram } from "../setup/run-command.ts";
import type { StepReport } from "../setup/step.ts";
import { type Counts, countUnittest } from "./counts.ts";

/** The executor's and the image's own tests, which need the display, the programs and the limits of a real desktop. */
export async function runPythonTests(env: NodeJS.ProcessEnv, report: StepReport): Promise<Counts> {
  const output: string[] = [];
  const { exitCode } = await runProgram(["sh", join(ROOT, "images/desktop/test-image.sh")], {
    cwd: ROOT,
    env,
    onLine: (line) => {
      output.push(line);
      process.stderr.write(`    ${line}\n`);
    },
  });
  const counts = countUnittest(output.join("\n"), exitCode ?? 1);
  report.done(`${counts.passed} passed, ${counts.failed} failed`);
  return counts;
}
