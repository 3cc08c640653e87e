import type { ContentRules } from "./content/find-secrets.ts";
import { MASK, redactText } from "./redact-text.ts";

/** Shorter values stand in too many words to be taken out wherever they stand. */
const ELSEWHERE_MIN = 6;

/**
 * Gate 8 on texts that tell of the same thing: a secret that one of them gives away, by the words around it, is masked in all of
 * them. `kinds` says which were found, each once.
 */
export function redactAlike(texts: readonly string[], rules: ContentRules = {}): { texts: string[]; kinds: string[] } {
  const kinds = new Set<string>();
  const values = new Set<string>();
  const own = texts.map((text) => {
    const clean = redactText(text, (value) => values.add(value), rules);
    for (const kind of clean.kinds) kinds.add(kind);
    return clean.text;
  });
  // The longest first: one may be a part of another.
  const found = [...values].filter(({ length }) => length >= ELSEWHERE_MIN).sort((a, b) => b.length - a.length);
  return {
    texts: own.map((text) => found.reduce((rest, value) => rest.replaceAll(value, MASK), text)),
    kinds: [...kinds].sort(),
  };
}
