import { describe, expect, it } from "vitest";
import type { GreyFrame } from "./bands.ts";
import { inkOf } from "./ink.ts";

const [WIDTH, HEIGHT] = [80, 40];
/** Ground of one level, and strokes of another: three pixels wide, as of letters. */
function page(ground: (x: number, y: number) => number, stroke: (x: number, y: number) => number | null): GreyFrame {
  const data = Buffer.alloc(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) data[y * WIDTH + x] = stroke(x, y) ?? ground(x, y);
  return { width: WIDTH, height: HEIGHT, data };
}
const strokes = (level: number) => (x: number, y: number) => (y >= 10 && y < 20 && x % 6 < 3 ? level : null);
const at = ({ data }: GreyFrame, x: number, y: number) => data[y * WIDTH + x];

describe("ink", () => {
  it.each([
    ["black on white", 255, 0],
    ["white on black", 0, 255],
    ["light on blue", 40, 230],
    ["dark on grey", 210, 20],
  ])("is black where a letter stands, %s, and the ground is white", (_name, ground, level) => {
    const ink = inkOf(page(() => ground, strokes(level)));
    expect(ink.data.equals(page(() => 255, strokes(0)).data)).toBe(true);
  });

  it("is the same beside each other on a dark window and a light one", () => {
    const isDark = (x: number) => x < WIDTH / 2;
    const ink = inkOf(
      page(
        (x) => (isDark(x) ? 20 : 240),
        (x, y) => (strokes(0)(x, y) === null ? null : isDark(x) ? 240 : 20),
      ),
    );
    expect([at(ink, 1, 15), at(ink, 4, 15), at(ink, 61, 15), at(ink, 64, 15)]).toEqual([0, 255, 0, 255]);
  });

  it("is fainter where the letter is, and none on an even screen or a gradient", () => {
    const faint = at(inkOf(page(() => 200, strokes(150))), 1, 15) as number;
    expect(faint).toBeGreaterThan(150);
    expect(faint).toBeLessThan(200);
    const white = Buffer.alloc(WIDTH * HEIGHT, 255);
    expect(
      inkOf(
        page(
          () => 77,
          () => null,
        ),
      ).data.equals(white),
    ).toBe(true);
    expect(
      inkOf(
        page(
          (x, y) => x + 2 * y,
          () => null,
        ),
      ).data.equals(white),
    ).toBe(true);
  });

  it("is white where nothing near is ground: a photograph has no letters", () => {
    const speckled = page(
      (x, y) => ((x * 7919 + y * 104_729) % 13) * 19,
      () => null,
    );
    expect(inkOf(speckled).data.equals(Buffer.alloc(WIDTH * HEIGHT, 255))).toBe(true);
  });

  it("of nothing is nothing", () => {
    expect(inkOf({ width: 0, height: 0, data: Buffer.alloc(0) }).data).toHaveLength(0);
  });
});
