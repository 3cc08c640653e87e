import type { FoldedText } from "./fold-text.ts";
import { foldText } from "./fold-text.ts";
import type { SecretSpan } from "./secret-span.ts";

/** Shorter words stand in too many others. */
const LENGTH_MIN = 3;

/** A tenant's own words wherever they stand, in any case and width; within a longer word of letters or digits they do not count. */
export function ownKeywords({ lower }: FoldedText, keywords: readonly string[]): SecretSpan[] {
  return keywords.flatMap((keyword) => {
    const wanted = foldText(keyword.trim()).lower;
    const spans: SecretSpan[] = [];
    if (wanted.length < LENGTH_MIN && !/[^\x00-\x7f]/.test(wanted)) return spans;
    if (wanted === "") return spans;
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
      if (isWhole(lower, at, at + wanted.length)) spans.push({ start: at, end: at + wanted.length, kind: "keyword" });
    return spans;
  });
}

const isWord = (text: string, at: number): boolean => /[a-z0-9]/.test(text[at] ?? "");
const isWhole = (text: string, start: number, end: number): boolean =>
  !(isWord(text, start) && isWord(text, start - 1)) && !(isWord(text, end - 1) && isWord(text, end));
