import type { AuditContext } from "@deskfleet/contracts";
import type { ContentFilter } from "../content/content-filter.ts";

/** Of what is put in, a case needs no more. */
const CONTENT_CHARACTERS_MAX = 4_000;

/**
 * A context as it may be kept: gate 8 over all its texts, alike, so that what one of them gives away is masked in the others. Earlier
 * pages are left out; rules read them only where the page itself could not be read.
 */
export function maskContext(context: AuditContext, content: Pick<ContentFilter, "redactAlike">): AuditContext {
  const { ledger, place, page } = context;
  const earlier = page.text === "" ? ledger.pages[place.url] : undefined;
  const kept: AuditContext = {
    ...context,
    content: { ...context.content, text: context.content.text.slice(0, CONTENT_CHARACTERS_MAX) },
    ledger: { ...ledger, pages: earlier === undefined ? {} : { [place.url]: earlier } },
  };
  const texts: string[] = [];
  mapTexts(kept, (text) => {
    texts.push(text);
    return text;
  });
  const masked = content.redactAlike(texts).texts[Symbol.iterator]();
  return mapTexts(kept, (text) => masked.next().value ?? text) as AuditContext;
}

/** Words of ours, which no text of a page stands in. */
const OURS: ReadonlySet<string> = new Set([
  "action",
  "role",
  "kind",
  "kinds",
  "how",
  "sees",
  "autofilled",
  "consequence",
  "result",
]);

/** The same value with other texts, each visited in the same order. Keys that are places are texts too. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      isPlace(key) ? change(key) : key,
      OURS.has(key) ? member : mapTexts(member, change),
    ]),
  );
}

/** Addresses, paths and hosts, as opposed to names of members. */
const isPlace = (key: string): boolean => /[^A-Za-z]/.test(key);
