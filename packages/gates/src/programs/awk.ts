import { dropPrefix, literalPrefix, literalText, textWord, unknownWord, type Word } from "../shell/word.ts";
import { type AwkAction, awkActions } from "./awk-program.ts";
import { envDump, variable } from "./environment.ts";
import { isComputed, knownText } from "./known-text.ts";
import { type GivenOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { data, execNote, read, reads, unknownOptionNote, unsureNote, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

const AWK = optionTable(
  "F,field-separator= v,assign= f,file= b,characters-as-bytes c,traditional C,copyright d,dump-variables=?output D,debug=? e,source= E,exec= g,gen-pot h i,include= I,trace k,csv l,load=exec L,lint=? M,bignum n,non-decimal-data N,use-lc-numeric o,pretty-print=?output O,optimize p,profile=?output P,posix r,re-interval s,no-optimize S,sandbox t,lint-old V,version W=",
  { isPosix: true },
);

export const awk: Program = (call) => {
  const given = parseOptions(call.args, AWK);
  const sources = optionValues(given, "source");
  const files = optionValues(given, "file", "exec");
  const isProgramFirst = sources.length === 0 && files.length === 0;
  const [first] = given.operands;
  const operands = isProgramFirst ? given.operands.slice(1) : given.operands;
  const texts = isProgramFirst ? (first === undefined ? [] : [first]) : sources;
  const inPlace = optionValues(given, "include").some((word) => /^inplace(\.awk)?$/.test(literalText(word) ?? ""));
  return [
    ...given.notes,
    ...(given.unsure.length > 0 ? [unsureNote] : []),
    ...given.options.flatMap(optionEffects),
    ...texts.flatMap(programEffects),
    ...(texts.some(opensComputed) ? namesForComputed(texts, [...optionValues(given, "assign"), ...operands]) : []),
    ...files.flatMap((operand): readonly Effect[] => {
      if (!/^(-|\/dev\/stdin)$/.test(literalText(operand) ?? "")) return [{ kind: "codeFile", operand }];
      if (call.input.kind === "text") return programEffects(call.input.text);
      return [{ kind: "code", language: "awk", text: null }];
    }),
    ...operands.flatMap((word): readonly Effect[] =>
      /^[A-Za-z_][A-Za-z0-9_]*=/.test(literalPrefix(word)) ? [data(word)] : inPlace ? [write(word)] : reads(word),
    ),
  ];
};

/** Options that write a file of their own accord, or load one. */
function optionEffects({ name, value }: GivenOption): readonly Effect[] {
  if (name === "load") return [execNote];
  if (name === "debug") return [debugs];
  if (name === "dump-variables" || name === "pretty-print" || name === "profile") {
    if (value === null) return [write(textWord(name === "dump-variables" ? "awkvars.out" : "awkprof.out"))];
    return literalText(value) === "-" ? [] : [write(value)];
  }
  if (name === "include")
    return /^inplace(\.awk)?$/.test(literalText(value ?? []) ?? "") ? [] : [{ kind: "codeFile", operand: value }];
  if (name === "W") return /^(version|help|usage)$/.test(literalText(value ?? []) ?? "") ? [] : [unknownOptionNote];
  if (name === "assign") return [data(value ?? [])];
  return [];
}

function programEffects(word: Word): readonly Effect[] {
  if (isComputed(word)) return [computed];
  const program = knownText(word);
  return program === null ? [unknownProgram] : awkActions(program).map(actionEffect);
}

/** Whether the program opens a file whose name it computes. */
const opensComputed = (word: Word): boolean =>
  awkActions(knownText(word) ?? "").some(
    (action) => (action.kind === "read" || action.kind === "write") && action.path === null,
  );

/** What the name may then be: values given from outside, and texts in the program that look like a path. */
function namesForComputed(texts: readonly Word[], given: readonly Word[]): readonly Effect[] {
  const values = given.flatMap((word) => {
    const assigned = /^[A-Za-z_]\w*=/.exec(literalPrefix(word))?.[0];
    return assigned === undefined ? [] : [dropPrefix(word, assigned.length)];
  });
  const literals = texts.flatMap((word) =>
    [...(knownText(word) ?? "").matchAll(/"((?:\/|\.\.?\/|\.git|\.claude)[^"\\\s]{0,200})"/gi)].map(([, path]) =>
      textWord(path!),
    ),
  );
  return [...values, ...literals].map(read);
}

const debugs = askNote("command.interactive", "starts a debugger");
const computed = denyNote("command.program_text", "the awk program comes out of another command");
const unknownProgram = askNote("command.program_text", "a part of the awk program is not known");
const unreadable = askNote("command.program_text", "the awk program cannot be read");
const runs = denyNote("command.program_exec", "the awk program starts a program");

function actionEffect(action: AwkAction): Effect {
  switch (action.kind) {
    case "run":
      return runs;
    case "unreadable":
      return unreadable;
    case "environment":
      return action.name === null ? envDump : variable(action.name);
    case "include":
      return { kind: "codeFile", operand: textWord(action.path) };
    case "read":
    case "write":
      return {
        kind: action.kind,
        operand: action.path === null ? unknownWord("input") : textWord(action.path),
      };
  }
}
