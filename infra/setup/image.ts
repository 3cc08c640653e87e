import { join } from "node:path";
import { ROOT } from "./paths.ts";
import { runProgram } from "./run-command.ts";
import { SetupError, type StepReport } from "./step.ts";

const SCRIPT = join(ROOT, "images/desktop/build.sh");

/** The image of sessions, or its variant with tools and toolkits for tests and benchmarks. */
type Variant = "sessions" | "tools";
const script = (variant: Variant) => ["sh", SCRIPT, ...(variant === "tools" ? ["--tools"] : [])] as const;

/** The tag of this checkout's desktop image: a hash of its sources, so a changed image never hides behind an old tag. */
export async function imageTag(variant: Variant = "sessions"): Promise<string> {
  const { exitCode, stdout, tail } = await runProgram([...script(variant), "--tag-only"], { cwd: ROOT });
  if (exitCode !== 0)
    throw new SetupError(`${SCRIPT} --tag-only failed:\n${tail}`, "check that the checkout is complete");
  return stdout.trim();
}

/** Builds the desktop image unless the engine has it, with the script's own progress. @returns its tag. */
export async function buildImage(
  dockerHost: string,
  report: StepReport,
  variant: Variant = "sessions",
): Promise<string> {
  const tag = await imageTag(variant);
  let isPresent = false;
  const { exitCode, tail } = await runProgram(script(variant), {
    cwd: ROOT,
    env: { ...process.env, DOCKER_HOST: dockerHost },
    onLine: (line) => {
      isPresent ||= line.includes(`${tag} exists`);
      if (line !== tag && !isPresent) report.progress(line.replace(/^desktop image: /, "").replace(/ \(\d+ s\)$/, ""));
    },
  });
  if (exitCode !== 0) {
    throw new SetupError(
      `building ${tag} ended with exit code ${exitCode}:\n${tail}`,
      "see the message above; Debian's package mirror or a container registry has to be reachable",
    );
  }
  if (isPresent) report.skip(`the engine has ${tag}`);
  else report.done(tag);
  return tag;
}
