/** Rows that are looked at; more would say the same. */
const ROWS_MAX = 50;

/**
 * Names of the inputs that tell a batch's rows apart best for a person: words rather than numbers, dates or flags, different in every
 * row, the shorter ones first. The order of a CSV's columns is not kept with its rows.
 */
export function tellingColumns(rows: readonly Readonly<Record<string, unknown>>[], max: number): string[] {
  const seen = rows.slice(0, ROWS_MAX);
  const names = [...new Set(seen.flatMap((row) => Object.keys(row)))];
  const rated = names.map((name) => {
    const texts = seen.map((row) => row[name]).filter((value) => typeof value === "string" && value !== "") as string[];
    const words = texts.filter((text) => Number.isNaN(Number(text)) && !/^\d{4}-\d\d-\d\d/.test(text));
    const length = words.reduce((total, text) => total + text.length, 0) / Math.max(1, words.length);
    return { name, distinct: new Set(words).size, length };
  });
  return rated
    .toSorted((a, b) => b.distinct - a.distinct || a.length - b.length)
    .slice(0, max)
    .map(({ name }) => name);
}
