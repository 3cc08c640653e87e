import type { FoldedText } from "./fold-text.ts";
import { foldText } from "./fold-text.ts";
import type { SecretSpan } from "./secret-span.ts";

/** Shorter values stand in too many other texts. */
const LENGTH_MIN = 4;

/** Secrets that are known, such as those that were typed as secrets, wherever they stand, also within longer words. */
export function knownValues({ text }: FoldedText, values: readonly string[]): SecretSpan[] {
  return values.flatMap((value) => {
    const wanted = foldText(value).text;
    const spans: SecretSpan[] = [];
    if (wanted.length < LENGTH_MIN) return spans;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
      spans.push({ start: at, end: at + wanted.length, kind: "password" });
    return spans;
  });
}
