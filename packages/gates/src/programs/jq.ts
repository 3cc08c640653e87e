import { literalText, textWord, type Word } from "../shell/word.ts";
import { envDump, variable } from "./environment.ts";
import { type JqAction, jqActions } from "./jq-filter.ts";
import { knownText } from "./known-text.ts";
import { data, reads, unknownOptionNote } from "./profile.ts";
import { askNote, type Effect, type Program } from "./program.ts";

/** jq's own way with options: no abbreviations, some take two values. Roles of the values. */
const LONG: Readonly<Record<string, readonly ("data" | "read")[]>> = {
  arg: ["data", "data"],
  argjson: ["data", "data"],
  slurpfile: ["data", "read"],
  rawfile: ["data", "read"],
  argfile: ["data", "read"],
  indent: ["data"],
  "library-path": ["read"],
};
const FLAGS = new Set(
  "compact-output null-input exit-status slurp raw-output raw-output0 join-output raw-input ascii-output color-output monochrome-output sort-keys tab unbuffered stream stream-errors seq binary help version build-configuration debug-dump-disasm debug-trace debug-trace=all strip-comments".split(
    " ",
  ),
);

export const jq: Program = ({ args }) => {
  const effects: Effect[] = [];
  const operands: Word[] = [];
  let isFile = false;
  let areData = false;
  let hasEnded = false;
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as Word;
    const text = literalText(word);
    const take = (roles: readonly ("data" | "read")[]) => {
      for (const role of roles) {
        const value = args[++index];
        if (value === undefined) effects.push(unknownOptionNote);
        else effects.push(...(role === "read" ? reads(value) : [data(value)]));
      }
    };
    if (hasEnded || text === null || !/^-./.test(text)) {
      // Behind --args and --jsonargs operands are text, except the filter itself.
      if (areData && operands.length > 0) effects.push(data(word));
      else operands.push(word);
    } else if (text === "--") hasEnded = true;
    else if (text === "--args" || text === "--jsonargs") areData = true;
    else if (text === "--from-file") isFile = true;
    else if (text.startsWith("--")) {
      const name = text.slice(2);
      if (Object.hasOwn(LONG, name)) take(LONG[name] ?? []);
      else if (!FLAGS.has(name)) effects.push(unknownOptionNote);
    } else if (text.startsWith("-L")) {
      if (text === "-L") take(["read"]);
      else effects.push(...reads(textWord(text.slice(2).replace(/^=/, ""))));
    } else if (/^-[nrRsSjaceCMfbhV]+$/.test(text)) isFile ||= text.includes("f");
    else if (/^-[nrRsSjaceCMfbhV]*L$/.test(text)) take(["read"]);
    else effects.push(unknownOptionNote);
  }
  const [filter, ...files] = operands;
  if (isFile) return [...effects, ...operands.flatMap(reads)];
  return [...effects, ...(filter === undefined ? [] : filterEffects(filter)), ...files.flatMap(reads)];
};

function filterEffects(word: Word): readonly Effect[] {
  const filter = knownText(word);
  return filter === null ? [unknownFilter] : jqActions(filter).map(actionEffect);
}

// jq neither writes nor starts programs, whatever the filter.
const unknownFilter = askNote("command.program_text", "a part of the jq filter is not known", false);
const unreadable = askNote("command.program_text", "the jq filter cannot be read", false);

function actionEffect(action: JqAction): Effect {
  if (action.kind === "unreadable") return unreadable;
  if (action.kind === "module") return { kind: "read", operand: textWord(action.path) };
  return action.name === null ? envDump : variable(action.name);
}
