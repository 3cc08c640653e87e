import type { Area, GreyFrame, Word } from "@deskfleet/anchors";
import fc from "fast-check";
import { expect, it } from "vitest";
import { changedParts, meet } from "./changed-parts.ts";

const [WIDTH, HEIGHT] = [300, 200];
const blank = (): GreyFrame => ({ width: WIDTH, height: HEIGHT, data: Buffer.alloc(WIDTH * HEIGHT, 255) });
function changed(...pixels: [number, number][]): GreyFrame {
  const frame = blank();
  for (const [x, y] of pixels) frame.data[y * WIDTH + x] = 0;
  return frame;
}
const word = (x: number, y: number, height = 10): Word => ({ text: "w", confidence: 90, x, y, width: 40, height });
const before = (words: Word[] = [], unread: Area[] = []) => ({ frame: blank(), words, unread });

it("a frame that was never read, and one of another size, is to be read as a whole", () => {
  const whole = { parts: [{ x: 0, y: 0, width: WIDTH, height: HEIGHT }], kept: [] };
  expect(changedParts(null, blank())).toEqual(whole);
  const other = { width: HEIGHT, height: WIDTH, data: blank().data };
  expect(changedParts({ ...before(), frame: other }, blank())).toEqual(whole);
});

it("a change is read with the words that it touches, and the others stay", () => {
  const words = [word(100, 50), word(140, 50), word(200, 50), word(100, 80)];
  const { parts, kept } = changedParts(before(words), changed([137, 55]));
  expect(parts).toEqual([{ x: 100, y: 50, width: 80, height: 10 }]);
  expect(kept).toEqual([words[2], words[3]]);
});

it("lines side by side that interlock do not lead from one to the next", () => {
  const left = Array.from({ length: 14 }, (_, line) => word(10, line * 13, 11));
  const right = Array.from({ length: 10 }, (_, line) => word(200, line * 18, 16));
  const { parts, kept } = changedParts(before([...left, ...right]), changed([210, 95]));
  expect(parts).toEqual([{ x: 200, y: 90, width: 40, height: 16 }]);
  expect(kept).toHaveLength(left.length + right.length - 1);
});

it("what was not read before still is not, wherever else something changes", () => {
  const unread = { x: 20, y: 150, width: 60, height: 20 };
  expect(changedParts(before([], [unread]), changed([100, 50])).parts).toContainEqual(unread);
});

it("every pixel that changed lies in a part; what is kept lies in none, and no two parts share a row", () => {
  const pixel = fc.tuple(fc.nat(WIDTH - 1), fc.nat(HEIGHT - 1));
  const words = fc.array(fc.tuple(fc.nat(250), fc.nat(180), fc.integer({ min: 4, max: 20 })));
  fc.assert(
    fc.property(fc.array(pixel, { maxLength: 8 }), words, (pixels, places) => {
      const { parts, kept } = changedParts(before(places.map((place) => word(...place))), changed(...pixels));
      for (const [x, y] of pixels) expect(parts.some((part) => meet(part, { x, y, width: 1, height: 1 }))).toBe(true);
      expect(kept.some((one) => parts.some((part) => meet(one, part)))).toBe(false);
      for (const [index, part] of parts.entries())
        expect(index === 0 || part.y >= (parts[index - 1]?.y ?? 0) + (parts[index - 1]?.height ?? 0)).toBe(true);
    }),
  );
});
