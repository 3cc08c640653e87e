import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { findText } from "./find-text.ts";
import { folded, repaired } from "./fold.ts";
import type { Word } from "./words.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

const CHARACTER = 8;
const HEIGHT = 12;

/** Words of a line as a reader sees them: 8 pixels a letter, a space between, two spaces or more where text is apart. */
function line(text: string, x: number, y: number): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    confidence: 90,
    ...{ x: x + index * CHARACTER, y, width: word.length * CHARACTER, height: HEIGHT },
  }));
}
const textsOf = (words: readonly Word[], match: Parameters<typeof findText>[1]) =>
  findText(words, match).matches.map(({ text, rectangle: { x, y } }) => `${text} @${x},${y}`);

const FORM = [
  ...line("Save as      Save      Cancel", 100, 40),
  ...line("Customer no.", 100, 80),
  ...line("lNV-1O0l", 300, 81),
  ...line("Total  1,2O4.5O EUR", 100, 120),
];

describe("a text is found nowhere", () => {
  it.each([
    ["in another case", "SAVE"],
    ["across what stands apart", "Save Cancel"],
    ["across lines", "Cancel Customer no."],
    ["as a part of a word when it is exact", "Canc"],
    ["as a beginning inside a word", { startsWith: "ancel" }],
    ["by a pattern that wants more", { pattern: "^Total$" }],
    ["made of spaces", { contains: " " }],
    ["by a pattern that matches nothing at all", { pattern: "x*" }],
  ])("%s", (_name, match) => {
    expect(findText(FORM, match).matches).toEqual([]);
  });

  it("on an empty screen", () => {
    expect(findText([], "Save")).toEqual({ matches: [], candidates: [] });
  });

  it("and then the nearest are named, best first, with where they stand", () => {
    const { candidates } = findText(FORM, "Customer number");
    expect(candidates[0]).toEqual({
      rectangle: { x: 100, y: 80, width: 12 * CHARACTER, height: HEIGHT },
      ...{ text: "Customer no.", confidence: 90 },
    });
    expect(findText(FORM, { pattern: "^Cancle\\s" }).candidates.map(({ text }) => text)).toEqual(["Cancel"]);
  });
});

describe("a text is found", () => {
  it.each([
    ["as a whole phrase rather than as words of another", "Save", ["Save @204,40"]],
    ["as words of a phrase where it is no whole one", "no.", ["no. @172,80"]],
    ["despite look-alikes: I l 1 and 0 O", "INV-100l", ["lNV-1O0l @300,81"]],
    ["with a comma that is a full stop", { contains: "1.204,50 EUR" }, ["1,2O4.5O EUR @156,120"]],
    ["with its first letter as large as small ones", "save", ["Save @204,40"]],
    ["with its spaces lost", "Customerno.", ["Customer no. @100,80"]],
    ["as a part of a word: the word", { contains: "ance" }, ["Cancel @284,40"]],
    ["as a part across words: all of them", { contains: "r n" }, ["Customer no. @100,80"]],
    ["everywhere it begins a word", { startsWith: "Sav" }, ["Save @100,40", "Save @204,40"]],
    ["by a pattern, repaired: O among digits is 0", { pattern: "\\d,\\d{3}\\.\\d\\d" }, ["1,2O4.5O @156,120"]],
    ["by a pattern with ends: of a phrase", { pattern: "^Save$" }, ["Save @204,40"]],
    ["by a pattern without ends: inside", { pattern: "no\\." }, ["no. @172,80"]],
  ])("%s", (_name, match, expected) => {
    const at = (text: string) => text.replace(/@\d+,\d+$/, "");
    expect(textsOf(FORM, match).map(at)).toEqual(expected.map(at));
  });

  it("with the rectangle around its words and the confidence of the worst", () => {
    const words = line("Press Continue now", 10, 20).map((word, at) => ({ ...word, y: 20 - at, confidence: 90 - at }));
    expect(findText(words, "Continue now")).toEqual({
      matches: [
        {
          rectangle: { x: 58, y: 18, width: 12 * CHARACTER, height: HEIGHT + 1 },
          ...{ text: "Continue now", confidence: 88 },
        },
      ],
      candidates: [],
    });
  });

  it("in reading order, whatever order the words were read in", () => {
    const words = [...line("Open", 300, 100), ...line("Open", 20, 102), ...line("Open", 500, 10)];
    expect(textsOf(words, "Open")).toEqual(["Open @500,10", "Open @20,102", "Open @300,100"]);
  });

  it("twice in one phrase, never twice in one word", () => {
    expect(textsOf(line("aaaa ab ab", 0, 0), { contains: "aa" })).toEqual(["aaaa @0,0"]);
    expect(textsOf(line("aaaa ab ab", 0, 0), "ab")).toEqual(["ab @40,0", "ab @64,0"]);
  });

  it("wherever a run of words is asked for that stands in a line", () => {
    const word = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (words, a, b) => {
        const [first, last] = [a % words.length, b % words.length].sort((x, y) => x - y) as [number, number];
        const wanted = words.slice(first, last + 1).join(" ");
        const { matches } = findText(line(words.join(" "), 5, 5), wanted);
        expect(matches.map(({ text }) => folded(text))).toContain(folded(wanted));
      }),
    );
  });
});

describe("look-alikes", () => {
  it("fold to one form", () => {
    expect(folded("O0o I1l| “a”– b…, CSUVWXZ")).toBe('000llll"a"-b....csuvwxz');
    expect(folded("Abdefg HKMN")).toBe("AbdefgHKMN");
  });

  it.each([
    ["2O25", "2025"],
    ["l2:3O", "12:30"],
    ["Fi1e", "File"],
    ["F0LDER", "FOLDER"],
    ["Con0l", "Conol"],
    ["1O0", "100"],
    ["Ill", "Ill"],
    ["A1", "Al"],
    ["x86", "x86"],
    ["Größe", "Größe"],
  ])("%s is repaired to %s", (word, expected) => {
    expect(repaired(word)).toBe(expected);
  });

  it("are repaired sign by sign: the length stays", () => {
    fc.assert(fc.property(fc.string(), (word) => repaired(word).length === word.length));
  });
});
