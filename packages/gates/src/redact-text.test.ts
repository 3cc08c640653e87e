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
  it("stays fast on a megabyte of what looks like the start of a secret", () => {
    const text = "password password:sk-eyJ".repeat(40_000);
    expect(redactText(text).text.length).toBeGreaterThan(0);
  });
});
