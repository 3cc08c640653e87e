import type { Input, Invocation } from "./invocation.ts";
import { literalText, type Word } from "./word.ts";

/** The text of one `echo` or `printf` with known words, as near as it matters; null: not known. */
export function printedBy(from: readonly Invocation[]): string | null {
  const [only, ...others] = from;
  if (only === undefined || others.length > 0) return null;
  const [command = [], ...words] = only.words;
  const name = literalText(command);
  return name === "echo" || name === "printf" ? printedWith(name, words) : null;
}

/** What a command reads, when it is text of the command line. */
export function printedInto(input: Input): string | null {
  if (input.kind === "text") return literalText(input.text);
  return input.kind === "pipe" || input.kind === "process" ? printedBy(input.from) : null;
}

/** Formats with more than `%s` are left alone. */
export function printedWith(name: "echo" | "printf", words: readonly Word[]): string | null {
  const texts: string[] = [];
  for (const word of words) {
    const text = literalText(word);
    if (text === null) return null;
    if (!/^-[neE]+$|^--$/.test(text)) texts.push(text);
  }
  if (name === "echo") return texts.join(" ");
  const [format = "", ...values] = texts;
  const text = format.replace(/%[sbq]/g, () => values.shift() ?? "").replaceAll(/\\n|\\0/g, "\n");
  return /[%\\]/.test(text) ? null : [text, ...values].join(" ").trim();
}
