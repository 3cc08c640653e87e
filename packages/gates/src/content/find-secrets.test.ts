import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSecrets } from "./find-secrets.ts";
import { randomOf } from "./testing/random.ts";
import { type LabelledRow, labelledRows, linesOf } from "./testing/rows.ts";

const file = (name: string) => linesOf(readFileSync(new URL(`../../corpora/${name}`, import.meta.url), "utf8"));
const values = (text: string) => findSecrets(text).map(({ start, end, kind }) => [kind, text.slice(start, end)]);
const TIMEOUT_MS = 120_000;

describe("rows made at random from templates, with values made by the rule", { timeout: TIMEOUT_MS }, () => {
  const rows = labelledRows(file("secret-templates.txt"), randomOf(6), 6);
  const group = (kind: string) => (kind === "token" ? "api_key" : kind);
  const isFound = ({ text, spans }: LabelledRow) =>
    spans.map((wanted) => ({
      kind: group(wanted.kind),
      isHit: findSecrets(text).some(
        ({ start, end, kind }) =>
          group(kind) === group(wanted.kind) &&
          Math.min(end, wanted.end) - Math.max(start, wanted.start) >= 0.9 * (wanted.end - wanted.start) &&
          wanted.start - start <= 4 &&
          end - wanted.end <= 4,
      ),
    }));
  it("are found, of every kind at least ninety-seven in a hundred", () => {
    const found = rows.flatMap(isFound);
    for (const kind of new Set(found.map((one) => one.kind))) {
      const own = found.filter((one) => one.kind === kind);
      const share = own.filter(({ isHit }) => isHit).length / own.length;
      expect([kind, share >= 0.97], `${kind}: ${share}`).toEqual([kind, true]);
    }
  });
  it("give no other value: at most one span in a hundred is none that was planted", () => {
    let all = 0;
    const wrong = rows.flatMap(({ text, spans }) => {
      const found = findSecrets(text);
      all += found.length;
      return found.filter(({ start, end }) => !spans.some((span) => start < span.end && end > span.start));
    });
    expect(wrong.length).toBeLessThanOrEqual(all / 100);
  });
});

it.each(["harmless-lines.txt", "further-harmless-lines.txt"])("lines without a value stay as they are: %s", (name) => {
  expect(file(name).flatMap((line) => (values(line).length > 0 ? [[line, ...values(line)]] : []))).toEqual([]);
});

describe("a value that is written another way", () => {
  it.each([
    ["with invisible characters within", "card 4539\u200b 1488\u00ad 0343 6467", "card"],
    ["in full-width digits", "卡号：４５３９１４８８０３４３６４６７", "card"],
    ["with letters that recognition takes for digits", "card 4539 I488 O343 6467", "card"],
    ["over two lines", "IBAN DE89 3704 0044\n0532 0130 00", "iban"],
    ["with misread digits in an IBAN", "IBAN DE89 37O4 0044 0532 O130 00", "iban"],
    ["with a key's underscore lost", "ghp 3kLm9QpXz7Vb2Nc5Ty8Wd1Hf4Jg6Rs0Aeu7K", "token"],
    ["with a key broken by a terminal", `token ghp_3kLm9QpXz7Vb2Nc5Ty8W\nd1Hf4Jg6Rs0Aeu7K`, "token"],
    ["below its label", "Passwort\n\nHafen+Licht_58", "password"],
    ["in a column", "user | password\n-----|-----\nanna | Hafen+Licht_58", "password"],
    ["in JSON within JSON", '{"body":"{\\"password\\":\\"Hafen+Licht_58\\"}"}', "password"],
    ["behind a label that recognition misread", "Passw0rd: Hafen+Licht_58", "password"],
    ["with a key's signs misread", "sk-ant-api®3-OcSsZBUIq5_NbMUTSImeNFm8gVhZpTrVoqOjtRjhfASZMHS4zchR", "api_key"],
    ["with a blank fallen into a key", "ghp_3kLm9QpXz7Vb 2Nc5Ty8Wd1Hf4Jg6Rs0Aeu7K", "token"],
    ["with a key's line broken early", "glpat-\nx3Kq9ZmV7bTnL2pR5sWd", "token"],
    ["with a digit read as a letter in an access key", "AK1AH7OBJ462WTZWL2HV", "api_key"],
  ])("%s is found", (_name, text, kind) => {
    expect(findSecrets(text).map((span) => span.kind)).toEqual([kind]);
  });
});

