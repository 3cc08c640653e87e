import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MASK, redactText } from "./redact-text.ts";

describe("text that leaves", () => {
  it.each([
    ["a GitHub token", "token ghp_abcdefghijklmnopqrstuvwxyz0123456789 end", `token ${MASK} end`],
    ["a labelled password", 'password: "hunter2go"', `password: "${MASK}"`],
    ["a Chinese label", "密码：秘密的值abc", `密码：${MASK}`],
    ["a bearer header", "Authorization: Bearer abcdef0123456789xyz", `Authorization: Bearer ${MASK}`],
    ["a password in a URL", "postgres://app:s3cretpw@db/x", `postgres://app:${MASK}@db/x`],
    ["a card with a valid checksum", "card 4111 1111 1111 1111 ok", `card ${MASK} ok`],
    ["an IBAN with a valid checksum", "IBAN DE89 3704 0044 0532 0130 00.", `IBAN ${MASK}.`],
    ["a private key block", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", MASK],
    ["one of our own keys", "use dk_0123456789abcdefghijABCDEFGHIJ01", `use ${MASK}`],
  ])("has %s masked", (_name, text, expected) => {
    expect(redactText(text).text).toBe(expected);
  });
  it.each([
    ["a card with a wrong checksum", "4111 1111 1111 1112"],
    ["an order number", "order 1234567890123"],
    ["a label without a value", "Password: "],
    ["an IBAN with a wrong checksum", "DE89 3704 0044 0532 0130 01"],
    ["a UUID", "0192f0a0-7b1c-7000-8000-0123456789ab"],
  ])("keeps %s", (_name, text) => {
    expect(redactText(text)).toEqual({ text, kinds: [] });
  });
  // Half a second; what were quadratic would take hours. The limit is for a machine that is busy.
  it("stays fast on a megabyte of what looks like the start of a secret", { timeout: 60_000 }, () => {
    const text = "password password:sk-eyJ".repeat(40_000);
    expect(redactText(text).text.length).toBeGreaterThan(0);
  });
});

describe("what was promised before other kinds came", () => {
  const word = (alphabet: string, minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
  const letters = "abcdefghijkmnpqrstuvwyzABCDEFGHJKLMNPQRSTUVWYZ";
  it.each([
    [
      "a value behind a label for passwords",
      [
        "password",
        "passwd",
        "passphrase",
        "pwd",
        "passwort",
        "kennwort",
        "contraseña",
        "mot de passe",
        "hasło",
        "密码",
        "口令",
        "パスワード",
        "비밀번호",
      ],
    ],
    [
      "a value behind a label for keys",
      [
        "api_key",
        "api-key",
        "apikey",
        "secret_key",
        "access_key",
        "client_secret",
        "auth_token",
        "access_token",
        "refresh_token",
      ],
    ],
  ])("%s is masked, however it is separated", (_name, labels) => {
    const values = fc
      .tuple(word(letters, 6, 30), word("123456789", 2, 6), word(letters, 2, 30))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        fc.constantFrom(...labels),
        fc.constantFrom(": ", "=", " = ", "：", '": "'),
        values,
        (label, sign, value) => {
          const closing = sign.endsWith('"') ? '"' : "";
          expect(redactText(`${label}${sign}${value}${closing} end`).text).toBe(`${label}${sign}${MASK}${closing} end`);
        },
      ),
      { numRuns: 300 },
    );
  });
  it("what is masked is not found again; addresses and telephone numbers are left, as forms are filled with them", () => {
    const reachable = "mail lucia.ferri@example.net, phone +49 30 901820";
    const once = redactText(`password: Hafen+Licht_58, card 4111 1111 1111 1111, ${reachable}`);
    expect(once).toEqual({ text: `password: ${MASK}, card ${MASK}, ${reachable}`, kinds: ["password", "card"] });
    expect(redactText(once.text)).toEqual({ text: once.text, kinds: [] });
  });
  it("the values themselves are told to who asks, and a tenant's own words are masked too", () => {
    const values: string[] = [];
    const { text } = redactText("Bluebird uses pwd=hunter2go", (value) => values.push(value), {
      keywords: ["bluebird"],
    });
    expect([text, values]).toEqual([`${MASK} uses pwd=${MASK}`, ["Bluebird", "hunter2go"]]);
  });
});
