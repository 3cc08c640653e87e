import { passesLuhn } from "./checksums.ts";
import { asDigits } from "./national-id/find-national-ids.ts";

interface Found {
  readonly start: number;
  readonly end: number;
}

// Digits with one separator between them: a blank, a dash, a dot, or a line that breaks within the number.
const RUN = /(?<![0-9.,])(?<![0-9][ -])[0-9](?:(?:[ .-]|[ ]?\r?\n[ ]{0,8})?[0-9]){11,18}(?![0-9])(?![ -]?[0-9])/g;
/** As recognition reads digits: some are letters. Four groups of four, or no separator. */
const CONFUSED =
  /(?<![0-9A-Za-z])[0-9OoQDlI|iSsBZzgGb]{4}([ -]?)[0-9OoQDlI|iSsBZzgGb]{4}\1[0-9OoQDlI|iSsBZzgGb]{4}\1[0-9OoQDlI|iSsBZzgGb]{3,4}(?![0-9A-Za-z])/g;

/** Lengths of the brands' numbers, by their first digits (ISO/IEC 7812 ranges as the brands publish them). */
const BRANDS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65|622)/, [16, 17, 18, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^(?:30[0-5]|3095|36|3[89])/, [14, 16, 19]],
  [/^(?:62|81|9[0-9])/, [16, 17, 18, 19]],
  [/^220[0-4]/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6[0-9])/, [13, 15, 16, 17, 18, 19]],
];
/** How cards print their digits: groups of one of these. */
const GROUPS = /^(?:4,4,4,4|4,6,5|4,6,4|4,4,4,4,3|4,4,4,4,[12]|6,1[0-3]|4,4,5|8,8|4,12|\d+)$/;

export interface CardCandidate extends Found {
  /** A brand's first digits and length, in groups as on a card: recognised without a label. */
  readonly isPlain: boolean;
}

/** Numbers of 13 to 19 digits whose check digit is right. */
export function cardCandidates(text: string): CardCandidate[] {
  if (!/[0-9]{2}/.test(text)) return [];
  const found: CardCandidate[] = [];
  for (const { 0: value, index } of text.matchAll(RUN)) {
    const digits = value.replace(/[^0-9]/g, "");
    if (digits.length >= 13 && isCard(digits))
      found.push({ start: index, end: index + value.length, isPlain: isBrand(digits) && GROUPS.test(groupsOf(value)) });
  }
  for (const { 0: value, index } of text.matchAll(CONFUSED)) {
    const read = (value.match(/[0-9]/g) ?? []).length;
    const digits = asDigits(value).replace(/[^0-9]/g, "");
    if (read >= 10 && read < digits.length && digits.length >= 15 && isCard(digits) && isBrand(digits))
      found.push({ start: index, end: index + value.length, isPlain: true });
  }
  return found;
}

const isCard = (digits: string): boolean => !/^(.)\1*$/.test(digits) && !/^0/.test(digits) && passesLuhn(digits);
const isBrand = (digits: string): boolean =>
  BRANDS.some(([first, lengths]) => first.test(digits) && lengths.includes(digits.length));
const groupsOf = (value: string): string =>
  value
    .split(/[ .\n\r-]+/)
    .map(({ length }) => length)
    .join();
