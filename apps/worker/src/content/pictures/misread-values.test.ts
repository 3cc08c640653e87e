import { describe, expect, it } from "vitest";
import { madeUpWords } from "./made-up-words.ts";
import { misreadValues } from "./misread-values.ts";

const found = (text: string, value: string, kind: "password" | "keyword" = "password") =>
  misreadValues(text, [{ value, kind }]).map(({ start, end }) => text.slice(start, end));

describe("a known value", () => {
  it.each([
    ["as it is", "the Quartz-Heron-5178 here", "Quartz-Heron-5178", "Quartz-Heron-5178"],
    ["with look-alikes", "the 0uartz-Her0n-SI78 here", "Quartz-Heron-5178", "0uartz-Her0n-SI78"],
    ["without its dashes", "the Quartz Heron 5178 here", "Quartz-Heron-5178", "Quartz Heron 5178"],
    ["with a sign too few", "xx Quatz-Heron-5178 xx", "Quartz-Heron-5178", "Quatz-Heron-5178"],
    ["within a longer word", "token=hunter2000;", "hunter2000", "hunter2000"],
    ["over two lines", "Quartz-\nHeron-5178", "Quartz-Heron-5178", "Quartz-\nHeron-5178"],
  ])("%s is found", (_name, text, value, expected) => expect(found(text, value)).toEqual([expected]));

  it.each([
    ["another word", "the quarter hero 5178", "Quartz-Heron-5178"],
    ["a short one within a word", "prune12", "une1"],
    ["one that folds to next to nothing", "a - b", "--"],
  ])("is not %s", (_name, text, value) => expect(found(text, value)).toEqual([]));

  it("as a keyword is whole words alone", () => {
    expect(found("Project BlueFalc0n, of bluefalconry", "Bluefalcon", "keyword")).toEqual(["BlueFalc0n"]);
  });
});

describe("a made-up word", () => {
  it.each([
    "sk-ant-api®3-Zx9fQ2mLk8RtYvB3nW7p",
    "ghpx0c9KqL2mVnB81RtYwZpA7sDf",
    "b3BlbnNzaClrZXktdjEAAAAABG5vbmUAAAAE",
  ])("%s counts as a key", (text) =>
    expect(madeUpWords(`a ${text} b`)).toMatchObject([{ start: 2, end: 2 + text.length }]),
  );

  it.each([
    "internationalisation_of_words",
    "4f9d3c2a1b0e8d7c6f5a4b3c2d1e0f9a8b7c6d5e",
    "01890a5d-ac96-774b-bcce-b302099a8057",
    "2026-11-30_Quarterly-Report",
    "40123456789012345678901234567890",
    "AVERYLONGCONSTANTNAME",
  ])("is not %s", (text) => expect(madeUpWords(text)).toEqual([]));
});
