import { existsSync } from "node:fs";
import { runProgram } from "./run-command.ts";
import { SetupError, type StepReport } from "./step.ts";

let isIndexFresh = false;

/** Whether this is a Debian-like machine on which we may install packages. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Those of the packages that this release of Debian has. */
export async function knownPackages(packages: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    packages.map(async (name) => {
      const { exitCode, stdout } = await runProgram(["apt-cache", "policy", name]);
      return exitCode === 0 && /Candidate: (?!\(none\))/.test(stdout) ? name : null;
    }),
  );
  return answers.filter((name) => name !== null);
}

/**
 * Installs Debian packages without their recommendations; the index is updated once per run.
 * @throws SetupError with the end of apt's output.
 */
export async function installPackages(packages: readonly string[], report: StepReport): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = async (...args: string[]) => {
    const { exitCode, tail } = await runProgram(["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300", ...args], { env });
    if (exitCode === 0) return;
    throw new SetupError(
      `apt-get ${args[0]} ended with exit code ${exitCode}:\n${tail}`,
      `check that Debian's package mirror can be reached, or install ${packages.join(", ")} by hand, then run this again`,
    );
  };
  if (!isIndexFresh) {
    report.progress("updating the package index");
    await apt("update");
    isIndexFresh = true;
  }
  report.progress(`installing ${packages.join(", ")}`);
  await apt("install", "-y", "--no-install-recommends", ...packages);
}
