import { digitsOf, isDate, modulo, passesLuhn, passesMod11And10, weighted } from "../checksums.ts";
import { form, type IdScheme } from "./scheme.ts";

const DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
const number = (text: string, start: number, end?: number): number => Number(text.slice(start, end));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const crossSum = (value: number): number => sum(digitsOf(String(value)));
/** Letters as their places in the alphabet, two digits each. */
const spelled = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 64).padStart(2, "0"));

// Italian check character: what a character counts at odd places (the first is odd), by 0-9 and then A-Z.
const ODD_DIGITS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
const ODD_LETTERS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
function passesCodiceFiscale(code: string): boolean {
  let total = 0;
  for (let index = 0; index < 15; index++) {
    const character = code[index]!;
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    total += index % 2 === 1 ? value : (/\d/.test(character) ? ODD_DIGITS : ODD_LETTERS)[value]!;
  }
  return String.fromCharCode(65 + (total % 26)) === code[15];
}

/** Numbers of persons in Europe. Sources: the issuing authorities' descriptions; each check is tested on numbers made by the rule. */
export const EUROPEAN_IDS: readonly IdScheme[] = [
  {
    id: "es-dni",
    form: form("\\d{8}[ -]?[A-Za-z]|\\d{2}\\.\\d{3}\\.\\d{3}[ -]?[A-Za-z]"),
    isValid: (id) => DNI_LETTERS[number(id, 0, 8) % 23] === id[8],
  },
  {
    id: "es-nie",
    form: form("[XYZxyz][ -]?\\d{7}[ -]?[A-Za-z]"),
    isValid: (id) => DNI_LETTERS[number(`${"XYZ".indexOf(id[0]!)}${id.slice(1, 8)}`, 0) % 23] === id[8],
    alone: /[XYZ][ -]?\d{7}/i,
  },
  {
    id: "es-ss",
    form: form("\\d{2}[ /-]?\\d{8}[ /-]?\\d{2}"),
    isValid: (id) => modulo(id.slice(0, 10), 97) === number(id, 10),
  },
  {
    id: "fr-nir",
    form: form("[12] ?\\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d{2}|2[ABab]) ?\\d{3} ?\\d{3} ?[ /-]?\\d{2}"),
    isValid: (id) => {
      const place = id.slice(5, 7);
      const digits = `${id.slice(0, 5)}${place === "2A" ? "19" : place === "2B" ? "18" : place}${id.slice(7, 13)}`;
      return 97 - modulo(digits, 97) === number(id, 13);
    },
    alone: /[12] ?\d{2} ?\d{2} ?\d[\dAB]/i,
  },
  {
    id: "fr-tax",
    form: form("[0-3]\\d(?: ?\\d{2}){1}(?: ?\\d{3}){3}"),
    isValid: (id) => modulo(id.slice(0, 10), 511) === number(id, 10),
  },
  {
    id: "it-cf",
    form: form(
      "[A-Za-z]{3} ?[A-Za-z]{3} ?[0-9LMNP-Vlmnp-v]{2}[A-EHLMPR-Ta-ehlmpr-t][0-9LMNP-Vlmnp-v]{2} ?[A-Za-z][0-9LMNP-Vlmnp-v]{3} ?[A-Za-z]",
    ),
    isValid: passesCodiceFiscale,
    alone: /[A-Z]\d{2}[A-Z]\d{2} ?[A-Z]\d{3}/i,
  },
  {
    id: "pl-pesel",
    form: form("\\d{11}|\\d{6} \\d{5}"),
    isValid: (id) =>
      weighted(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0 && isDate(number(id, 2, 4) % 20, number(id, 4, 6)),
  },
  {
    id: "nl-bsn",
    form: form("\\d{9}|\\d{4}[. -]\\d{2}[. -]\\d{3}|\\d{3}[. -]\\d{3}[. -]\\d{3}"),
    isValid: (id) => number(id, 0) > 0 && weighted(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  },
  {
    id: "de-tax",
    form: form("[1-9]\\d{10}|[1-9]\\d \\d{3} \\d{3} \\d{3}|[1-9]\\d{2} \\d{4} \\d{4}"),
    isValid: passesMod11And10,
  },
  {
    id: "de-card",
    form: form("[CFGHJ-NPRTV-ZL][0-9CFGHJ-NPRTV-Z]{8}(?: ?\\d)?"),
    // Without the check digit, as printed on the front, only the form is left.
    isValid: (id) =>
      id.length === 9
        ? /\d.*\d/.test(id)
        : sum([...id.slice(0, 9)].map((character, index) => Number.parseInt(character, 36) * [7, 3, 1][index % 3]!)) %
            10 ===
          Number(id[9]),
  },
  {
    id: "de-sv",
    form: form("\\d{2} ?\\d{6} ?[A-Za-z] ?\\d{3}"),
    isValid: (id) =>
      sum(
        digitsOf(spelled(id.slice(0, 11))).map((digit, index) =>
          crossSum(digit * [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1][index]!),
        ),
      ) %
        10 ===
      Number(id[11]),
  },
  {
    id: "at-sv",
    form: form("\\d{4} ?\\d{6}"),
    isValid: (id) => weighted(id, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(id[3]),
  },
  {
    id: "ch-ahv",
    form: form("756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d{2}"),
    isValid: (id) => weighted(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
    alone: /756/,
  },
  {
    id: "uk-nino",
    form: form("[A-CEGHJ-PR-TW-Za-ceghj-pr-tw-z][A-CEGHJ-NPR-TW-Za-ceghj-npr-tw-z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-Da-d]"),
    isValid: (id) => !/^(?:BG|GB|NK|KN|TN|NT|ZZ)/.test(id),
  },
  {
    id: "uk-nhs",
    form: form("\\d{3}[ -]?\\d{3}[ -]?\\d{4}"),
    isValid: (id) => (11 - (weighted(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(id[9]),
  },
  {
    id: "be-nrn",
    form: form("\\d{2}\\.?\\d{2}\\.?\\d{2}[- ]?\\d{3}[. ]?\\d{2}"),
    isValid: (id) => [id.slice(0, 9), `2${id.slice(0, 9)}`].some((digits) => 97 - modulo(digits, 97) === number(id, 9)),
  },
  {
    id: "se-pnr",
    form: form("(?:19|20)?\\d{6}[-+ ]?\\d{4}"),
    isValid: (id) => passesLuhn(id.slice(-10)) && isDate(number(id.slice(-10), 2, 4), number(id.slice(-10), 4, 6) % 60),
  },
  {
    id: "fi-hetu",
    form: form("\\d{6}[-+A-FU-Ya-fu-y]\\d{3}[0-9A-FHJ-NPR-Ya-fhj-npr-y]"),
    isValid: (id) => {
      const digits = id.replace(/^(\d{6})[A-Z]?(\d{3}).$/, "$1$2");
      return (
        "0123456789ABCDEFHJKLMNPRSTUVWXY"[Number(digits) % 31] === id.at(-1) &&
        isDate(number(id, 2, 4), number(id, 0, 2))
      );
    },
    alone: /\d{6}[-+A-Y]\d{3}/i,
  },
  {
    id: "no-fnr",
    form: form("\\d{6}[ -]?\\d{5}"),
    isValid: (id) =>
      weighted(id, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1, 0]) % 11 === 0 &&
      weighted(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  { id: "dk-cpr", form: form("\\d{6}[- ]?\\d{4}"), isValid: (id) => isDate(number(id, 2, 4), number(id, 0, 2)) },
  {
    id: "pt-nif",
    form: form("[1-35-9]\\d{2} ?\\d{3} ?\\d{3}"),
    isValid: (id) => ((11 - (weighted(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(id[8]),
  },
  {
    id: "cz-rc",
    form: form("\\d{6}/?\\d{4}"),
    isValid: (id) => Number(id) % 11 === 0 && isDate((number(id, 2, 4) % 50) % 20 || 20, number(id, 4, 6)),
  },
  {
    id: "ro-cnp",
    form: form("[1-9]\\d{12}"),
    isValid: (id) => (weighted(id, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11) % 10 === Number(id[12]),
  },
  {
    id: "bg-egn",
    form: form("\\d{10}"),
    isValid: (id) => (weighted(id, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(id[9]),
  },
  { id: "hr-oib", form: form("\\d{11}"), isValid: passesMod11And10 },
  {
    id: "ie-pps",
    form: form("\\d{7}[A-Wa-w][A-IWa-iw]?"),
    isValid: (id) => {
      const second = id[8] && id[8] !== "W" ? id.charCodeAt(8) - 64 : 0;
      return "WABCDEFGHIJKLMNOPQRSTUV"[(weighted(id, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === id[7];
    },
  },
  {
    id: "ee-ik",
    form: form("[1-8]\\d{10}"),
    isValid: (id) => {
      const first = weighted(id, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
      const check = first < 10 ? first : (weighted(id, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10;
      return check === Number(id[10]);
    },
  },
  {
    id: "gr-amka",
    form: form("\\d{11}"),
    isValid: (id) => passesLuhn(id) && isDate(number(id, 2, 4), number(id, 0, 2)),
  },
  {
    id: "ru-snils",
    form: form("\\d{3}-?\\d{3}-?\\d{3}[- ]?\\d{2}"),
    isValid: (id) => (weighted(id, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === number(id, 9),
  },
  {
    id: "ru-inn",
    form: form("\\d{12}"),
    isValid: (id) =>
      (weighted(id, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === Number(id[10]) &&
      (weighted(id, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === Number(id[11]),
  },
  { id: "ru-passport", form: form("\\d{2} ?\\d{2} ?\\d{6}") },
];
