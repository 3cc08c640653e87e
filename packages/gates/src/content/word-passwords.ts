import type { Place } from "./label-places.ts";
import type { SecretSpan } from "./secret-span.ts";

/** Passwords with blanks in them: the groups of letters that mail services issue for programs, and phrases of several words. */

/** Characters in front of a label that say what the password is for. */
const BEFORE = 24;
const FOR_PROGRAM = /app|anwendung|aplicaci|アプリ|应用|應用|앱|program|mail|smtp|imap|google/i;
const GROUPS = /^[a-z]{4}(?: [a-z]{4}){3}(?=[ \t]*(?:\r?\n|$))/;
const PHRASE_LABEL = /phrase|diceware/i;
const PHRASE = /^["'“]?((?:[a-z]{3,9}[ -]){3,7}[a-z]{3,9})["'”]?(?=[ \t]*(?:\r?\n|$))/;
/** Words about a phrase, not of one. */
const ABOUT =
  /\b(?:must|have|has|least|the|your|is|are|not|was|and|for|with|should|will|can|characters?|words?|required|invalid|wrong|enter|again|empty|protected|strong|weak|key|file|this|that|from)\b/;

export function wordPassword(text: string, { label, start, end, how }: Place): SecretSpan | null {
  const region = text.slice(start, Math.min(end, start + 120));
  const name = text.slice(
    Math.max(0, label.start - BEFORE),
    Math.max(label.end, how === "below" ? label.end + BEFORE : start),
  );
  const groups = FOR_PROGRAM.test(name) ? GROUPS.exec(region) : null;
  if (groups !== null && !ABOUT.test(groups[0])) return { start, end: start + groups[0].length, kind: "password" };
  if (how === "blank" && !/^["'“]/.test(region)) return null;
  const phrase = PHRASE_LABEL.test(text.slice(label.start, label.end)) ? PHRASE.exec(region) : null;
  if (phrase === null || ABOUT.test(phrase[1]!)) return null;
  const from = start + phrase[0].indexOf(phrase[1]!);
  return { start: from, end: from + phrase[1]!.length, kind: "password" };
}
