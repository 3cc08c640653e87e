import { describe, expect, it } from "vitest";
import { visibleRange } from "./visible-range.ts";

const at = (top: number, rows = 5_000) => visibleRange({ top, height: 720, rows, rowHeight: 36, overscan: 12 });

describe("the rows in sight", () => {
  it("cover the window with some on both sides, at every place", () => {
    for (let top = 0; top <= 5_000 * 36 - 720; top += 91) {
      const { first, end } = at(top);
      expect(first * 36).toBeLessThanOrEqual(top);
      expect(end * 36).toBeGreaterThanOrEqual(top + 720);
      expect(end - first).toBeLessThanOrEqual(68);
    }
  });

  it("are none of none, all of few, and never past the end", () => {
    expect(at(0, 0)).toEqual({ first: 0, end: 0 });
    expect(at(0, 7)).toEqual({ first: 0, end: 7 });
    expect(at(90_000, 10)).toEqual({ first: 0, end: 10 });
  });
});
