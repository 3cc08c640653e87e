import { type AuditContext, type AuditLedger, DATA_KINDS, type DataKind } from "@deskfleet/contracts";
import { findSecrets, MASK, type SecretKind } from "@deskfleet/gates";
import type { AuditMemory } from "./audit-memory.ts";

type Content = AuditContext["content"];

/** What is kept of a text that is put in. */
const TEXT_MAX = 20_000;
/** Lines of a text that are looked for on earlier pages, and how long one has to be for its place to mean something. */
const LINES_MAX = 40;
const LINE_CHARACTERS_MIN = 12;
const WORDS_MAX = 200;

export const noContent = (): Content => ({
  ...{ kinds: [], autofilled: [], amount: null, fromSteps: [], source: null, isForeign: false, text: "" },
});

/** What is known of a text that goes into an element: kinds of data in it, steps that showed them, and the page that it stands on. */
export function typedContent(
  text: string,
  given: {
    readonly label: string;
    readonly memory: AuditMemory;
    readonly goal: string;
    readonly trusted: readonly string[];
  },
): Content {
  const cut = text.slice(0, TEXT_MAX);
  const values = valuesIn(given.label, cut);
  // What opens or pays something is known by its kind; rules compare nothing with it.
  const said = values
    .filter(({ kind }) => DATA_KINDS[kind] === "secret")
    .reduce((rest, { value }) => rest.replaceAll(value, MASK), cut);
  const steps = [cut, ...values.map(({ value }) => value), ...wordsOf(cut)]
    .map((value) => given.memory.stepThatShowed(value))
    .filter((step) => step !== undefined);
  const source = sourceOf(cut, given.memory.ledger, given.goal);
  return {
    ...noContent(),
    text: said,
    kinds: [...new Set(values.map(({ kind }) => kind))],
    fromSteps: [...new Set(steps)].sort((a, b) => a - b),
    source: source === null ? null : `page ${source}`,
    isForeign: source !== null && !given.trusted.some((host) => isAt(source, host)),
  };
}

/** What a page shows that is worth following. */
export function seenData(text: string): { readonly kinds: DataKind[]; readonly values: string[] } {
  const spans = findSecrets(text);
  return {
    kinds: [...new Set(spans.map(({ kind }) => dataKind(kind)))],
    values: spans.map(({ start, end }) => text.slice(start, end)),
  };
}

/** The label of its field says what a bare value is. */
function valuesIn(label: string, text: string): { kind: DataKind; value: string }[] {
  const lead = label === "" ? "" : `${label.replace(/[:：\s]+$/, "")}: `;
  return findSecrets(lead + text)
    .filter(({ start }) => start >= lead.length)
    .map(({ start, end, kind }) => ({ kind: dataKind(kind), value: (lead + text).slice(start, end) }));
}

/** A tenant's own words are no kind of data that rules know. */
const dataKind = (kind: SecretKind): DataKind => (kind === "keyword" ? "other" : kind);

const wordsOf = (text: string): string[] => text.split(/\s+/).slice(0, WORDS_MAX);

/** The page of this run on which a line of the text stands; null: on none, or the goal says it itself. */
function sourceOf(text: string, { pages }: AuditLedger, goal: string): string | null {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= LINE_CHARACTERS_MIN && !goal.includes(line))
    .slice(0, LINES_MAX);
  for (const [place, page] of Object.entries(pages)) if (lines.some((line) => page.includes(line))) return place;
  return null;
}

function isAt(place: string, host: string): boolean {
  const name = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/?#]*@)?([^/:?#]+)/i.exec(place)?.[1]?.toLowerCase();
  return name !== undefined && (name === host || name.endsWith(`.${host}`));
}