describe("a password that nothing calls one", () => {
  it.each([
    ["behind what it opens", "unlock: Hafen-Licht-58", "Hafen-Licht-58"],
    ["beside the account it belongs to", "root / mossy-Gate-660", "mossy-Gate-660"],
    [
      "in a statement, by its column",
      "INSERT INTO t (id, pwd) VALUES (7, 'Elm lane z9'), (8, 'brisk-Canal-821')",
      "Elm lane z9",
      "brisk-Canal-821",
    ],
    ["in front of what it is", "Granit_lupe6 is the new admin password", "Granit_lupe6"],
    ["in a chat", "lea: nimm Sieben+Raben77 fürs WLAN", "Sieben+Raben77"],
    ["alone, when no word is written so", "Wren!dale09", "Wren!dale09"],
    ["below the command that prints it", "$ pass show mail/anna\nmossy-Gate-660", "mossy-Gate-660"],
    ["in the code of a network", "WIFI:S:Cafe;T:WPA;P:zimtstern2291;;", "zimtstern2291"],
  ])("is found %s", (_name, text, ...expected) => {
    expect(values(text)).toEqual(expected.map((value) => ["password", value]));
  });
  it.each([
    ["a machine", "ssh root@db-Master-01 uptime"],
    ["a user", "Username: k8s-deploy-77"],
    ["a network", "WLAN: FRITZ!Box7590AX"],
    ["a program", "Use Python3.12 to log in to the notebook"],
    ["a class of characters", "password needs one of A-Za-z0-9!#$%"],
    [
      "a line of a certificate",
      "-----BEGIN CERTIFICATE-----\nAb/yeJVbIZZzN+pln+ELIzFVjA8Iz45O3t48vL5/i1\n-----END CERTIFICATE-----",
    ],
    ["an issue", "cannot log in, see acme/app#4829"],
  ])("is not %s", (_name, text) => {
    expect(values(text)).toEqual([]);
  });
});

describe("a value that is none", () => {
  it.each([
    ["fails its check, misread digits or not", "card 4539 I488 O343 6468"],
    ["is masked in part", "token ghp_3kLm••••••••u7K"],
    ["is a variable", "PASSWORD=$DB_PASSWORD"],
    ["is where it is kept", "password: vault:secret/data/db#password"],
    ["is a digest", "password_hash: $2b$12$KIXQ4s8m1vWcQkq1p4bQ4O9oM3nXb5d3kzqk4m0u1aZQ9bYqPz8yW"],
    ["is said to be an order's", "order number 4539148803436467"],
    ["is a country's number with another country's check", "PESEL 86095742719"],
  ])("because it %s", (_name, text) => {
    expect(values(text)).toEqual([]);
  });
});

describe("a tenant's own words", () => {
  const find = (text: string, ...keywords: string[]) =>
    findSecrets(text, { keywords }).map(({ start, end, kind }) => [kind, text.slice(start, end)]);
  it.each([
    ["in any case", "project BLUEBIRD starts", "Bluebird", [["keyword", "BLUEBIRD"]]],
    ["without blanks around them in Chinese", "关于青鸟计划的会议", "青鸟计划", [["keyword", "青鸟计划"]]],
    ["in full width", "ＢＬＵＥＢＩＲＤ", "bluebird", [["keyword", "ＢＬＵＥＢＩＲＤ"]]],
    ["not within a longer word", "bluebirds sing", "bluebird", []],
    ["not when they are empty", "anything at all", " ", []],
  ])("are found %s", (_name, text, keyword, expected) => {
    expect(find(text, keyword)).toEqual(expected);
  });
});

describe("whatever the text", { timeout: TIMEOUT_MS }, () => {
  const pieces = fc.constantFrom(
    "password",
    "密码",
    ":",
    "=",
    " ",
    "\n",
    "|",
    '"',
    "sk-",
    "eyJ",
    "@",
    ".",
    "a1B2c3D4",
    "4539148803436467",
    "•••",
    "\u200b",
    "-----BEGIN PRIVATE KEY-----",
    "验证码",
    "123456",
    "\\",
    "(",
    "é",
    "İ",
    "😀",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(pieces, { maxLength: 60 }).map((all) => all.join("")),
  );
  it("spans lie in it in order, none overlapping another, none empty", () => {
    fc.assert(
      fc.property(texts, (text) => {
        let from = 0;
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });
  it("the same text gives the same spans: no expression keeps a place", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(findSecrets(text)).toEqual(findSecrets(text));
      }),
      { numRuns: 200 },
    );
  });
});
