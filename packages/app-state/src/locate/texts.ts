import type { TextMatch } from "@deskfleet/contracts";
import { cleanText } from "../clean-text.ts";
import type { ElementRecord } from "../records.ts";
import { takesInput } from "./role-words.ts";

/** Compares a text with what is asked for; patterns run where their time is limited, so the caller brings it along. */
export type TextTest = (text: string, match: TextMatch) => boolean;

/** Longest text of an element, code points; what is longer stands in the tree cut, with `...` behind it. */
const TEXT_LIMIT = 160;

/**
 * Whether a text of an element is as asked. What is asked is read as the tree would show it: a line end is `\n`, what is
 * invisible is gone, and of a long text the beginning counts.
 */
export function isText(text: string, match: TextMatch, test: TextTest): boolean {
  return test(text, match) || test(text, asShown(match));
}

function asShown(match: TextMatch): TextMatch {
  if (typeof match === "string") return cleanText(match, TEXT_LIMIT);
  if ("contains" in match) return { contains: cleanPart(match.contains) };
  return "startsWith" in match ? { startsWith: cleanPart(match.startsWith) } : match;
}

/** Whether an element holds what is asked, which is not cut: a text of which only the beginning is the same is another one. */
export function holdsText({ fullValue }: ElementRecord, match: TextMatch, test: TextTest): boolean {
  return (
    test(fullValue, match) ||
    (typeof match === "string" && fullValue === cleanText(match, Number.POSITIVE_INFINITY)) ||
    (typeof match !== "string" && test(fullValue, asShown(match)))
  );
}

/** Blanks at the ends of a part mean something. */
const cleanPart = (part: string) => cleanText(`|${part}|`, Number.POSITIVE_INFINITY).slice(1, -1);

/** Marks with which forms end a label. */
const LABEL_MARKS = /[\s:：*]+$/;
const withoutMarks = (label: string) => label.replace(LABEL_MARKS, "");

/** What its label says: nothing for what takes no input. */
export function labelsOf({ role, name, label }: ElementRecord): readonly string[] {
  if (!takesInput(role)) return [];
  return [...new Set([name, label].filter((text) => text !== ""))];
}

/** A colon or an asterisk behind a label is no part of it, unless it is asked for. */
export function isLabel(label: string, match: TextMatch, test: TextTest): boolean {
  return isText(label, match, test) || isText(withoutMarks(label), match, test);
}

/** What of the element itself can be read: its title, the cells of a row, its value. */
export function textsOf({ role, name, value }: ElementRecord): readonly string[] {
  const parts = role === "row" && name.includes(" | ") ? name.split(" | ") : [];
  return [...new Set([name, ...parts, value].filter((text) => text !== ""))];
}
