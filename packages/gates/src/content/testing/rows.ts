import type { SecretKind, SecretSpan } from "../secret-span.ts";
import { BASE62, DIGITS, HEX, LOWER, type Random } from "./random.ts";
import * as values from "./values.ts";

export interface LabelledRow {
  readonly text: string;
  readonly template: string;
  readonly spans: readonly SecretSpan[];
}

const KEY = `${BASE62}+/`;
type Maker = readonly [SecretKind, (random: Random) => string];
const MAKERS: Record<string, Maker> = {
  password: ["password", values.password],
  urlpassword: ["password", (random) => values.password(random).replace(/[^\w.!~+=-]/g, "x")],
  xmlpassword: ["password", (random) => values.password(random).replace(/[&<>]/g, "x")],
  pin: ["password", (random) => random.text(4, DIGITS)],
  api_key: ["api_key", values.apiKey],
  plainkey: ["api_key", values.plainKey],
  hexkey: ["api_key", (random) => random.text(32, HEX)],
  awssecret: ["api_key", (random) => random.text(40, KEY)],
  azurekey: ["api_key", (random) => `${random.text(86, KEY)}==`],
  token: ["token", values.token],
  basic: ["token", (random) => Buffer.from(`anna:${values.password(random)}`).toString("base64")],
  private_key: ["private_key", values.privateKey],
  private_key_escaped: ["private_key", (random) => values.privateKey(random).replaceAll("\n", "\\n")],
  wireguardkey: ["api_key", (random) => `${random.text(43, KEY)}=`],
  base32: ["token", (random) => random.text(32, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")],
  tgtoken: ["token", (random) => `${random.text(9, "123456789")}:AA${random.text(33, BASE62)}`],
  uuid: ["api_key", values.uuid],
  bsixfour: ["password", (random) => Buffer.from(values.password(random)).toString("base64")],
  bsixfourkey: ["token", (random) => Buffer.from(values.plainKey(random)).toString("base64")],
  passport: ["national_id", (random) => random.text(1, "CFGHJK") + random.text(8, DIGITS)],
  passport_cn: ["national_id", (random) => `E${random.text(8, DIGITS)}`],
  devicecode: [
    "otp",
    (random) => `${random.text(4, "BCDFGHJKLMNPQRSTVWXZ")}-${random.text(4, "BCDFGHJKLMNPQRSTVWXZ")}`,
  ],
  bitlocker: ["otp", (random) => Array.from({ length: 8 }, () => random.text(6, DIGITS)).join("-")],
  filevault: [
    "otp",
    (random) => Array.from({ length: 6 }, () => random.text(4, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")).join("-"),
  ],
  puk: ["password", (random) => random.text(8, DIGITS)],
  otp3: ["otp", (random) => `${random.text(3, DIGITS)} ${random.text(3, DIGITS)}`],
  otpasswd: ["password", (random) => random.text(6, DIGITS)],
  apppass: ["password", (random) => Array.from({ length: 4 }, () => random.text(4, LOWER)).join(" ")],
  applepass: ["password", (random) => Array.from({ length: 4 }, () => random.text(4, LOWER)).join("-")],
  phrase: ["password", values.phrase],
  extract: ["password", (random) => random.text(3, LOWER) + random.text(1, DIGITS)],
  token48: ["token", (random) => random.text(48, BASE62)],
  seed: ["private_key", values.seedPhrase],
  wireguard: ["private_key", (random) => `${random.text(43, KEY)}=`],
  card: ["card", values.card],
  iban: ["iban", values.iban],
  phone: ["phone", values.phone],
  phone_cn: ["phone", (random) => `13${random.text(9, "12345679")}`],
  intlphone: [
    "phone",
    (random) =>
      `+${random.pick(["49 151", "33 6", "34 612", "1 415", "44 7700", "86 138"])} ${random.text(3, DIGITS)} ${random.text(4, DIGITS)}`,
  ],
  email: ["email", values.email],
  otp: ["otp", values.code],
  otp6: ["otp", (random) => random.text(6, DIGITS)],
  recovery: ["otp", values.recoveryCode],
};

/** One row of a template; hexadecimal halves that touch are one value. */
function rowOf(template: string, random: Random): LabelledRow {
  let text = "";
  const spans: SecretSpan[] = [];
  let from = 0;
  for (const match of template.matchAll(/\{([a-z_]+\d*)(?::([A-Za-z]+))?\}/g)) {
    const [kind, make]: Maker =
      match[1] === "id" ? ["national_id", (source) => values.nationalId(source, match[2]!)] : MAKERS[match[1]!]!;
    text += template.slice(from, match.index);
    const value = make(random);
    const last = spans.at(-1);
    const isPrivate = /private key|私钥/i.test(template) && match[1] === "hexkey";
    const wanted: SecretKind = isPrivate ? "private_key" : kind;
    if (last?.end === text.length && last.kind === wanted)
      spans[spans.length - 1] = { ...last, end: text.length + value.length };
    else spans.push({ start: text.length, end: text.length + value.length, kind: wanted });
    text += value;
    from = match.index + match[0].length;
  }
  return { text: text + template.slice(from), template, spans };
}

/** `each` rows of every template. */
export const labelledRows = (templates: readonly string[], random: Random, each: number): LabelledRow[] =>
  templates.flatMap((template) => Array.from({ length: each }, () => rowOf(template, random)));

/** Lines of a file of templates: `\\n` and `\\t` stand for what they say. */
export const linesOf = (file: string): string[] =>
  file
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("\\n", "\n").replaceAll("\\t", "\t"));
