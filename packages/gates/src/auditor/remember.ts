/**
 * The same words, lines and pages are judged again and again in a run: what was worked out for a text is the same each time. Holds
 * the `entriesMax` texts that came last, and none longer than `charactersMax`; `work` must depend on its text alone.
 */
export function remembering<T>(
  { entriesMax, charactersMax }: { readonly entriesMax: number; readonly charactersMax: number },
  work: (text: string) => T,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > charactersMax) return work(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = work(text);
    if (known.size >= entriesMax) known.delete(known.keys().next().value as string);
    known.set(text, result);
    return result;
  };
}
