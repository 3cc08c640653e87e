import { AMERICAN_IDS } from "./american-ids.ts";
import { ASIAN_IDS } from "./asian-ids.ts";
import { EUROPEAN_IDS } from "./european-ids.ts";
import type { IdScheme } from "./scheme.ts";

const ALL: readonly IdScheme[] = [...ASIAN_IDS, ...EUROPEAN_IDS, ...AMERICAN_IDS];
const BY_ID = new Map(ALL.map((scheme) => [scheme.id, scheme]));
/** What a name that says no country can mean. */
const CHECKED = ALL.filter(
  ({ isValid, id }) => isValid !== undefined && !/^(?:dk-cpr|de-card|my-kad|cn15|id-nik|mx-rfc)$/.test(id),
);
const ALONE = ALL.filter(({ alone }) => alone);

interface Found {
  readonly start: number;
  readonly end: number;
}

/** Letters that recognition takes for digits, where a check digit says whether that is what they were. */
const CONFUSED: Record<string, string> = {
  O: "0",
  o: "0",
  Q: "0",
  D: "0",
  l: "1",
  I: "1",
  "|": "1",
  i: "1",
  S: "5",
  s: "5",
  B: "8",
  Z: "2",
  z: "2",
  g: "9",
  G: "6",
  b: "6",
};
export const asDigits = (text: string): string =>
  text.replace(/[OoQDlI|iSsBZzgGb]/g, (letter) => CONFUSED[letter] ?? letter);

/** Numbers that are recognised by themselves. */
export function idsAlone(text: string): Found[] {
  if (!/\d{3}/.test(text)) return [];
  return ALONE.filter(({ alone }) => alone?.test(text)).flatMap((scheme) => matches(scheme, text));
}

/** The first number of one of the schemes that a label names; of a schemeless name, of any with a check digit. */
export function idOf(text: string, schemes: string): Found | null {
  const named = schemes === "*" ? CHECKED : schemes.split(" ").flatMap((id) => BY_ID.get(id) ?? []);
  for (const candidate of [text, asDigits(text)]) {
    const found = named
      .filter(({ isValid }) => isValid !== undefined || candidate === text)
      .flatMap((scheme) => matches(scheme, candidate).slice(0, 1))
      .sort((a, b) => a.start - b.start || b.end - a.end)[0];
    if (found) return found;
  }
  return null;
}

function matches({ form, isValid }: IdScheme, text: string): Found[] {
  const found: Found[] = [];
  for (const { 0: value, index } of text.matchAll(form)) {
    const compact = value.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
    if (/\d/.test(compact) && (isValid === undefined || isValid(compact)))
      found.push({ start: index, end: index + value.length });
  }
  return found;
}
