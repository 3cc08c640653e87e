/**
 * The same words, lines and pages are judged again and again in a run: what was worked out for a text is the same each time. Holds
 * what was asked for lately, at most `entriesMax` texts and none longer than `charactersMax`; `work` must depend on its text alone.
 */
export function remembering<T>(
  { entriesMax, charactersMax }: { readonly entriesMax: number; readonly charactersMax: number },
  work: (text: string) => T,
): (text: string) => T {
  // Two generations: taking single texts out of a map, oldest first, costs more than what it saves.
  let [young, old] = [new Map<string, T>(), new Map<string, T>()];
  return (text) => {
    if (text.length > charactersMax) return work(text);
    const known = young.get(text);
    if (known !== undefined) return known;
    const result = old.get(text) ?? work(text);
    if (young.size >= entriesMax / 2) [young, old] = [new Map(), young];
    young.set(text, result);
    return result;
  };
}
