import type { Input } from "../shell/invocation.ts";
import { literalText, type Word } from "../shell/word.ts";

/** What `echo` or `printf` print, roughly: their words, one a line. */
export function printedText(from: readonly { readonly words: readonly Word[] }[]): string | null {
  const [only] = from;
  if (from.length !== 1 || only === undefined || !/^(?:echo|printf)$/.test(literalText(only.words[0] ?? []) ?? ""))
    return null;
  const words = only.words.slice(1).map(literalText);
  const isPlain = words.every((word) => word !== null && !/\\[0-9xuc]|%b/.test(word));
  return isPlain ? words.filter((word) => !/^(?:%s(?:\\n)?|-e|-n)$/.test(word ?? "")).join("\n") : null;
}

const PRINTERS = /^(?:cat|echo|printf|head|tail|grep|sed|sort|tr|cut|tac|nl|jq)$/;

/** A pipe whose commands only hand on files of the project or known words, as far as their names tell. */
export function isPlainPipe(input: Input, depth = 0): boolean {
  if (input.kind === "inherited" || input.kind === "file" || input.kind === "text") return true;
  return (
    depth < 16 &&
    input.from.every(
      ({ words, input: before }) => PRINTERS.test(literalText(words[0] ?? []) ?? "") && isPlainPipe(before, depth + 1),
    )
  );
}
