import { describe, expect, it } from "vitest";
import { findSecrets } from "./find-secrets.ts";

const SIZE = 1_000_000;
const filled = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length));

/** A megabyte that is made to be slow. What were quadratic would take hours; the limit is for a machine that is busy. */
describe("a hostile megabyte ends", { timeout: 120_000 }, () => {
  it.each([
    ["labels without a line break", filled("password password:sk-eyJ")],
    ["labels alone", filled("password\n")],
    ["Chinese labels in a row", filled("验证码1")],
    ["heads of tables in a row", filled("| password | token |\n")],
    ["lists of recovery codes", filled("recovery codes ab12cd ")],
    ["assignments within one word", filled("password=a;")],
    ["digits", filled("1")],
    ["groups of digits", filled("1234 ")],
    ["at signs", filled("a@")],
    ["one word", filled("a")],
    ["base64", filled("A1b2")],
    ["the beginnings of private keys", filled("-----BEGIN PRIVATE KEY-----\n")],
    ["the ends of private keys", filled("-----END PRIVATE KEY-----")],
    ["keys' prefixes", filled("sk-")],
    ["bearers", filled("bearer ")],
    ["cookies", `cookie: ${filled("a=b;")}`],
    ["URLs that never come to their host", filled("http://a:b")],
    ["command lines", filled("curl -u a:")],
    ["blanks", filled(" ")],
    ["invisible characters", filled("\u200b")],
    ["quotes", filled('password:"')],
    ["words that look made up, beside words for logging in", filled("login aB3!x9Kz ")],
    ["made-up words without a line break", filled("Wren!dale09 ")],
    ["lists of columns and of their values", filled("(password) values ('a')")],
    ["one list of values", `(a, password) values ${filled("('a','b'),")}`],
    ["one list that never closes", `(a, password) values (${filled("'a',")}`],
    ["tables whose rows are heads", filled("a | password | b\n")],
    ["names of values", filled('"password", type: ')],
    ["issuers' prefixes as recognition reads them", filled("sk ant api ")],
    ["keys in pieces", filled("ghp_a1B2c3 ")],
    ["addresses of hooks", filled("https://hooks.example.com/a/")],
    ["one long address", `https://hooks.example.com/${filled("a1B2/")}`],
    ["sentences that say it is shown once", filled("shown once\n\n")],
    ["options of a program", filled("-u a1b2c3:x -p ")],
    ["lines of codes", `${filled("ab12cd-34ef\n")}recovery codes`],
    ["recovery codes in a row", filled("ab12-cd34\nrecovery codes\n")],
    ["words with a misread digit", filled("p4ssw0rd ")],
    ["Chinese labels with blanks within", filled("密 码 ")],
    ["values in front of their label", filled("aB3!x9Kz is the password ")],
  ])("%s", (_name, text) => {
    expect(findSecrets(text).length).toBeGreaterThanOrEqual(0);
  });
});
