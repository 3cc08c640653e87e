import { type ContentRules, findSecrets } from "./content/find-secrets.ts";
import type { SecretKind } from "./content/secret-span.ts";

/** What stands in for a secret: says that something was there, not what and not how long. */
export const MASK = "•••";

/** Found, and left where it is: forms are filled with them, and a job that may not read them back cannot prove its work. */
const LEFT: ReadonlySet<SecretKind> = new Set(["email", "phone"]);

/**
 * Gate 8 on text: every value that the detector finds becomes MASK, but for addresses and telephone numbers; `kinds` says which were found, each once. `onFound` is told
 * the values themselves; `rules` are the tenant's own.
 */
export function redactText(
  text: string,
  onFound: (value: string) => void = () => undefined,
  rules: ContentRules = {},
): { text: string; kinds: string[] } {
  const spans = findSecrets(text, rules).filter(({ kind }) => !LEFT.has(kind));
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
