import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const GOOD = { DATABASE_URL: "postgres://user:pass@host/db", DESKFLEET_SECRET: "ab".repeat(32) };

it.each([
  ["a missing database", { DATABASE_URL: undefined }, "DATABASE_URL"],
  ["another kind of database", { DATABASE_URL: "mysql://user:hunter2@host/db" }, "DATABASE_URL"],
  ["a short secret", { DESKFLEET_SECRET: "abcd" }, "DESKFLEET_SECRET"],
  ["a secret in capitals", { DESKFLEET_SECRET: "AB".repeat(32) }, "DESKFLEET_SECRET"],
  ["a port that is none", { DESKFLEET_API_PORT: "eighty" }, "DESKFLEET_API_PORT"],
  ["a public URL that no browser can open", { DESKFLEET_PUBLIC_URL: "ftp://host" }, "DESKFLEET_PUBLIC_URL"],
])("%s is named, and no value repeated", (_name, change, variable) => {
  const read = () => readConfig({ ...GOOD, ...change });
  expect(read).toThrowError(new RegExp(variable));
  expect(read).not.toThrowError(/hunter2|ABAB|abcd/);
});

it("defaults to this machine only, on port 8080", () => {
  expect(readConfig(GOOD)).toMatchObject({ host: "127.0.0.1", port: 8_080, publicUrl: null });
});
