import { isDate, passesLuhn, weighted } from "../checksums.ts";
import { form, type IdScheme } from "./scheme.ts";

const number = (text: string, start: number, end?: number): number => Number(text.slice(start, end));
const checkOf = (rest: number): number => (rest < 2 ? 0 : 11 - rest);

function passesCpf(id: string): boolean {
  return (
    !/^(.)\1*$/.test(id) &&
    checkOf(weighted(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) === Number(id[9]) &&
    checkOf(weighted(id, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) === Number(id[10])
  );
}

const CURP_LETTERS = "0123456789ABCDEFGHIJKLMN\u00d1OPQRSTUVWXYZ";
function passesCurp(id: string): boolean {
  let sum = 0;
  for (let index = 0; index < 17; index++) sum += CURP_LETTERS.indexOf(id[index]!) * (18 - index);
  return (10 - (sum % 10)) % 10 === Number(id[17]) && isDate(number(id, 6, 8), number(id, 8, 10));
}

/** Never issued, or known from forms as a sample. */
const SAMPLE_SSN = /^(?:000|666|9)|^\d{3}00|0000$|^123456789$|^078051120$|^219099999$|^(.)\1*$/;

/** Numbers of persons in America and Africa, and papers that have no form of their own. */
export const AMERICAN_IDS: readonly IdScheme[] = [
  { id: "us-ssn", form: form("\\d{3}[- .]?\\d{2}[- .]?\\d{4}"), isValid: (id) => !SAMPLE_SSN.test(id) },
  // Without a label only as it is always written.
  {
    id: "us-ssn-dashed",
    form: form("\\d{3}-\\d{2}-\\d{4}"),
    isValid: (id) => !SAMPLE_SSN.test(id),
    alone: /\d{3}-\d{2}-\d{4}/,
  },
  { id: "us-itin", form: form("9\\d{2}[- ]?[5-9]\\d[- ]?\\d{4}") },
  { id: "ca-sin", form: form("[0-79]\\d{2}[ -]?\\d{3}[ -]?\\d{3}"), isValid: passesLuhn },
  { id: "br-cpf", form: form("\\d{3}\\.?\\d{3}\\.?\\d{3}[-/ ]?\\d{2}"), isValid: passesCpf },
  { id: "br-cpf-dotted", form: form("\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}"), isValid: passesCpf, alone: /\.\d{3}-\d{2}/ },
  {
    id: "mx-curp",
    form: form("[A-Za-z][AEIOUXaeioux][A-Za-z]{2}\\d{6}[HMXhmx][A-Za-z]{5}[0-9A-Za-z]\\d"),
    isValid: passesCurp,
    alone: /[A-Z]{4}\d{6}[HMX]/i,
  },
  { id: "mx-rfc", form: form("[A-Z&]{3,4}\\d{6}[0-9A-Z]{3}"), isValid: (id) => /\d{6}/.test(id) },
  {
    id: "cl-rut",
    form: form("\\d{1,2}\\.?\\d{3}\\.?\\d{3}-?[\\dKk]"),
    isValid: (id) => {
      const sum = [...id.slice(0, -1)]
        .reverse()
        .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0);
      const check = 11 - (sum % 11);
      return (check === 11 ? "0" : check === 10 ? "K" : String(check)) === id.at(-1);
    },
  },
  { id: "ar-dni", form: form("(?:\\d{1,2}\\.\\d{3}\\.\\d{3}|[1-9]\\d{6,7})(?![ -]?[A-Za-z](?![A-Za-z]))") },
  {
    id: "ar-cuit",
    form: form("(?:20|2[3-7]|30|33|34)-?\\d{8}-?\\d"),
    isValid: (id) => (11 - (weighted(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(id[10]),
  },
  { id: "co-cc", form: form("\\d{1,3}(?:\\.\\d{3}){2,3}|\\d{6,10}|\\d{3}-?\\d{6}-?\\d{4}[A-Za-z]?") },
  {
    id: "za-id",
    form: form("\\d{6} ?\\d{4} ?\\d{3}"),
    isValid: (id) => passesLuhn(id) && isDate(number(id, 2, 4), number(id, 4, 6)),
  },
  {
    id: "passport",
    form: form(
      "[A-Z]{0,3}\\d{6,9}[A-Z]?|[CFGHJKLMNPRTV-Z0-9](?=[A-Z]{0,4}\\d)[CFGHJKLMNPRTV-Z0-9]{8}|\\d{2}[A-Z]{2}\\d{5}",
    ),
  },
  { id: "license", form: form("(?=[A-Z -]{0,8}\\d)[A-Z0-9][A-Z0-9-]{5,18}|\\d{2}-\\d{2}-\\d{6}-\\d{2}") },
];
