import type { Confinement } from "@deskfleet/contracts";
import { isInside } from "../lexical-path.ts";
import type { Program } from "../programs/program.ts";
import { interpretScript } from "../shell/interpret.ts";
import { textWord } from "../shell/word.ts";
import type { CommandAnalysis, CommandSetting } from "./analysis.ts";
import type { Finding } from "./finding.ts";
import { CommandJudge } from "./judge.ts";
import { type JudgeState, TooManyCommands } from "./judge-state.ts";

/**
 * Judges shell text as Bash would run it, without running it: every simple command, its words, paths, redirections and
 * what it would start. Total: whatever the text is, there is an answer, and what cannot be read is denied.
 */
export function analyseCommand(
  text: string,
  setting: CommandSetting,
  env: Readonly<Record<string, string>> = {},
  programs?: ReadonlyMap<string, Program>,
): CommandAnalysis {
  const judge = new CommandJudge(setting, programs);
  const span = { pos: 0, end: text.length };
  for (const [name, value] of Object.entries(env)) judge.assign(name, textWord(value), span);
  try {
    interpretScript(text, setting, judge);
  } catch (error) {
    // A text that the analysis itself trips over is nothing to be run. What went wrong may repeat the text.
    if (!(error instanceof TooManyCommands)) judge.state.add(FAILED, span);
  }
  return summarise(judge.state, text.length);
}

/** The same for a program started by its arguments, without a shell. */
export function analyseArgv(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  setting: CommandSetting,
): CommandAnalysis {
  // Quotes make each argument one literal word, which no shell would take for an assignment or a reserved word.
  return analyseCommand(argv.map(quoted).join(" "), setting, env);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const FAILED: Omit<Finding, "span"> = {
  verdict: "deny",
  layer: "syntax",
  code: "command.unreadable",
  reason: "the command could not be judged",
  changes: true,
};

const ORDER = ["deny", "ask", "allow"] as const;

function summarise(state: JudgeState, length: number): CommandAnalysis {
  judgeTogether(state, length);
  const isReadOnly = !state.changes;
  const permitted: Finding = {
    verdict: "allow",
    layer: isReadOnly ? "readonly" : "paths",
    code: isReadOnly ? "command.read_only" : "command.inside",
    reason: isReadOnly ? "proven to change nothing" : "writes only inside the allowed directories",
    changes: !isReadOnly,
    span: { pos: 0, end: length },
  };
  let decisive = permitted;
  for (const finding of state.findings)
    if (ORDER.indexOf(finding.verdict) < ORDER.indexOf(decisive.verdict)) decisive = finding;
  return {
    verdict: decisive.verdict,
    isReadOnly,
    isExternal: state.connects,
    decisive,
    findings: state.findings,
    paths: [...state.paths.values()],
    commands: state.commands,
    confinement: confinementOf(state),
  };
}

/** What no command does alone: one reads secrets, another connects. */
function judgeTogether(state: JudgeState, length: number): void {
  const isUpload = [...state.secretReaders].some((reader) =>
    [...state.connectors].some((connector) => connector !== reader && !(reader.connects && connector.readsSecret)),
  );
  if (isUpload)
    state.add(
      {
        verdict: "deny",
        layer: "readonly",
        code: "command.exfiltration",
        reason: "secrets are read and another machine is reached in one text",
        changes: true,
      },
      { pos: 0, end: length },
    );
}

/**
 * Layer 4. What a person has to approve because it reaches out, runs on or is not known runs in the desktop as it is;
 * everything else runs alone, without a network, and writes only where it was seen to.
 */
function confinementOf(state: JudgeState): Confinement {
  if (state.connects || state.findings.some(({ isOpenEnded }) => isOpenEnded)) return { kind: "plain" };
  const { directories } = state.setting;
  const isPlaced = !state.runsCode && !state.hasUnplacedChange;
  const writable = !state.changes
    ? []
    : directories.filter((directory) => !isPlaced || [...state.written].some((path) => isInside(path, directory)));
  return { kind: "confined", readable: directories, writable, network: false };
}
