import { expect, it } from "vitest";
import { csvLine } from "./write-csv.ts";

it.each([
  ["a formula", "=1+1", "'=1+1"],
  ["a command", "@SUM(A1)", "'@SUM(A1)"],
  ["a sign and a formula", "+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["a minus and a formula", "-2+3", "'-2+3"],
  ["a hidden formula", "\t=1", "'\t=1"],
  ["a formula with a comma", "=A1,B1", '"\'=A1,B1"'],
  ["a formula behind a carriage return", "\r=1", '"\'\r=1"'],
])("%s does not run in a spreadsheet", (_name, value, field) => {
  expect(csvLine([value])).toBe(`${field}\r\n`);
});

it.each([
  ["nothing", null, ""],
  ["text", "Łukasz", "Łukasz"],
  ["a negative number as text", "-12.5", "-12.5"],
  ["a number", -3, "-3"],
  ["true", true, "true"],
  ["a comma", "a,b", '"a,b"'],
  ["a quote", 'say "x"', '"say ""x"""'],
  ["a line break", "a\nb", '"a\nb"'],
  ["white space at the edge", " a", '" a"'],
  ["an object", { a: 1 }, '"{""a"":1}"'],
])("%s is written as RFC 4180 has it", (_name, value, field) => {
  expect(csvLine([value, "x"])).toBe(`${field},x\r\n`);
});
