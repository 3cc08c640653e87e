import { OPTIONAL_KINDS } from "@deskfleet/contracts";
import { type ContentRules, findSecrets } from "./content/find-secrets.ts";
import type { SecretKind, SecretSpan } from "./content/secret-span.ts";

/** What stands in for a secret: says that something was there, not what and not how long. */
export const MASK = "•••";

/** Left unless the rules name them: forms are filled with them, and a job that may not read them back cannot prove its work. */
const OPTIONAL: ReadonlySet<SecretKind> = new Set(OPTIONAL_KINDS);

/** The values that gate 8 takes out of a text, by the tenant's own rules too. */
export function secretsToMask(text: string, rules: ContentRules = {}): SecretSpan[] {
  return findSecrets(text, rules).filter(({ kind }) => !OPTIONAL.has(kind) || rules.kinds?.includes(kind));
}

/**
 * Gate 8 on text: every value that the detector finds becomes MASK, but for addresses and telephone numbers that `rules`, the
 * tenant's own, do not name; `kinds` says which were found, each once. `onFound` is told the values themselves.
 */
export function redactText(
  text: string,
  onFound: (value: string) => void = () => undefined,
  rules: ContentRules = {},
): { text: string; kinds: string[] } {
  const spans = secretsToMask(text, rules);
  if (spans.length === 0) return { text, kinds: [] };
  let result = "";
  let from = 0;
  for (const { start, end } of spans) {
    onFound(text.slice(start, end));
    result += text.slice(from, start) + MASK;
    from = end;
  }
  return { text: result + text.slice(from), kinds: [...new Set(spans.map(({ kind }) => kind))] };
}
