import type { Word } from "@deskfleet/anchors";
import { describe, expect, it } from "vitest";
import { blocksOfCells, blocksOfText, rowsOfCells, rowsOfText } from "./text-of-words.ts";

/** A word of eight pixels a sign. */
const word = (text: string, x: number, y: number): Word => ({
  ...{ text, confidence: 90, x, y, width: text.length * 8, height: 14 },
});

it("words of a line have a blank between them, and lines follow each other", () => {
  const words = [word("below", 10, 40), word("Card", 10, 10), word("number", 50, 11)];
  expect(rowsOfText(words).text).toBe("Card number\nbelow");
});

it("cells of a row are as far apart as they stand, so that heads are over their columns", () => {
  const words = [word("User", 0, 10), word("Password", 200, 10), word("anna", 0, 40), word("s3cr3t", 200, 40)];
  const [head, row] = rowsOfText(words).text.split("\n") as [string, string];
  expect(row.indexOf("s3cr3t")).toBe(head.indexOf("Password"));
  expect(head).toMatch(/^User {2,}Password$/);
});

it("what recognition has split within a key is one word again", () => {
  const half = word("ghp_abcdef", 10, 10);
  expect(rowsOfText([half, { ...word("ghijkl", 0, 10), x: half.x + half.width + 2 }]).text).toBe("ghp_abcdefghijkl");
});

it("a block goes on below, whatever stands beside it", () => {
  const words = [
    word("BEGIN", 0, 10),
    word("other", 400, 12),
    word("b3Blbn", 0, 28),
    word("window", 400, 30),
    word("END", 0, 46),
  ];
  expect(blocksOfText(words).text).toContain("BEGIN\nb3Blbn\nEND");
  expect(blocksOfText(words).text).toContain("other\nwindow");
});

it("places of the text lead back to parts of words, by line", () => {
  const [first, second] = [word("pass=abc", 0, 10), word("def", 0, 30)] as const;
  const read = rowsOfText([first, second]);
  expect(read.partsBetween(5, read.text.length)).toEqual([
    { word: first, from: 5, to: 8, line: 0 },
    { word: second, from: 0, to: 3, line: 1 },
  ]);
});

describe("cells, which leave nothing between each other,", () => {
  const cell = (text: string, x: number, y: number, width: number) => ({ ...word(text, x, y), width });
  const cells = [
    ...[cell("Person", 0, 10, 90), cell("DNI", 90, 10, 90), cell("Town", 180, 10, 60)],
    ...[cell("Ada", 0, 24, 90), cell("65443210E", 90, 24, 90), cell("Vigo", 180, 24, 60)],
  ];

  it("stand apart in their row, and heads over their columns", () => {
    expect(
      rowsOfCells(cells)
        .text.split("\n")
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ["Person", "DNI", "Town"],
      ["Ada", "65443210E", "Vigo"],
    ]);
    const [head, row] = rowsOfCells(cells).text.split("\n") as [string, string];
    expect([row.indexOf("65443210E"), row.indexOf("Vigo")]).toEqual([head.indexOf("DNI"), head.indexOf("Town")]);
  });

  it("stand below each other in their column", () => {
    expect(blocksOfCells(cells).text).toContain("DNI\n65443210E");
  });
});

it("nothing is a text too", () => {
  expect([rowsOfText, blocksOfText, rowsOfCells, blocksOfCells].map((read) => read([]).text)).toEqual(["", "", "", ""]);
});
