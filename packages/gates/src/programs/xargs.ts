import { literalText, type Piece, textWord, type Word } from "../shell/word.ts";
import { isShell } from "./known-text.ts";
import { inputName } from "./listing.ts";
import { type Arguments, optionTable, optionValues, parseOptions } from "./options.ts";
import { reads, unsureNote } from "./profile.ts";
import { type Call, denyNote, type Effect, type Program } from "./program.ts";

const XARGS = optionTable(
  "0,null a,arg-file=read d,delimiter= E= e,eof=? I= i,replace=? L,max-lines= l=? n,max-args= o,open-tty P,max-procs= p,interactive process-slot-var= r,no-run-if-empty s,max-chars= show-limits t,verbose x,exit",
  { isPosix: true },
);

/** Runs its command with names from its input in the place of `{}` (-I) or behind its arguments. */
export const xargs: Program = (call) => {
  const given = parseOptions(call.args, XARGS);
  const words = given.operands.length === 0 ? [textWord("echo")] : given.operands;
  const files = optionValues(given, "arg-file");
  const input = files.length > 0 ? { kind: "file" as const, path: files.at(-1) as Word } : call.input;
  const token = replacement(given);
  const isSingle = token !== null || optionValues(given, "max-args", "max-lines", "l").some(isOne);
  const runs = (items: readonly (readonly Piece[])[]): Effect => ({
    kind: "run",
    words: token === null ? [...words, ...items] : words.map((word) => replaceIn(word, token, items[0] ?? [])),
    input: { kind: "text", text: [] },
  });
  const known = knownItems(input);
  const command = (literalText(words[0] ?? []) ?? "").split("/").at(-1) ?? "";
  const name = inputName(input);
  const slot = optionValues(given, "process-slot-var");
  return [
    ...given.notes,
    ...(given.unsure.length > 0 ? [unsureNote] : []),
    ...files.flatMap(reads),
    ...slot.flatMap((word): readonly Effect[] => [
      { kind: "run", words: [], assignments: [{ name: literalText(word) ?? "", value: [] }] },
    ]),
    ...(isShell(command) ? [namesToShell] : []),
    runs(isSingle ? [[name]] : [[name], [name]]),
    ...(known === null ? [] : isSingle ? known.map((item) => runs([item])) : [runs(known)]),
  ];
};

const namesToShell = denyNote("command.data_shell", "hands names to a shell");
const isOne = (word: Word): boolean => literalText(word) === "1";

/** The text that stands for the name (-I, -i, --replace), if any. */
function replacement(given: Arguments): string | null {
  const option = given.options.findLast(({ name }) => name === "I" || name === "replace");
  if (option === undefined) return null;
  return option.value === null ? "{}" : (literalText(option.value) ?? "{}");
}

/** The words that a literal text or an echo of literal words hands over; null when they are not known. At most 32. */
function knownItems(input: Call["input"]): readonly Word[] | null {
  const texts: string[] = [];
  if (input.kind === "text") texts.push(literalText(input.text) ?? "");
  if (input.kind === "pipe" || input.kind === "process")
    for (const { words } of input.from) {
      const name = literalText(words[0] ?? []);
      if (name === "echo" || name === "printf")
        texts.push(...words.slice(1).map((word) => (literalText(word) ?? "").replace(/\\[n0t]/g, " ")));
    }
  const items = texts.flatMap((text) => text.split(/\s+/)).filter((text) => text !== "" && text !== "%s");
  return items.length === 0 ? null : items.slice(0, 32).map(textWord);
}

/** Every appearance of the token in the word's known text becomes the name. */
function replaceIn(word: Word, token: string, item: readonly Piece[]): Word {
  if (token === "") return word;
  return word.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== "text" || !piece.text.includes(token)) return [piece];
    return piece.text
      .split(token)
      .flatMap((text, index): readonly Piece[] => [
        ...(index > 0 ? item : []),
        ...(text === "" ? [] : [{ kind: "text" as const, text }]),
      ]);
  });
}
