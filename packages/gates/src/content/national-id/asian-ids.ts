import { isDate, passesLuhn, passesVerhoeff, weighted } from "../checksums.ts";
import { form, type IdScheme } from "./scheme.ts";

const number = (text: string, start: number, end?: number): number => Number(text.slice(start, end));
/** First two digits of a Chinese region code. */
const REGIONS = /^(?:1[1-5]|2[123]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/;
const KR_WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];

function passesTaiwanId(id: string): boolean {
  const region = "ABCDEFGHJKLMNPQRSTUVXYWZIO".indexOf(id[0]!) + 10;
  const gender = /\d/.test(id[1]!) ? id[1]! : String(("ABCDEFGHJKLMNPQRSTUVXYWZIO".indexOf(id[1]!) + 10) % 10);
  const digits = `${region}${gender}${id.slice(2)}`;
  return weighted(digits, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
}

function passesHongKongId(id: string): boolean {
  const body = id.slice(0, -1).padStart(8, " ");
  let sum = 0;
  for (let index = 0; index < 8; index++) {
    const character = body[index]!;
    sum += (character === " " ? 36 : Number.parseInt(character, 36)) * (9 - index);
  }
  const last = id.at(-1)!;
  return (sum + (last === "A" ? 10 : Number(last))) % 11 === 0;
}

/** Numbers of persons in Asia and the Pacific. */
export const ASIAN_IDS: readonly IdScheme[] = [
  {
    // GB 11643-1999.
    id: "cn",
    form: form(
      "[1-8]\\d{5}[ -]?(?:18|19|20)\\d{2}[ -]?(?:0[1-9]|1[0-2])[ -]?(?:[0-2]\\d|3[01])[ -]?\\d{3}[ -]?[\\dXx]",
    ),
    isValid: (id) =>
      REGIONS.test(id) &&
      isDate(number(id, 10, 12), number(id, 12, 14)) &&
      "10X98765432"[weighted(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === id[17],
    alone: /\d{6}[ -]?(?:18|19|20)\d{2}/,
  },
  {
    id: "cn15",
    form: form("[1-8]\\d{7}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])\\d{3}"),
    isValid: (id) => REGIONS.test(id) && isDate(number(id, 8, 10), number(id, 10, 12)),
  },
  { id: "tw", form: form("[A-Za-z][1289A-Da-d]\\d{8}"), isValid: passesTaiwanId },
  { id: "hk", form: form("[A-Za-z]{1,2}\\d{6} ?(?:\\([\\dAa]\\)|[\\dAa])"), isValid: passesHongKongId },
  { id: "mo", form: form("[157]\\d{6}(?:\\(\\d\\)|/?\\d)") },
  {
    id: "kr-rrn",
    form: form("\\d{6} ?[- ]? ?[1-8]\\d{6}"),
    isValid: (id) => {
      if (!isDate(number(id, 2, 4), number(id, 4, 6))) return false;
      // Issued since October 2020: the last six are random.
      const isRandom = "3478".includes(id[6]!) && number(id, 0, 4) >= 2_010;
      const offset = "5678".includes(id[6]!) ? 13 : 11;
      return isRandom || (offset - (weighted(id, KR_WEIGHTS) % 11)) % 10 === Number(id[12]);
    },
    alone: /\d{6} ?[- ]? ?[1-8]\d{6}/,
  },
  {
    id: "jp-my-number",
    form: form("\\d{4}[ -]?\\d{4}[ -]?\\d{4}"),
    isValid: (id) => {
      const rest = weighted(id, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
      return (rest <= 1 ? 0 : 11 - rest) === Number(id[11]);
    },
  },
  { id: "in-aadhaar", form: form("[2-9]\\d{3}[ -]?\\d{4}[ -]?\\d{4}"), isValid: passesVerhoeff },
  { id: "in-pan", form: form("[A-Za-z]{3}[ABCFGHJLPTabcfghjlpt][A-Za-z]\\d{4}[A-Za-z]") },
  {
    id: "sg-nric",
    form: form("[STFGMstfgm]\\d{7}[A-Za-z]"),
    isValid: (id) => {
      const sum = weighted(id.slice(1), [2, 7, 6, 5, 4, 3, 2]) + ("TG".includes(id[0]!) ? 4 : id[0] === "M" ? 3 : 0);
      const rest = id[0] === "M" ? 10 - (sum % 11) : sum % 11;
      return ("ST".includes(id[0]!) ? "JZIHGFEDCBA" : id[0] === "M" ? "KLJNPQRTUWX" : "XWUTRQPNMLK")[rest] === id[8];
    },
    alone: /[STFGM]\d{7}/i,
  },
  { id: "my-kad", form: form("\\d{6}-?\\d{2}-?\\d{4}"), isValid: (id) => isDate(number(id, 2, 4), number(id, 4, 6)) },
  { id: "id-nik", form: form("\\d{16}"), isValid: (id) => isDate(number(id, 8, 10), number(id, 6, 8) % 40) },
  {
    id: "th-id",
    form: form("[1-8][- ]?\\d{4}[- ]?\\d{5}[- ]?\\d{2}[- ]?\\d"),
    isValid: (id) => (11 - (weighted(id, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(id[12]),
  },
  { id: "vn-cccd", form: form("0\\d{11}|\\d{9}") },
  { id: "pk-cnic", form: form("[1-7]\\d{4}-?\\d{7}-?\\d") },
  {
    id: "au-tfn",
    form: form("\\d{3}[ -]?\\d{3}[ -]?\\d{3}"),
    isValid: (id) => weighted(id, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
  },
  { id: "il-tz", form: form("\\d{8}-?\\d"), isValid: passesLuhn },
  {
    id: "tr-tckn",
    form: form("[1-9]\\d{10}"),
    isValid: (id) =>
      (weighted(id, [7, -1, 7, -1, 7, -1, 7, -1, 7]) + 100) % 10 === Number(id[9]) &&
      weighted(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === Number(id[10]),
  },
];
