import { type ContentRules, findSecrets } from "./content/find-secrets.ts";

/** What stands in for a secret: says that something was there, not what and not how long. */
export const MASK = "•••";

/**
 * Gate 8 on text: every value that the detector finds becomes MASK; `kinds` says which were found, each once. `onFound` is told
 * the values themselves; `rules` are the tenant's own.
 */
export function redactText(
  text: string,
  onFound: (value: string) => void = () => undefined,
  rules: ContentRules = {},
): { text: string; kinds: string[] } {
  const spans = findSecrets(text, rules);
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
