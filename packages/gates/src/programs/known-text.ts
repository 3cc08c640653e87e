import type { Word } from "../shell/word.ts";

/** Text of a mini-language with a number in the place of each value that can only be a number; null: not all is known. */
export function knownText(word: Word): string | null {
  let text = "";
  for (const piece of word) {
    if (piece.kind === "text" || piece.kind === "glob") text += piece.text;
    else if (piece.kind === "unknown" && piece.from === "number") text += "1";
    else return null;
  }
  return text;
}

/** The whole text comes out of another command. */
export const isComputed = (word: Word): boolean =>
  word.length === 1 && word[0]?.kind === "unknown" && (word[0].from === "substitution" || word[0].from === "input");

export const isShell = (name: string): boolean => /^(ba|da|z|k|mk|a|c|tc|fi|rba)?sh$/.test(name);
