import type { Label } from "./find-labels.ts";
import type { Place } from "./label-places.ts";

/** `(name, password) VALUES ('anna', '…'), (…)`: a list of columns and the lists of their values. */
const HEAD = /\(([^()]{3,600})\)\s{0,8}(?:values|select)\s{0,8}(?=[('"])/gi;
const TUPLES_MAX = 200;
const TUPLE_MAX = 4_000;
/** One value of a list: quoted (a doubled quote is one of it), or up to the next comma. */
const VALUE =
  /\s{0,20}(?:[NEB]?'((?:[^'\n]|''){0,600})'|"([^"\n]{0,600})"|`([^`\n]{0,600})`|([^,()'"]{0,200}(?:\([^()]{0,100}\))?))\s{0,20}([,)])/y;

/** Where the values of the labels among a statement's columns stand. */
export function sqlPlaces(text: string, labels: readonly Label[]): Place[] {
  if (labels.length === 0) return [];
  const places: Place[] = [];
  let next = 0;
  for (const head of text.matchAll(HEAD)) {
    const columns = columnsOf(head.index + 1, head[1]!);
    while (next < labels.length && labels[next]!.start < head.index) next++;
    const heads = columns.map(({ start, end }) => {
      while (next < labels.length && labels[next]!.start < start) next++;
      let own: Label | undefined;
      while (next < labels.length && labels[next]!.end <= end) own = labels[next++];
      return own;
    });
    if (heads.some((own) => own !== undefined)) places.push(...valuesOf(text, head.index + head[0].length, heads));
  }
  return places;
}

function columnsOf(from: number, list: string): { start: number; end: number }[] {
  let start = from;
  return list.split(",").map((column) => {
    const own = { start, end: start + column.length };
    start = own.end + 1;
    return own;
  });
}

function valuesOf(text: string, from: number, heads: readonly (Label | undefined)[]): Place[] {
  const places: Place[] = [];
  let at = from;
  for (let tuple = 0; tuple < TUPLES_MAX && at < text.length; tuple++) {
    const opening = /^[\s,]{0,20}\(?/.exec(text.slice(at, at + 24))![0];
    if (!opening.includes("(") && tuple > 0) break;
    at += opening.length;
    const limit = at + TUPLE_MAX;
    for (let column = 0; at < limit; column++) {
      VALUE.lastIndex = at;
      const match = VALUE.exec(text);
      if (match === null) return places;
      const value = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
      const label = heads[column];
      const start = at + match[0].indexOf(value);
      // With its opening quote, so that the value may hold blanks.
      const isQuoted = match[4] === undefined;
      if (label !== undefined && value.trim() !== "")
        places.push({
          label,
          start: isQuoted ? start - 1 : start,
          end: start + value.length,
          how: isQuoted ? "sign" : "cell",
        });
      at += match[0].length;
      if (match[5] === ")") break;
    }
  }
  return places;
}
