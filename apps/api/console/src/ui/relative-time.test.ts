import { describe, expect, it } from "vitest";
import { clockText, durationText, relativeTime } from "./relative-time.ts";

const now = Date.parse("2026-01-01T12:00:00Z");

describe("a time as people say it", () => {
  it.each([
    [-1_000, "now"],
    [1_500, "now"],
    [-59_000, "59 sec. ago"],
    [-60_000, "1 min. ago"],
    [-119 * 60_000, "1 hr. ago"],
    [2 * 3_600_000, "in 2 hr."],
    [-24 * 3_600_000, "yesterday"],
    [-3 * 24 * 3_600_000, "3 days ago"],
  ])("%d ms from now is %s", (offset, text) => {
    expect(relativeTime(now + offset, now)).toBe(text);
  });
});

describe("a duration", () => {
  it.each([
    [0, "0 ms"],
    [849.6, "850 ms"],
    [4_210, "4.2 s"],
    [59_400, "59 s"],
    [60_000, "1 min"],
    [200_000, "3 min 20 s"],
    [7_500_000, "2 h 5 min"],
    [76 * 3_600_000, "3 d 4 h"],
  ])("of %d ms is %s", (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});

describe("a countdown", () => {
  it.each([
    [-5_000, "0:00"],
    [1, "0:01"],
    [245_000, "4:05"],
    [3_723_000, "1:02:03"],
  ])("of %d ms shows %s", (milliseconds, text) => {
    expect(clockText(milliseconds)).toBe(text);
  });
});
