import { BASE62, DIGITS, HEX, LOWER, type Random, UPPER } from "./random.ts";

/** Values of each kind with right check digits, made by the rule and not by the detector's code. */

const pad = (value: number, length: number): string => String(value).padStart(length, "0");
const dateOf = (random: Random): { year: number; month: number; day: number } => ({
  year: 1950 + random.below(55),
  month: 1 + random.below(12),
  day: 1 + random.below(28),
});
const dot = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

function luhnDigit(digits: string): string {
  let sum = 0;
  [...digits].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return String((10 - (sum % 10)) % 10);
}

export function card(random: Random): string {
  const [first, length] = random.pick([
    ["4", 16],
    ["51", 16],
    ["55", 16],
    ["2221", 16],
    ["37", 15],
    ["34", 15],
    ["6011", 16],
    ["65", 16],
    ["3528", 16],
    ["3566", 16],
    ["36", 14],
    ["62", 16],
    ["62", 19],
    ["4", 16],
    ["52", 16],
  ] as const);
  const body = first + random.text(length - first.length - 1, DIGITS);
  const digits = body + luhnDigit(body);
  const style = random.below(4);
  if (style < 2) return digits;
  const sign = style === 2 ? " " : "-";
  const groups = length === 15 ? [4, 6, 5] : length === 14 ? [4, 6, 4] : length === 19 ? [4, 4, 4, 4, 3] : [4, 4, 4, 4];
  const ends = groups.map((_size, index) => groups.slice(0, index + 1).reduce((sum, size) => sum + size, 0));
  return groups.map((size, index) => digits.slice(ends[index]! - size, ends[index])).join(sign);
}

const IBAN_FORMS: Record<string, string> = {
  DE: "n18",
  AT: "n16",
  CH: "n17",
  FR: "n10c11n2",
  ES: "n20",
  IT: "a1n10c12",
  NL: "a4n10",
  GB: "a4n14",
  BE: "n12",
  PL: "n24",
  IE: "a4n14",
  PT: "n21",
  SE: "n20",
  NO: "n11",
  DK: "n14",
  FI: "n14",
  LU: "n3c13",
  CZ: "n20",
  MT: "a4n5c18",
  TR: "n6c16",
  SA: "n2c18",
  AE: "n19",
  LT: "n16",
  GR: "n7c16",
};
export function iban(random: Random): string {
  const country = random.pick(Object.keys(IBAN_FORMS));
  const body = IBAN_FORMS[country]!.replace(/([nac])(\d+)/g, (_all, sort: string, count: string) =>
    random.text(Number(count), sort === "n" ? DIGITS : sort === "a" ? UPPER : UPPER + DIGITS),
  );
  let rest = 0;
  for (const character of `${body}${country}00`)
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  const compact = `${country}${pad(98 - rest, 2)}${body}`;
  return random.below(3) === 0 ? compact : compact.replace(/(.{4})(?=.)/g, "$1 ");
}

