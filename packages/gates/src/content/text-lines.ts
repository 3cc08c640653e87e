/**
 * Ends of lines within a reach. A search of the whole text for each label would take quadratic time where there are many labels
 * and no line breaks.
 */
export function lineEndAt(text: string, from: number, reach: number): number {
  const limit = Math.min(text.length, from + reach);
  const end = text.slice(from, limit).indexOf("\n");
  return end < 0 ? limit : from + end;
}

export function lineStartAt(text: string, at: number, reach: number): number {
  const limit = Math.max(0, at - reach);
  return limit + text.slice(limit, at).lastIndexOf("\n") + 1;
}
