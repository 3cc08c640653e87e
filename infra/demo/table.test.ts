import { expect, it } from "vitest";
import { clip, table, textWidth } from "./table.ts";

it.each([
  ["Latin", "Łukasz", 6],
  ["Chinese is wide", "晨星", 4],
  ["Arabic is narrow", "النور", 5],
  ["an emoji is wide", "☕", 2],
  ["a combined mark takes no column", "e\u0301", 1],
])("%s", (_name, text, width) => {
  expect(textWidth(text)).toBe(width);
});

it.each([
  ["what fits stays", "abc", 3, "abc"],
  ["what does not is cut with an ellipsis", "abcd", 3, "ab…"],
  ["a wide character is not halved", "晨星晨", 4, "晨…"],
])("%s", (_name, text, width, clipped) => {
  expect(clip(text, width)).toBe(clipped);
});

it("columns line up whatever the script", () => {
  expect(
    table([
      ["a", "b"],
      ["晨", "1"],
      ["xyz", "2"],
    ]),
  ).toBe("  a    b\n  ───  ─\n  晨   1\n  xyz  2");
});
