import type { AuditAction, AuditContext } from "@deskfleet/contracts";
import { FACTS, type Fact } from "./facts.ts";
import { foldText } from "./fold-text.ts";
import { CONSEQUENCES, type Consequence } from "./lexicon/concepts.ts";
import { type ExampleRow, exampleContext } from "./rule-example.ts";

export type Severity = "warn" | "block";
/** What a rule may be bound to: a consequence of the element, or its part in the page. */
const MEANINGS = [...CONSEQUENCES, "field", "confirm", "decline", "other"] as const;
export type MeaningName = Consequence | "field" | "confirm" | "decline" | "other";

/** One rule as data. It fires when the action, the element's meaning and every condition hold. */
export interface AuditRule {
  readonly id: string;
  readonly version: number;
  readonly severity: Severity;
  readonly actions: readonly AuditAction[] | "any";
  readonly meanings: readonly MeaningName[] | "any";
  /** Facts that hold, with `!` in front those that must not. */
  readonly when: readonly (Fact | `!${Fact}`)[];
  /** Of these words, one stands in the text as a whole word; folded like the page (case, accents, disguises of letters). */
  readonly words?: {
    readonly target?: readonly string[] | undefined;
    readonly page?: readonly string[] | undefined;
    readonly goal?: readonly string[] | undefined;
  };
  /** For people; holds nothing of the page. */
  readonly reason: string;
  /** A person who confirmed the frozen action has answered it. */
  readonly isAnswerable?: boolean;
  readonly matches: readonly ExampleRow[];
  readonly notMatches: readonly ExampleRow[];
}
export interface RulePack {
  readonly name: string;
  readonly version: number;
  readonly rules: readonly AuditRule[];
}
export interface ActiveRules {
  /** Names and versions of the packs: part of the key of every kept verdict. */
  readonly version: string;
  readonly rules: readonly AuditRule[];
}

const ID = /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+){0,6}$/;

/**
 * The faults of a pack, none when it may be used. `fires` judges one example by one rule, so that a rule that does not do what its
 * author believes is refused before it is in force.
 */
export function validatePack(pack: RulePack, fires: (rule: AuditRule, context: AuditContext) => boolean): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  if (!ID.test(pack.name)) faults.push(`pack ${pack.name}: no name`);
  for (const rule of pack.rules) {
    const fault = (text: string) => faults.push(`${rule.id}: ${text}`);
    if (!ID.test(rule.id)) fault("the id is not lower-case words with dots");
    if (ids.has(rule.id)) fault("the id occurs twice");
    ids.add(rule.id);
    if (!Number.isInteger(rule.version) || rule.version < 1) fault("the version is no whole number from 1 on");
    if (rule.severity !== "warn" && rule.severity !== "block") fault("the severity is neither warn nor block");
    if (rule.reason.trim() === "" || rule.reason.length > 200)
      fault("the reason is empty or longer than 200 characters");
    if (rule.meanings !== "any" && rule.meanings.some((name) => !(MEANINGS as readonly string[]).includes(name)))
      fault("a meaning is unknown");
    for (const name of rule.when)
      if (!(FACTS as readonly string[]).includes(name.replace(/^!/, ""))) fault(`the fact ${name} is unknown`);
    if (rule.when.length === 0 && rule.words === undefined) fault("it has no condition");
    if (rule.matches.length === 0 || rule.notMatches.length === 0)
      fault("it needs examples that match and that do not");
    if (faults.length > 0) continue;
    for (const [index, row] of rule.matches.entries())
      if (!fires(rule, exampleContext(row))) fault(`matches[${index}] does not match`);
    for (const [index, row] of rule.notMatches.entries())
      if (fires(rule, exampleContext(row))) fault(`notMatches[${index}] matches`);
  }
  return faults;
}

/**
 * The rules of several packs, the shipped one first. A later pack adds rules, and may make one of the same id stricter; it never
 * takes one away or makes it milder.
 */
export function mergePacks(packs: readonly RulePack[]): ActiveRules {
  const rules = new Map<string, AuditRule>();
  for (const pack of packs)
    for (const rule of pack.rules) {
      const known = rules.get(rule.id);
      if (known === undefined) rules.set(rule.id, rule);
      else if (known.severity === "warn" && rule.severity === "block")
        rules.set(rule.id, { ...known, severity: "block", version: rule.version, isAnswerable: false });
    }
  return { version: packs.map(({ name, version }) => `${name}@${version}`).join("+"), rules: [...rules.values()] };
}

/** Whether a text holds one of the words, between characters that belong to none. */
export function holdsWord(text: string, words: readonly string[]): boolean {
  return words.some((word) => {
    const wanted = foldText(word);
    for (let at = text.indexOf(wanted); at >= 0 && wanted !== ""; at = text.indexOf(wanted, at + 1)) {
      const [before, after] = [text.charAt(at - 1), text.charAt(at + wanted.length)];
      if (!/[^\x00-\u02ff]/.test(wanted) && (/[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after))) continue;
      return true;
    }
    return false;
  });
}
