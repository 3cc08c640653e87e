import { modulo } from "./checksums.ts";

interface Found {
  readonly start: number;
  readonly end: number;
}

/** ISO 13616 registry: length by country. */
const LENGTHS: Record<string, number> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 " +
    "GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 " +
    "NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
/** Countries whose account number is digits only: there a letter is a misread digit. */
const DIGITS_ONLY = new Set(
  "AE AT BA BE CH CR CZ DE DK EE EG ES FI FO GL HR HU IS IL LI LT ME NO PL PT RS SE SI SK TN VA XK".split(" "),
);

const CHARACTER = /[A-Za-z0-9|]/;
const HEAD = /(?<![A-Za-z0-9])[A-Za-z]{2}[ -]?[0-9OoIlSZB]{2}(?=[ -]?[A-Za-z0-9])/g;
const MISREAD: Record<string, string> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  "|": "1",
  S: "5",
  B: "8",
  Z: "2",
  G: "6",
};
const asDigits = (text: string): string => text.replace(/[OQDIL|SBZG]/g, (letter) => MISREAD[letter] ?? letter);
const LENGTH_MAX = 34;

/** Account numbers whose check digits are right, of any country of the registry; of others where they stand in groups of four. */
export function ibans(text: string): Found[] {
  const found: Found[] = [];
  for (const { 0: head, index } of text.matchAll(HEAD)) {
    const country = head.slice(0, 2).toUpperCase();
    const length = LENGTHS[country];
    const isCapital = head.slice(0, 2) === country;
    const span = length === undefined ? (isCapital ? grouped(text, index) : null) : read(text, index, length);
    if (span === null) continue;
    const compact = text
      .slice(span.start, span.end)
      .replace(/[^A-Za-z0-9|]/g, "")
      .toUpperCase();
    // Small letters in a run of letters are a word.
    if (!isCapital && !/\d{8}/.test(compact)) continue;
    if (candidates(compact, country).some((candidate) => /^[A-Z]{2}\d{2}/.test(candidate) && passes(candidate)))
      found.push(span);
  }
  return found;
}

const passes = (compact: string): boolean => modulo(compact.slice(4) + compact.slice(0, 4), 97) === 1;

function candidates(compact: string, country: string): string[] {
  const fixedCheck = compact.slice(0, 2) + asDigits(compact.slice(2, 4)) + compact.slice(4).replaceAll("|", "1");
  const all = [compact, fixedCheck];
  if (DIGITS_ONLY.has(country)) all.push(country + asDigits(compact.slice(2)));
  // Behind the bank's letters (GB, NL, IE …) only digits.
  else if (/^[A-Z]{4}/.test(compact.slice(4)))
    all.push(country + asDigits(compact.slice(2, 4)) + compact.slice(4, 8) + asDigits(compact.slice(8)));
  return all;
}

/** `length` characters with at most one separator between two of them, ending with a word's end. */
function read(text: string, start: number, length: number): Found | null {
  let at = start;
  let count = 0;
  while (count < length) {
    const character = text[at];
    if (character === undefined) return null;
    if (CHARACTER.test(character)) {
      count++;
      at++;
      continue;
    }
    const gap = /^(?:[ .-]|[ ]?\r?\n[ ]{0,8})/.exec(text.slice(at, at + 12))?.[0];
    if (gap === undefined || count < 2 || !CHARACTER.test(text[at + gap.length] ?? "")) return null;
    at += gap.length;
  }
  return /[A-Za-z0-9]/.test(text[at] ?? "") ? null : { start, end: at };
}

function grouped(text: string, start: number): Found | null {
  // RF: a creditor's reference, with the same check digits.
  const match = /^(?!RF)[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/.exec(
    text.slice(start, start + LENGTH_MAX + 12),
  );
  if (match === null) return null;
  const length = match[0].replaceAll(" ", "").length;
  return length < 15 || length > LENGTH_MAX ? null : { start, end: start + match[0].length };
}
