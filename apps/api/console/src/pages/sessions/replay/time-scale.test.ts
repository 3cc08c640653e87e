import { describe, expect, it } from "vitest";
import { offsetText } from "./offset-text.ts";
import { slotsOf, type TimeScale, ticksOf, toPixel, toTime } from "./time-scale.ts";

const SCALE: TimeScale = { startMs: 5_000, endMs: 65_000, width: 600 };

describe("a time line in real proportion", () => {
  it("places times and finds them again; what lies outside stands at its ends", () => {
    expect([toPixel(SCALE, 5_000), toPixel(SCALE, 35_000), toPixel(SCALE, 1e9), toPixel(SCALE, 0)]).toEqual([
      0, 300, 600, 0,
    ]);
    expect([toTime(SCALE, 300), toTime(SCALE, -4), toTime(SCALE, 9_999)]).toEqual([35_000, 5_000, 65_000]);
  });

  it("has a length even where nothing lasted, and no width before it is drawn", () => {
    expect(toPixel({ ...SCALE, endMs: 5_000 }, 5_000)).toBe(0);
    expect(toTime({ ...SCALE, width: 0 }, 10)).toBe(5_000);
  });

  it("is labelled at whole steps of a clock, far enough apart", () => {
    expect(ticksOf(SCALE, 90)).toEqual([5_000, 15_000, 25_000, 35_000, 45_000, 55_000, 65_000]);
    const weeks = { ...SCALE, endMs: 5_000 + 21 * 86_400_000 };
    expect(ticksOf(weeks, 90).length).toBeLessThan(8);
  });

  it("asks for the pictures in sight and one more on each side", () => {
    expect(slotsOf(SCALE, 100, { left: 0, width: 150 }).map(({ left, atMs }) => [left, atMs])).toEqual([
      ...[
        [0, 15_000],
        [100, 25_000],
        [200, 35_000],
      ],
    ]);
    const wide = { ...SCALE, width: 60_000 };
    expect(slotsOf(wide, 100, { left: 30_000, width: 600 }).map(({ index }) => index)).toEqual([
      ...[299, 300, 301, 302, 303, 304, 305, 306, 307],
    ]);
  });

  it.each([
    [-5, "0:00.0"],
    [4_290, "0:04.2"],
    [3_723_500, "1:02:03.5"],
  ])("tells %i ms as %s", (milliseconds, text) => expect(offsetText(milliseconds)).toBe(text));
});
