import type { Container, TextMatch } from "@deskfleet/contracts";
import type { ElementRecord } from "../records.ts";
import { matchesIn, type Tree, textsIn } from "./matches.ts";
import { isRole, takesInput } from "./role-words.ts";
import { isLabel, isText, labelsOf, type TextTest } from "./texts.ts";

/** How much of a locator an element fulfils, to say what was there instead of what was looked for. */
const CANDIDATES_MAX = 10;
/** Below this a text is another one. */
const LIKENESS_MIN = 0.35;
/** Texts are compared up to here, characters. */
const COMPARED_MAX = 160;

export function nearest(tree: Tree, locator: Container, test: TextTest): readonly ElementRecord[] {
  const { inside, nth: _nth, ...own } = locator;
  const containers = inside === undefined ? [] : matchesIn(tree, inside, test);
  const isIn = (index: number) =>
    containers.some((container) => container.index < index && index < (tree.ends[container.index] ?? 0));
  const scored = tree.elements.map((element) => {
    const likeness = likenessTo(tree, element, own, test);
    return { element, score: likeness === 0 ? 0 : likeness + (isIn(element.index) ? 0.5 : 0) };
  });
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  if (found.length > 0) return found.slice(0, CANDIDATES_MAX).map(({ element }) => element);
  // Nothing is like it: then what one could use at all.
  return tree.elements.filter(isUsable).slice(0, CANDIDATES_MAX);
}

function isUsable({ role, valueType }: ElementRecord): boolean {
  return valueType !== null || takesInput(role) || ["button", "link", "tab", "row", "menu item", ""].includes(role);
}

/** 0 when nothing of it fits. A text that fits counts more than a role that many have. */
function likenessTo(tree: Tree, element: ElementRecord, locator: Container, test: TextTest): number {
  const { role, id, name, label, text } = locator;
  const ofRole = role !== undefined && isRole(element.role, role) ? 0.5 : 0;
  const ofId = id !== undefined && element.id !== "" ? likeness(element.id, id) : 0;
  const ofName = name === undefined ? 0 : best([element.name], name, (own) => isText(own, name, test));
  const ofLabel = label === undefined ? 0 : best(labelsOf(element), label, (own) => isLabel(own, label, test));
  const ofText =
    text === undefined ? 0 : best(textsIn(tree, element).slice(0, 50), text, (own) => isText(own, text, test));
  // What was looked for by its label may have it as a name only, and the other way round.
  const across = Math.max(
    label === undefined ? 0 : best([element.name], label, () => false) / 2,
    name === undefined ? 0 : best([element.label], name, () => false) / 2,
  );
  return ofRole + ofId + ofName + ofText + Math.max(ofLabel, across);
}

function best(texts: readonly string[], match: TextMatch, isAsked: (text: string) => boolean): number {
  const wanted = wordsOf(match);
  return texts.reduce((most, text) => Math.max(most, isAsked(text) ? 1 : likeness(text, wanted)), 0);
}

function wordsOf(match: TextMatch): string {
  if (typeof match === "string") return match;
  if ("contains" in match) return match.contains;
  return "startsWith" in match ? match.startsWith : match.pattern;
}

/** 0 to 0.9: case aside, one within the other, else the share of common pairs of characters (Dice). */
function likeness(text: string, wanted: string): number {
  const a = text.toLowerCase().slice(0, COMPARED_MAX);
  const b = wanted.toLowerCase().slice(0, COMPARED_MAX);
  if (a === "" || b === "") return 0;
  if (a === b) return 0.9;
  if (a.includes(b) || b.includes(a)) return 0.5 + 0.3 * (Math.min(a.length, b.length) / Math.max(a.length, b.length));
  const pairs = pairsOf(b);
  const other = pairsOf(a);
  const common = [...pairs].filter((pair) => other.has(pair)).length;
  const share = (2 * common) / (pairs.size + other.size || 1);
  return share < LIKENESS_MIN ? 0 : share * 0.7;
}

function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}
