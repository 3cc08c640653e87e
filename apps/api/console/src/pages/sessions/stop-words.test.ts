import { expect, it } from "vitest";
import { effectWords, stopWords } from "./stop-words.ts";

const AT = "2026-01-01T12:00:00Z";

it("says when a stop took effect, that nobody confirmed it, and nothing that was not told", () => {
  expect(stopWords({ effectMs: 12.4, isConfirmed: true }, AT)).toMatch(/^Stopped after 12 ms, at \d\d:\d\d:\d\d$/);
  expect(stopWords({ effectMs: 900, isConfirmed: false }, AT)).toMatch(/the desktop has not confirmed it/);
  expect(stopWords({ effectMs: "<b>" }, AT)).toMatch(/^Stopped, at \d\d:\d\d:\d\d$/);
  expect(effectWords({ effectMs: 12.4, isConfirmed: true })).toBe(", in force after 12 ms");
  expect(effectWords({ isConfirmed: false })).toMatch(/^; the desktop has not confirmed it/);
});
