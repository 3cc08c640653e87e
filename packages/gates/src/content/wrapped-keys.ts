import { issuedKeys } from "./issued-keys.ts";
import type { SecretSpan } from "./secret-span.ts";
import { lineEndAt, lineStartAt } from "./text-lines.ts";

// A line that ends within a key: at least a dozen of its characters, the break, and more of them alone on the next line.
const BREAK = /\n[ \t>|]{0,12}(?=[A-Za-z0-9_\-+/=.]{4})/g;
const BEFORE = /[A-Za-z0-9_\-+/=.]{12}\\?\r?$/;
const BEHIND = /["'`,;)\s]/;
const PIECE = /[A-Za-z0-9_\-+/=.]{4,2000}/y;

/** Characters of a line on either side of a break. */
const LINE_MAX = 2_000;

/** Issued keys that a terminal or a narrow column broke over lines: read as if the breaks were not there. */
export function wrappedKeys(text: string): SecretSpan[] {
  let joined = "";
  let from = -1;
  /** Where a piece of `joined` begins in it, and in the text: only the lines that are broken are put together. */
  const pieces: { readonly at: number; readonly origin: number }[] = [];
  const begin = (lineStart: number): void => {
    if (from >= 0) joined += `${text.slice(from, lineEndAt(text, from, LINE_MAX))}\n`;
    pieces.push({ at: joined.length, origin: lineStart });
    from = lineStart;
  };
  for (const match of text.matchAll(BREAK)) {
    const end = match.index + match[0].length;
    const before = BEFORE.exec(text.slice(Math.max(0, match.index - 14), match.index));
    if (before === null) continue;
    PIECE.lastIndex = end;
    const next = PIECE.exec(text)?.[0] ?? "";
    if (!BEHIND.test(text[end + next.length] ?? " ")) continue;
    // A word of prose or a whole key of its own is no continuation.
    if (
      !(/\d/.test(next) || /[a-z][A-Z]/.test(next)) ||
      /^(?:gh[pousr]_|sk-|glpat-|xox|AKIA|AIza)/.test(next) ||
      (next.startsWith("eyJ") && !before[0].trimEnd().endsWith("."))
    )
      continue;
    const lineStart = lineStartAt(text, match.index, LINE_MAX);
    if (from < lineStart) begin(lineStart);
    joined += text.slice(from, match.index - (before[0].length - 12));
    pieces.push({ at: joined.length, origin: end });
    from = end;
  }
  if (pieces.length === 0) return [];
  joined += text.slice(from, lineEndAt(text, from, LINE_MAX));
  const originOf = (at: number): { origin: number; piece: number } => {
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pieces[middle]!.at <= at) low = middle;
      else high = middle - 1;
    }
    return { origin: pieces[low]!.origin + at - pieces[low]!.at, piece: low };
  };
  return issuedKeys(joined).flatMap(({ start, end, kind }) => {
    const first = originOf(start);
    const last = originOf(end - 1);
    return first.piece === last.piece ? [] : [{ start: first.origin, end: last.origin + 1, kind }];
  });
}
