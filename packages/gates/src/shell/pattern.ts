/**
 * Bash's patterns for `${x#p}`, `${x/p/r}` and `case`, over text whose every character is known. Written as a walk over
 * the set of positions that are still possible, so that no pattern makes it slow.
 */
export interface PatternRun {
  readonly text: string;
  readonly isQuoted: boolean;
}

type Token =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "any" }
  | { readonly kind: "star" }
  | { readonly kind: "set"; readonly isNegated: boolean; readonly members: readonly SetMember[] };
type SetMember = { readonly from: number; readonly to: number } | { readonly test: RegExp };

export type Pattern = readonly Token[];

const CLASSES: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /[0-9]/,
  alnum: /[A-Za-z0-9]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /[\t-\r ]/,
  blank: /[\t ]/,
  punct: /[!-/:-@[-`{-~]/,
  print: /[ -~]/,
  graph: /[!-~]/,
  cntrl: /[\u0000-\u001f\u007f]/,
  xdigit: /[0-9A-Fa-f]/,
  word: /[A-Za-z0-9_]/,
};

/** Null when it needs what is not modelled here: extended patterns, collating elements, classes of non-ASCII text. */
export function compilePattern(runs: readonly PatternRun[]): Pattern | null {
  const units = runs.flatMap((run) => [...run.text].map((character) => ({ character, isQuoted: run.isQuoted })));
  const tokens: Token[] = [];
  for (let at = 0; at < units.length; at++) {
    const { character, isQuoted } = units[at]!;
    if (isQuoted) tokens.push({ kind: "character", character });
    else if (character === "\\") return null;
    else if ("?*+@!".includes(character) && units[at + 1]?.character === "(" && !units[at + 1]!.isQuoted) return null;
    else if (character === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (character === "?") tokens.push({ kind: "any" });
    else if (character === "[") {
      const set = readSet(units, at + 1);
      if (set === "unmodelled") return null;
      if (set === null) tokens.push({ kind: "character", character });
      else {
        tokens.push(set.token);
        at = set.end;
      }
    } else tokens.push({ kind: "character", character });
  }
  return tokens;
}

interface Unit {
  readonly character: string;
  readonly isQuoted: boolean;
}

function readSet(units: readonly Unit[], start: number): { token: Token; end: number } | null | "unmodelled" {
  let at = start;
  const isNegated = isBare(units[at], "!") || isBare(units[at], "^");
  if (isNegated) at++;
  const members: SetMember[] = [];
  for (let isFirst = true; at < units.length; isFirst = false) {
    const unit = units[at]!;
    if (isBare(unit, "]") && !isFirst) return { token: { kind: "set", isNegated, members }, end: at };
    if (isBare(unit, "[") && /^[:.=]$/.test(units[at + 1]?.character ?? "")) {
      const rest = units.slice(at, at + 12).map(({ character }) => character);
      const name = /^\[:([a-z]+):\]/.exec(rest.join(""))?.[1];
      const test = name === undefined ? undefined : CLASSES[name];
      if (name === undefined || test === undefined) return "unmodelled";
      members.push({ test });
      at += name.length + 4;
      continue;
    }
    const next = units[at + 2];
    if (isBare(units[at + 1], "-") && next !== undefined && !isBare(next, "]")) {
      if (isBare(next, "[")) return "unmodelled";
      members.push({ from: unit.character.codePointAt(0)!, to: next.character.codePointAt(0)! });
      at += 3;
    } else {
      const code = unit.character.codePointAt(0)!;
      members.push({ from: code, to: code });
      at++;
    }
  }
  return null;
}

const isBare = (unit: Unit | undefined, character: string): boolean =>
  unit !== undefined && !unit.isQuoted && unit.character === character;

/** Lengths (in characters) of the prefixes of `characters`, from `start` on, that the pattern matches. */
export function matchLengths(pattern: Pattern, characters: readonly string[], start: number): number[] {
  let states = closeStars(pattern, new Set([0]));
  const lengths: number[] = states.has(pattern.length) ? [0] : [];
  for (let at = start; at < characters.length && states.size > 0; at++) {
    const next = new Set<number>();
    for (const state of states) {
      const token = pattern[state];
      if (token === undefined) continue;
      if (token.kind === "star") next.add(state);
      else if (accepts(token, characters[at]!)) next.add(state + 1);
    }
    states = closeStars(pattern, next);
    if (states.has(pattern.length)) lengths.push(at - start + 1);
  }
  return lengths;
}

export const matchesWhole = (pattern: Pattern, text: string): boolean => {
  const characters = [...text];
  return matchLengths(pattern, characters, 0).at(-1) === characters.length;
};

function closeStars(pattern: Pattern, states: Set<number>): Set<number> {
  for (const state of states) if (pattern[state]?.kind === "star") states.add(state + 1);
  return states;
}

function accepts(token: Token, character: string): boolean {
  if (token.kind === "any") return true;
  if (token.kind === "character") return token.character === character;
  if (token.kind === "star") return false;
  const code = character.codePointAt(0)!;
  const isMember = token.members.some((member) =>
    "test" in member ? member.test.test(character) : member.from <= code && code <= member.to,
  );
  return isMember !== token.isNegated;
}
