/** A source of the same numbers for the same seed: mulberry32. */
export interface Random {
  readonly below: (limit: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly text: (length: number, alphabet: string) => string;
}
export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const UPPER = LOWER.toUpperCase();
export const DIGITS = "0123456789";
export const HEX = "0123456789abcdef";
export const BASE62 = UPPER + LOWER + DIGITS;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  return { below, pick, text: (length, alphabet) => Array.from({ length }, () => pick([...alphabet])).join("") };
}
