/** Step 1: what any string of a tree becomes before it is compared or shown. */

/** Printable ASCII without blanks at the ends is clean as it is: nearly every string of a real tree. */
const ALREADY_CLEAN = /^[!-~](?:[ -~]*[!-~])?$/;
/** Soft hyphen, zero-width and bidirectional controls, word joiner, byte order mark, object replacement. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFC]/g;
const CONTROL = /\p{Cc}/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const BLANK = /\p{White_Space}/u;

/** Cleans and keeps the first `limit` code points, with `...` behind them when there were more. */
export function cleanText(text: string, limit: number): string {
  return cut(tidy(text), limit);
}

/** Cleans and keeps the last `limit` code points, with `...` before them when there were more. */
export function cleanTail(text: string, limit: number): string {
  const tidied = tidy(text);
  if (tidied.length <= limit) return tidied;
  const points = Array.from(tidied);
  return points.length <= limit ? tidied : `...${points.slice(-limit).join("")}`;
}

/** The first `limit` code points, with `...` behind them when there were more. */
export function cut(text: string, limit: number): string {
  // Never more code points than UTF-16 units.
  if (text.length <= limit) return text;
  let units = 0;
  let points = 0;
  for (const point of text) {
    if (points === limit) return `${text.slice(0, units)}...`;
    points += 1;
    units += point.length;
  }
  return text;
}

/** Unicode code points. */
export function lengthOf(text: string): number {
  let points = 0;
  for (const _ of text) points += 1;
  return points;
}

function tidy(text: string): string {
  if (text === "") return "";
  if (ALREADY_CLEAN.test(text)) return text;
  const lines = trim(text.replace(INVISIBLE, "").replace(/\r\n?/g, "\n"));
  return trim(
    lines.replaceAll("\t", " ").replaceAll("\n", "\\n").replace(CONTROL, "").replace(LONE_SURROGATE, "\uFFFD"),
  );
}

/** Removes Unicode white space from both ends (`String.trim` keeps U+0085). A pattern with `+$` would take quadratic time. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