const CHECKED: Record<string, (random: Random) => string> = {
  cn: (random) => {
    const { year, month, day } = dateOf(random);
    const body = `${random.pick(["110101", "310115", "440305", "330106", "510104", "230899", "420111"])}${year}${pad(month, 2)}${pad(day, 2)}${random.text(3, DIGITS)}`;
    return body + "10X98765432"[dot(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11];
  },
  ssn: (random) => {
    const parts = [pad(100 + random.below(560), 3), pad(10 + random.below(89), 2), pad(1_000 + random.below(8_999), 4)];
    return parts.join(random.pick(["-", " ", ""]));
  },
  dni: (random) => {
    const digits = random.text(8, DIGITS);
    return digits + random.pick(["", "-", " "]) + "TRWAGMYFPDXBNJZSQVHLCKE"[Number(digits) % 23];
  },
  nie: (random) => {
    const first = random.below(3);
    const digits = random.text(7, DIGITS);
    return `${"XYZ"[first]}${random.pick(["", "-"])}${digits}${random.pick(["", "-"])}${"TRWAGMYFPDXBNJZSQVHLCKE"[Number(`${first}${digits}`) % 23]}`;
  },
  nir: (random) => {
    const { year, month } = dateOf(random);
    const body = `${random.pick(["1", "2"])}${pad(year % 100, 2)}${pad(month, 2)}${pad(1 + random.below(95), 2)}${random.text(6, DIGITS)}`;
    const key = pad(97 - Number(BigInt(body) % 97n), 2);
    return random.below(2) === 0
      ? body + key
      : `${body[0]} ${body.slice(1, 3)} ${body.slice(3, 5)} ${body.slice(5, 7)} ${body.slice(7, 10)} ${body.slice(10)} ${key}`;
  },
  pesel: (random) => {
    const { year, month, day } = dateOf(random);
    const body = `${pad(year % 100, 2)}${pad(year >= 2_000 ? month + 20 : month, 2)}${pad(day, 2)}${random.text(4, DIGITS)}`;
    return body + String((10 - (dot(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10);
  },
  bsn: (random) => {
    for (;;) {
      const body = random.text(8, DIGITS);
      const check = dot(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
      if (check < 10 && body[0] !== "0") return body + String(check);
    }
  },
  cpf: (random) => {
    const body = random.text(9, DIGITS);
    const check = (digits: string): string => {
      const rest =
        dot(
          digits,
          Array.from(digits, (_digit, index) => digits.length + 1 - index),
        ) % 11;
      return String(rest < 2 ? 0 : 11 - rest);
    };
    const first = check(body);
    const all = body + first + check(body + first);
    return random.below(3) === 0 ? all : `${all.slice(0, 3)}.${all.slice(3, 6)}.${all.slice(6, 9)}-${all.slice(9)}`;
  },
  rrn: (random) => {
    const { year, month, day } = dateOf(random);
    const body = `${pad(year % 100, 2)}${pad(month, 2)}${pad(day, 2)}${year >= 2_000 ? random.pick(["3", "4"]) : random.pick(["1", "2"])}${random.text(5, DIGITS)}`;
    const all = body + String((11 - (dot(body, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10);
    return `${all.slice(0, 6)}-${all.slice(6)}`;
  },
  myNumber: (random) => {
    const body = random.text(11, DIGITS);
    const rest = dot(body, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
    const all = body + String(rest <= 1 ? 0 : 11 - rest);
    return random.below(2) === 0 ? all : `${all.slice(0, 4)} ${all.slice(4, 8)} ${all.slice(8)}`;
  },
  steuerId: (random) => {
    const body = `${1 + random.below(9)}${random.text(9, DIGITS)}`;
    let product = 10;
    for (const digit of body) {
      const sum = (Number(digit) + product) % 10 || 10;
      product = (sum * 2) % 11;
    }
    const all = body + String((11 - product) % 10);
    return random.below(2) === 0 ? all : `${all.slice(0, 2)} ${all.slice(2, 5)} ${all.slice(5, 8)} ${all.slice(8)}`;
  },
  aadhaar: (random) => {
    const d = [
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
      [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
      [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
      [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
      [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
      [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
      [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
      [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    ];
    const p = [
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
      [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
      [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
      [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
      [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
      [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
      [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
    ];
    const inverse = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9];
    const body = `${2 + random.below(8)}${random.text(10, DIGITS)}`;
    let check = 0;
    [...body].reverse().forEach((digit, index) => {
      check = d[check]![p[(index + 1) % 8]![Number(digit)]!]!;
    });
    const all = body + String(inverse[check]);
    return random.below(2) === 0 ? all : `${all.slice(0, 4)} ${all.slice(4, 8)} ${all.slice(8)}`;
  },
  nino: (random) => {
    const all = `${random.pick(["AB", "CE", "HJ", "PR", "SX", "TW"])}${random.text(6, DIGITS)}${random.pick([..."ABCD"])}`;
    return random.below(2) === 0
      ? all
      : `${all.slice(0, 2)} ${all.slice(2, 4)} ${all.slice(4, 6)} ${all.slice(6, 8)} ${all.slice(8)}`;
  },
  codiceFiscale: (random) => {
    const { year, month, day } = dateOf(random);
    const body = `${random.text(6, "BCDFGLMNPRST")}${pad(year % 100, 2)}${"ABCDEHLMPRST"[month - 1]}${pad(day + random.pick([0, 40]), 2)}${random.pick([..."ABCDEFGHL"])}${random.text(3, DIGITS)}`;
    const odd = "BAFHJNPRTVCESULDGIMOQKWZYX";
    const value = (character: string): number =>
      /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    const sum = [...body].reduce(
      (total, character, index) => total + (index % 2 === 0 ? odd.charCodeAt(value(character)) - 65 : value(character)),
      0,
    );
    return body + String.fromCharCode(65 + (sum % 26));
  },
};
export const nationalId = (random: Random, scheme: string): string => CHECKED[scheme]!(random);

const WORDS =
  "harbor maple otter granite willow meadow copper falcon velvet ember juniper quartz saddle thistle marble canyon lantern pebble Hafen Licht Brücke Wiese soleil rivière montaña bosque qing shan yuki sora namu".split(
    " ",
  );
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
export function password(random: Random): string {
  const word = (): string => random.pick(WORDS);
  switch (random.below(8)) {
    case 0:
      return `${capital(word())}${random.pick([..."+-_!#.*%&$@"])}${word()}${random.text(2, DIGITS)}`;
    case 1:
      return `${word()}-${capital(word())}-${random.text(3, DIGITS)}`;
    case 2:
      return `${random.text(4, BASE62)}${random.pick([..."!#%&*+?@^~"])}${random.text(5, BASE62)}${random.text(1, DIGITS)}`;
    case 3:
      return `${capital(word())}${random.pick([..."#@!"])}${random.text(4, DIGITS)}`;
    case 4:
      return `${word()}${random.text(3, DIGITS)}${random.pick([..."!?#"])}`;
    case 5:
      return `${word()}.${word()}.${random.text(2, DIGITS)}${capital(word())}`;
    case 6:
      return `${random.text(1, UPPER)}${random.text(3, LOWER)}${random.text(1, DIGITS)}${random.text(3, LOWER)}${random.text(2, DIGITS)}${random.pick([..."!$%"])}`;
    default:
      return `${random.text(2, DIGITS)}${capital(word())}${random.pick([..."_=+"])}${capital(word())}`;
  }
}

export function apiKey(random: Random): string {
  return random.pick([
    () => `sk-${random.text(48, BASE62)}`,
    () => `sk-proj-${random.text(60, `${BASE62}_-`)}A`,
    () => `sk-ant-api03-${random.text(80, `${BASE62}_-`)}AA`,
    () => `AKIA${random.text(16, `${UPPER}234567`)}`,
    () => `AIza${random.text(34, `${BASE62}_-`)}x`,
    () => `sk_live_${random.text(24, BASE62)}`,
    () => `rk_live_${random.text(24, BASE62)}`,
    () => `sk_test_${random.text(24, BASE62)}`,
    () => `SG.${random.text(22, BASE62)}.${random.text(43, BASE62)}`,
    () => `key-${random.text(32, HEX)}`,
    () => `${random.text(32, HEX)}-us${1 + random.below(20)}`,
    () => `gsk_${random.text(52, BASE62)}`,
    () => `hf_${random.text(34, LOWER + UPPER)}`,
    () => `LTAI${random.text(20, BASE62)}`,
    () => `AKID${random.text(32, BASE62)}`,
    () => `shpat_${random.text(32, HEX)}`,
    () => `NRAK-${random.text(27, UPPER + DIGITS)}`,
    () => `dop_v1_${random.text(64, HEX)}`,
    () => `xkeysib-${random.text(64, HEX)}-${random.text(16, BASE62)}`,
    () => `whsec_${random.text(32, BASE62)}`,
    () => `r8_${random.text(37, BASE62)}`,
    () => `lin_api_${random.text(40, BASE62)}`,
    () => `GOCSPX-${random.text(28, BASE62)}`,
    () => `PMAK-${random.text(24, HEX)}-${random.text(34, HEX)}`,
  ])();
}
/** Keys without a form of their own: only what stands beside them says what they are. */
export const plainKey = (random: Random): string =>
  random.pick([
    () => random.text(32, HEX),
    () => random.text(40, `${BASE62}+/`),
    () => random.text(36, BASE62),
    () => random.text(64, HEX),
    () => random.text(24, BASE62),
  ])();

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
export function token(random: Random): string {
  return random.pick([
    () => `ghp_${random.text(36, BASE62)}`,
    () => `gho_${random.text(36, BASE62)}`,
    () => `ghs_${random.text(36, BASE62)}`,
    () => `github_pat_${random.text(22, BASE62)}_${random.text(59, BASE62)}`,
    () => `glpat-${random.text(20, BASE62)}`,
    () => `xoxb-${random.text(12, DIGITS)}-${random.text(12, DIGITS)}-${random.text(24, BASE62)}`,
    () => `xoxp-${random.text(11, DIGITS)}-${random.text(32, HEX)}`,
    () => `npm_${random.text(36, BASE62)}`,
    () => `pypi-AgEIcHlwaS5vcmc${random.text(100, BASE62)}`,
    () =>
      `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url({ sub: random.text(12, HEX), iat: 1_790_000_000 + random.below(9_999_999) })}.${random.text(43, `${BASE62}_-`)}`,
    () => `hvs.${random.text(24, BASE62)}`,
    () => `dckr_pat_${random.text(27, BASE62)}`,
    () => `${random.text(9, "123456789")}:AA${random.text(33, BASE62)}`,
    () => `ya29.a0${random.text(80, `${BASE62}_-`)}x`,
    () => `xapp-1-A${random.text(10, UPPER + DIGITS)}-${random.text(13, DIGITS)}-${random.text(64, HEX)}`,
  ])();
}

export function phone(random: Random): string {
  const n = (length: number): string => random.text(length, "12345679");
  return random.pick([
    () => `+86 13${n(1)} ${n(4)} ${n(4)}`,
    () => `13${n(1)}${n(8)}`,
    () => `13${n(1)}-${n(4)}-${n(4)}`,
    () => `+49 15${n(1)} ${n(8)}`,
    () => `0151 ${n(8)}`,
    () => `+49 (0)30 ${n(6)}`,
    () => `030 ${n(7)}`,
    () => `+33 6 ${n(2)} ${n(2)} ${n(2)} ${n(2)}`,
    () => `06 ${n(2)} ${n(2)} ${n(2)} ${n(2)}`,
    () => `06.${n(2)}.${n(2)}.${n(2)}.${n(2)}`,
    () => `+34 6${n(2)} ${n(3)} ${n(3)}`,
    () => `6${n(2)} ${n(2)} ${n(2)} ${n(2)}`,
    () => `+1 415-555-01${n(2)}`,
    () => `(415) 555-01${n(2)}`,
    () => `212-555-01${n(2)}`,
    () => `+44 7700 900${n(3)}`,
    () => `07700 900${n(3)}`,
    () => `+81 90-${n(4)}-${n(4)}`,
    () => `090-${n(4)}-${n(4)}`,
    () => `03-${n(4)}-${n(4)}`,
    () => `010-${n(4)}-${n(4)}`,
    () => `+82 10-${n(4)}-${n(4)}`,
    () => `0755-${n(8)}`,
    () => `+39 3${n(2)} ${n(7)}`,
    () => `+55 11 9${n(4)}-${n(4)}`,
  ])();
}

const FIRST =
  "anna lucia jonas marie paul chen wei yuki haruto minjun sofia diego elena thomas claire nora felix li".split(" ");
const LAST = "ferri meyer schulz dupont garcia tanaka kim wang novak rossi keller martin lopez sato park huber".split(
  " ",
);
export function email(random: Random): string {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)];
  const local = random.pick([
    `${first}.${last}`,
    `${first[0]}${last}`,
    `${first}_${last}${random.text(2, DIGITS)}`,
    `${first}${random.text(2, DIGITS)}`,
    `${last}.${first}`,
    `${first}-${last}`,
    `${first}+shop`,
  ]);
  return `${local}@${random.pick(["example.com", "example.net", "example.org", "mail.example.com", "corp.example", "beispiel.example.de"])}`;
}

export const code = (random: Random): string =>
  random.pick([
    () => random.text(6, DIGITS),
    () => random.text(6, DIGITS),
    () => `${random.text(3, DIGITS)} ${random.text(3, DIGITS)}`,
    () => `${random.text(3, DIGITS)}-${random.text(3, DIGITS)}`,
    () => random.text(4, DIGITS),
    () => random.text(5, DIGITS),
    () => random.text(8, DIGITS),
  ])();
export const recoveryCode = (random: Random): string =>
  random.pick([
    () => `${random.text(5, LOWER + DIGITS)}-${random.text(4, LOWER)}${random.text(1, DIGITS)}`,
    () => `${random.text(4, UPPER + DIGITS)}-${random.text(3, UPPER)}7-${random.text(4, UPPER + DIGITS)}`,
    () => `${random.text(4, DIGITS)} ${random.text(4, DIGITS)}`,
    () => `${random.text(7, LOWER + DIGITS)}${random.text(1, DIGITS)}`,
  ])();

export function privateKey(random: Random): string {
  const name = random.pick(["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA "]);
  const lines = Array.from({ length: 1 + random.below(4) }, () => random.text(64, `${BASE62}+/`));
  return `-----BEGIN ${name}PRIVATE KEY-----\n${lines.join("\n")}\n${random.text(40, `${BASE62}+/`)}==\n-----END ${name}PRIVATE KEY-----`;
}

export const uuid = (random: Random): string => [8, 4, 4, 4, 12].map((length) => random.text(length, HEX)).join("-");

const SEED_WORDS =
  "abandon ability cactus dentist eager fabric gadget habit icon jacket kidney ladder magnet naive oak paddle quantum rabbit saddle tackle umbrella vacant wagon yard zebra".split(
    " ",
  );
export const seedPhrase = (random: Random): string =>
  Array.from({ length: random.pick([12, 24]) }, () => random.pick(SEED_WORDS)).join(" ");
export const phrase = (random: Random): string =>
  Array.from({ length: 4 + random.below(3) }, () => random.pick(SEED_WORDS)).join(random.pick([" ", "-", " "]));
