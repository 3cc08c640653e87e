import { isInsideAny } from "../lexical-path.ts";
import { judgeInlineCode } from "../programs/inline-code.ts";
import type { Input } from "../shell/invocation.ts";
import type { Runner } from "../shell/scene.ts";
import { hasGlob, hasUnknown, literalText, textWord, type Word } from "../shell/word.ts";
import type { Said } from "./finding.ts";
import { isAssembled, isStandardInput, judgeOperand } from "./judge-paths.ts";
import type { Judged, JudgeState } from "./judge-state.ts";
import { operandReaches } from "./operand-path.ts";

/** Text that becomes a program: inner scripts, files of the project, other languages, and what arrives on standard input. */

const DECODED: Said = {
  verdict: "deny",
  code: "command.assembled_code",
  reason: "text that this command line puts together, decodes or prints is run",
};
const DOWNLOADED: Said = { verdict: "deny", code: "command.download_code", reason: "what is downloaded is run" };
const COMPUTED: Said = {
  verdict: "deny",
  code: "command.computed_code",
  reason: "the text that would be run is only known when the command runs",
};
const PROJECT: Said = { verdict: "ask", code: "command.project_code", reason: "runs files of the project" };
const SHELL_TEXT: Said = {
  verdict: "ask",
  code: "command.shell_text",
  reason: "a shell runs text from its standard input",
};
const INTERACTIVE: Said = {
  verdict: "ask",
  code: "command.interactive",
  reason: "an interpreter that waits for text to run",
};

const SHELL_OPTION: Said = {
  verdict: "deny",
  code: "command.option_exec",
  reason: "find or xargs would start a shell",
};

function say(state: JudgeState, judged: Judged, said: Said): void {
  state.runsCode = true;
  state.changes = true;
  state.add(
    {
      ...said,
      layer: "readonly",
      changes: true,
      ...(said === PROJECT ? { command: judged.canonical, variables: judged.variables } : {}),
      ...(said === INTERACTIVE ? { isOpenEnded: true } : {}),
    },
    judged.invocation.span,
  );
}

export function judgeScript(
  state: JudgeState,
  judged: Judged,
  text: Word,
  positional: readonly Word[],
  run: Runner,
): void {
  const literal = literalText(text);
  if (literal === null) say(state, judged, COMPUTED);
  // They start it for each thing that they find or read, and hand it names that nobody has seen.
  else if (state.open.slice(0, -1).some(({ canonical: [name] }) => name === "find" || name === "xargs"))
    say(state, judged, SHELL_OPTION);
  else run.script(literal, positional, judged.invocation.input);
}

/** `bash`, `bash file`, `source file`: `operand` null is standard input. */
export function judgeShellInput(state: JudgeState, judged: Judged, operand: Word | null, run: Runner): void {
  if (operand !== null && !isStandardInput(operand)) {
    if (hasUnknown(operand)) say(state, judged, COMPUTED);
    else judgeCodeFile(state, judged, operand);
    return;
  }
  const { input } = judged.invocation;
  // `source /dev/stdin` and the like change this very shell.
  if (/^(?:source|\.)$/.test(judged.canonical[0] ?? "")) {
    say(state, judged, COMPUTED);
    return;
  }
  const literal = input.kind === "text" ? literalText(input.text) : null;
  if (literal !== null) run.script(literal, [], { kind: "inherited" });
  say(state, judged, sourceOf(state, judged, input, literal === null ? COMPUTED : SHELL_TEXT));
}

export function judgeCode(state: JudgeState, judged: Judged, language: string, text: Word | null): void {
  if (text === null) {
    const { input } = judged.invocation;
    const literal = input.kind === "text" ? literalText(input.text) : null;
    say(
      state,
      judged,
      sourceOf(state, judged, input, literal === null ? COMPUTED : judgeInlineCode(language, literal)),
    );
    return;
  }
  const literal = literalText(text);
  say(state, judged, literal === null ? COMPUTED : judgeInlineCode(language, literal));
}

export function judgeCodeFile(state: JudgeState, judged: Judged, operand: Word | null): void {
  const { invocation } = judged;
  if (operand === null) {
    const isFresh =
      state.unpacked.size > 0 &&
      (invocation.cwd.some((directory) => directory !== null && isInsideAny(directory, state.unpacked)) ||
        invocation.words.slice(1).some((word) => leadsBelow(state, judged, word)));
    say(state, judged, isFresh ? DOWNLOADED : state.hasBuildFile ? DECODED : PROJECT);
    return;
  }
  if (isStandardInput(operand)) {
    say(state, judged, sourceOf(state, judged, invocation.input, COMPUTED));
    return;
  }
  if (operand.some(({ kind }) => kind === "process")) {
    say(state, judged, state.connects ? DOWNLOADED : DECODED);
    return;
  }
  const reaches = judgeOperand(state, judged, operand, "read");
  if (reaches.some(({ place }) => place === "stream")) say(state, judged, COMPUTED);
  else if (reaches.some((reach) => isAssembled(state, reach)))
    say(state, judged, state.connects ? DOWNLOADED : DECODED);
  else if (hasUnknown(operand) && !hasGlob(operand))
    say(state, judged, { ...PROJECT, code: "command.unresolved_code" });
  else say(state, judged, PROJECT);
}

/** `-C dir`, `--prefix=dir`, `./dir`: the argument names something that this text has brought here. */
function leadsBelow(state: JudgeState, judged: Judged, word: Word): boolean {
  const text = literalText(word);
  if (text === null || text === "" || text.length > 4096) return false;
  const names = [text, ...(text.startsWith("-") ? [text.slice(2), text.slice(text.indexOf("=") + 1)] : [])];
  return names.some((name) =>
    operandReaches(textWord(name), judged.invocation.cwd, state.pathSetting).some(
      ({ path }) => path !== null && isInsideAny(path, state.unpacked),
    ),
  );
}

/** What running standard input means; `known`: when it is text of the command line itself. */
function sourceOf(state: JudgeState, judged: Judged, input: Input, known: Said): Said {
  switch (input.kind) {
    case "inherited":
      if (state.standardInput.kind !== "inherited") return sourceOf(state, judged, state.standardInput, COMPUTED);
      // A shell beside this one is there to be written to.
      return judged.invocation.isBackground ? COMPUTED : INTERACTIVE;
    case "text":
      return known;
    case "file": {
      const reaches = judgeOperand(state, judged, input.path, "read");
      if (reaches.some(({ place }) => place === "stream")) return COMPUTED;
      return reaches.some((reach) => isAssembled(state, reach)) ? DECODED : PROJECT;
    }
    default:
      return state.connects ? DOWNLOADED : DECODED;
  }
}
