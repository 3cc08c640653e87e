import { describe, expect, it } from "vitest";
import { datesIn, timesIn } from "./dates.ts";

describe("dates", () => {
  it.each([
    ["6월 12일에 2명", ["6-12"]],
    ["6月12日 19:00", ["6-12"]],
    ["on 12 june or june 21st", ["6-12", "6-21"]],
    ["vom 12. bis 14. juni", ["6-12", "6-14"]],
    ["12-14 june", ["6-12", "6-14"]],
    ["le 3 aout", ["8-3"]],
    ["el 5 de mayo", ["5-5"]],
    ["2026-07-01", ["7-1"]],
    ["am 7.8.2026", ["8-7"]],
    ["3/4", ["4-3", "3-4"]],
    ["84.00 eur, order 12", []],
    ["march past 3 houses", []],
    ["15 marbles", []],
    ["market 12", []],
  ])("%s", (text, dates) => {
    expect([...datesIn(text)]).toEqual(dates);
  });
});

it("times of the day are none of a score or a sum", () => {
  expect([...timesIn("from 9:00 to 19h30, 12:345, 84:00")]).toEqual(["9:00", "19:30"]);
});
