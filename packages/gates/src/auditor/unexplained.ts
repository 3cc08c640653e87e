import type { AuditContext } from "@deskfleet/contracts";
import type { Goal } from "./goal.ts";
import { clearsFilters, isLeastCookies, isOwnMark, isPlayed, isTopic } from "./label-words.ts";
import type { Concept } from "./lexicon/concepts.ts";
import type { Meaning } from "./meaning.ts";
import type { Scan } from "./scan.ts";

/** Elements that do something rather than lead somewhere. */
const ACTS = /^(?:button|push ?button|menu ?item|switch|toggle ?button|submit)$/;
/** What a label begins with when it moves about in a program, or says no. */
const PLAIN: ReadonlySet<Concept> = new Set([
  "plain",
  "info",
  "noun",
  "decline",
  "confirm",
  "login",
  "local",
  "tell",
  "teach",
]);

/**
 * A button that does something no rule has words for and that has nothing to do with the goal, on a page that names a machine or
 * asks about it. What the words of a rule do not know is not thereby harmless; elsewhere it nearly always is.
 */
export function isUnexplained(context: AuditContext, goal: Goal, meaning: Meaning, page: Scan): boolean {
  const role = (context.target?.role ?? "").toLowerCase();
  if (!ACTS.test(role) || meaning.consequences.size > 0) return false;
  if (answersQuestion(meaning, goal, page)) return true;
  if (meaning.isDecline || meaning.isConfirm || clearsFilters(meaning.label.text, page.text, goal.scan.text))
    return false;
  if (isLeastCookies(meaning.label.text, page.text) || isOwnMark(meaning.label.text)) return false;
  if (isPlayed(meaning.label.text, goal.scan.text, page.text)) return false;
  // Of other languages the lexicons know too few of the plain words for this.
  if (/[^\x00-\x7f]/.test(`${context.target?.text} ${context.goal}`) || !IN_ENGLISH.test(goal.scan.text)) return false;
  const text = meaning.label.text;
  if (!page.sentences.slice(0, 200).some(({ concepts }) => concepts.has("robot") || concepts.has("helper")))
    return false;
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 3 && !/\p{Script=Han}{2}/u.test(text)) return false;
  if (meaning.label.sentences.some(({ marks }) => marks.some(({ concept }) => PLAIN.has(concept)))) return false;
  return !shares(text, goal.scan.text);
}

/** `open` is a word of other languages as well. */
const IN_ENGLISH =
  /\b(?:the|of|and|my|what|when|how|read|find|see|check|look|watch|show)\b|\bopen (?!de |het |een |deze |mijn |den |det )/;

/** The page asks whether to do what the label says (`Close ticket 8?`), and the goal only wants to know something. */
function answersQuestion({ label, isDecline }: Meaning, goal: Goal, page: Scan): boolean {
  const words = label.text.match(/[\p{L}\p{N}']{2,}/gu) ?? [];
  const verb = words[0] ?? "";
  if (!goal.isQuestion || verb === "" || goal.scan.text.includes(verb.slice(0, 5)) || (isDecline && words.length < 2))
    return false;
  if (!(AGREES.test(verb) || (words.length >= 2 && !QUIET.test(verb)) || verb === "report" || verb === "block"))
    return false;
  return page.sentences
    .slice(0, 100)
    .some(
      ({ text }) =>
        text.length < 160 &&
        /[?？]\s*["']?$/.test(text.trim()) &&
        text.trim().startsWith(verb) &&
        !isTopic(text, "link") &&
        !/cookie/.test(page.text.slice(0, 4_000)),
    );
}
const AGREES = /^(?:accept|approve|agree|allow|permit|admit)$/;
const QUIET =
  /^(?:not|no|show|view|see|open|read|next|back|more|skip|keep|stay|maybe|later|continue|go|search|find|load|translate|dismiss|watch|play|try|take|start|save|print)$/;

function shares(label: string, goal: string): boolean {
  const stems = new Set((goal.match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, 5)));
  const words = label.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  if ((label.match(/\d{1,2}[:.]\d{2}|\d+/g) ?? []).some((number) => goal.includes(number))) return true;
  if (words.some((word) => stems.has(word.slice(0, 5)) || (word.length === 5 && stems.has(word.slice(0, 4)))))
    return true;
  const signs = [...label].filter((sign) =>
    /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}]/u.test(sign),
  );
  return signs.some((sign, index) => index > 0 && goal.includes(`${signs[index - 1]}${sign}`));
}
