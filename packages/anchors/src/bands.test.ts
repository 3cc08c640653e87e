import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type GreyFrame, whatToReread } from "./bands.ts";
import type { Word } from "./words.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

const [WIDTH, HEIGHT] = [64, 200];
const blank = (): GreyFrame => ({ width: WIDTH, height: HEIGHT, data: Buffer.alloc(WIDTH * HEIGHT, 255) });
function changed(frame: GreyFrame, ...rows: number[]): GreyFrame {
  const data = Buffer.from(frame.data);
  for (const row of rows) data[row * WIDTH + 13] = 0;
  return { ...frame, data };
}
const word = (y: number, height: number): Word => ({ text: "w", confidence: 90, x: 3, y, width: 20, height });
const WHOLE = { bands: [{ top: 0, bottom: HEIGHT }], kept: [] };

describe("of a frame", () => {
  it("everything is read when nothing was before, or a frame of another size", () => {
    expect(whatToReread(null, blank())).toEqual(WHOLE);
    const other = { width: HEIGHT, height: WIDTH, data: blank().data };
    expect(whatToReread({ frame: other, words: [word(1, 5)] }, blank())).toEqual(WHOLE);
  });

  it("nothing is read when nothing changed", () => {
    const words = [word(1, 5), word(190, 9)];
    expect(whatToReread({ frame: blank(), words }, blank())).toEqual({ bands: [], kept: words });
  });

  it("changed rows are read with a margin, those close by together", () => {
    const { bands } = whatToReread({ frame: blank(), words: [] }, changed(blank(), 50, 51, 60, 120));
    expect(bands).toEqual([
      { top: 42, bottom: 69 },
      { top: 112, bottom: 129 },
    ]);
  });

  it("margins end at the edges", () => {
    const { bands } = whatToReread({ frame: blank(), words: [] }, changed(blank(), 2, 199));
    expect(bands).toEqual([
      { top: 0, bottom: 11 },
      { top: 191, bottom: HEIGHT },
    ]);
  });

  it("a word at the edge of a change is read again whole, and so is the next that this cuts", () => {
    const words = [word(56, 10), word(68, 10), word(100, 10)];
    const { bands, kept } = whatToReread({ frame: blank(), words }, changed(blank(), 50));
    expect(bands).toEqual([{ top: 42, bottom: 86 }]);
    expect(kept).toEqual([words[2]]);
  });

  it("everything is read when most of it changed", () => {
    expect(
      whatToReread({ frame: blank(), words: [word(1, 5)] }, changed(blank(), 10, 30, 50, 70, 90, 110, 130)),
    ).toEqual(WHOLE);
  });

  it("no word is kept that a band touches, and none is lost that no band touches", () => {
    const rows = fc.array(fc.integer({ min: 0, max: HEIGHT - 1 }), { maxLength: 4 });
    const words = fc.array(
      fc.record({ y: fc.integer({ min: 0, max: HEIGHT - 20 }), height: fc.integer({ min: 1, max: 20 }) }),
    );
    fc.assert(
      fc.property(rows, words, (some, places) => {
        const all = places.map(({ y, height }) => word(y, height));
        const { bands, kept } = whatToReread({ frame: blank(), words: all }, changed(blank(), ...some));
        const isTouched = ({ y, height }: Word) => bands.some(({ top, bottom }) => y < bottom && y + height > top);
        expect(kept).toEqual(all.filter((one) => !isTouched(one)));
        for (const one of all.filter(isTouched))
          expect(bands.some(({ top, bottom }) => one.y >= top && one.y + one.height <= bottom)).toBe(true);
        for (const row of some) expect(bands.some(({ top, bottom }) => row >= top && row < bottom)).toBe(true);
      }),
    );
  });
});
