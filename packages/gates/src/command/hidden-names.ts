import { FORBIDDEN_NAMES } from "../protected-names.ts";
import type { CommandAnalysis } from "./analysis.ts";

/**
 * What a confined command does not find in the directories that it gets, although nothing in its text names it: `grep -r` and
 * its like go everywhere. `.git` stays for what needs it: git itself, and code of the project, which a person approves.
 */
export function hiddenNames({ commands, findings }: CommandAnalysis): string[] {
  const needsRepository =
    commands.some(([name]) => name === "git") || findings.some(({ code }) => code === "command.project_code");
  return FORBIDDEN_NAMES.filter((name) => name !== ".git" || !needsRepository);
}
