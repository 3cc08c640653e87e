import { literalText, textWord, type Word } from "../shell/word.ts";
import { isComputed, knownText } from "./known-text.ts";
import { type Arguments, hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { reads, unsureNote, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";
import { type SedAction, sedActions } from "./sed-script.ts";

const SED = optionTable(
  "n,quiet,silent debug e,expression= f,file= follow-symlinks i,in-place=? l,line-length= posix E,r,regexp-extended s,separate sandbox u,unbuffered z,null-data b,binary",
);

export const sed: Program = (call) => {
  const given = parseOptions(call.args, SED);
  const expressions = optionValues(given, "expression");
  const scripts = optionValues(given, "file");
  const isScriptFirst = expressions.length === 0 && scripts.length === 0;
  const [first] = given.operands;
  const files = isScriptFirst ? given.operands.slice(1) : given.operands;
  const texts = isScriptFirst ? (first === undefined ? [] : [first]) : expressions;
  return [
    ...given.notes,
    ...(given.unsure.length > 0 ? [unsureNote] : []),
    ...scriptEffects(texts),
    ...scripts.flatMap((operand): readonly Effect[] => {
      if (!/^(-|\/dev\/stdin)$/.test(literalText(operand) ?? "")) return [{ kind: "codeFile", operand }];
      if (call.input.kind === "text") return scriptEffects([call.input.text]);
      return [{ kind: "code", language: "sed", text: null }];
    }),
    ...(hasOption(given, "in-place") ? inPlace(given, files) : files.flatMap(reads)),
  ];
};

function scriptEffects(texts: readonly Word[]): readonly Effect[] {
  if (texts.length === 0) return [];
  if (texts.some(isComputed)) return [computed];
  const script = texts.map(knownText);
  if (script.some((text) => text === null)) return [unknownScript];
  return sedActions(script.join("\n")).map(actionEffect);
}

const computed = denyNote("command.program_text", "the sed script comes out of another command");
const unknownScript = askNote("command.program_text", "a part of the sed script is not known");
const unreadable = askNote("command.program_text", "the sed script cannot be read");
const runs = denyNote("command.program_exec", "the sed script starts a program");

function actionEffect(action: SedAction): Effect {
  if (action.kind === "run") return runs;
  if (action.kind === "unreadable") return unreadable;
  return { kind: action.kind, operand: textWord(action.path) };
}

/** Edits the files; a suffix with a slash says where the copies of the old ones go. */
function inPlace(given: Arguments, files: readonly Word[]): readonly Effect[] {
  const suffixes = optionValues(given, "in-place").map((word) => literalText(word) ?? "");
  return [
    ...files.map(write),
    ...suffixes.filter((suffix) => suffix.includes("/")).map((suffix) => write(textWord(suffix.replaceAll("*", "x")))),
    // Without a file operand there is nothing to edit, yet nothing is known to be unchanged.
    ...(files.length === 0 ? [askNote("command.option", "no file is named to edit in place")] : []),
  ];
}
