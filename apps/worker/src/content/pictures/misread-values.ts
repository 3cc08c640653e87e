import type { SecretSpan } from "@deskfleet/gates";

/** Shorter values are looked for as whole words alone. */
const WITHIN_LENGTH_MIN = 6;
/** Signs of a value, folded, of which one may be read wrongly, left out or added. */
const SIGNS_PER_ERROR = 7;
/** Signs that recognition takes for each other at screen sizes. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ o: "0", q: "0", "@": "0", "®": "0", "©": "0", d: "0" },
  ...{ i: "1", l: "1", "|": "1", "!": "1", j: "1", t: "1", f: "1" },
  ...{ s: "5", $: "5", "§": "5", z: "2", b: "8", "&": "8", g: "9", "€": "e", v: "u", y: "u" },
};
const IS_SIGN = /[\p{L}\p{N}@®©|!$§&€]/u;

interface Folded {
  readonly signs: string;
  /** Where each sign stands in the text. */
  readonly origins: readonly number[];
}

/** What looks alike when it is read off a screen has the same signs: blanks, dashes and the like are lost or made up. */
function fold(text: string): Folded {
  let signs = "";
  const origins: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = (text[index] as string).toLowerCase();
    if (!IS_SIGN.test(character) || character.length !== 1) continue;
    signs += ALIKE[character] ?? character;
    origins.push(index);
  }
  return { signs, origins };
}

/**
 * Known values in a text that was read off a picture, also where some of their signs were read wrongly: in places of the text. Not to
 * be used on texts that are exact: it finds what merely resembles a value.
 */
export function misreadValues(
  text: string,
  values: readonly { readonly value: string; readonly kind: SecretSpan["kind"] }[],
): SecretSpan[] {
  if (values.length === 0) return [];
  const { signs, origins } = fold(text);
  const isBoundary = (at: number): boolean => {
    const [before, after] = [origins[at - 1], origins[at]];
    return before === undefined || after === undefined || after - before > 1;
  };
  return values.flatMap(({ value, kind }) => {
    const wanted = fold(value).signs;
    if (wanted.length < 3) return [];
    const isWhole = kind === "keyword" || wanted.length < WITHIN_LENGTH_MIN;
    const found = alike(signs, wanted, Math.floor(wanted.length / SIGNS_PER_ERROR));
    return nearest(found.filter(({ start, end }) => !isWhole || (isBoundary(start) && isBoundary(end)))).map(
      ({ start, end }) => ({ start: origins[start] as number, end: (origins[end - 1] as number) + 1, kind }),
    );
  });
}

interface Alike {
  readonly start: number;
  readonly end: number;
  readonly cost: number;
}

/** Of those that overlap, the one with the fewest errors. */
function nearest(found: readonly Alike[]): Alike[] {
  const kept: Alike[] = [];
  for (const one of found) {
    const last = kept.at(-1);
    if (last === undefined || one.start >= last.end) kept.push(one);
    else if (one.cost < last.cost) kept[kept.length - 1] = one;
  }
  return kept;
}

/** All places where a text is the wanted one but for so many errors (Sellers 1980); they may overlap. */
function alike(text: string, wanted: string, errors: number): Alike[] {
  const found: Alike[] = [];
  const rows = wanted.length + 1;
  let costs = Array.from({ length: rows }, (_, row) => row);
  let starts = new Array<number>(rows).fill(0);
  for (let at = 0; at < text.length; at++) {
    const nextCosts = [0];
    const nextStarts = [at + 1];
    for (let row = 1; row < rows; row++) {
      const same = (costs[row - 1] as number) + (text[at] === wanted[row - 1] ? 0 : 1);
      const extra = (costs[row] as number) + 1;
      const lacking = (nextCosts[row - 1] as number) + 1;
      const cost = Math.min(same, extra, lacking);
      nextCosts.push(cost);
      nextStarts.push(
        cost === same
          ? (starts[row - 1] as number)
          : cost === extra
            ? (starts[row] as number)
            : (nextStarts[row - 1] as number),
      );
    }
    costs = nextCosts;
    starts = nextStarts;
    const cost = costs[rows - 1] as number;
    if (cost <= errors) found.push({ start: starts[rows - 1] as number, end: at + 1, cost });
  }
  return found;
}
