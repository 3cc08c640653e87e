import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { findImage } from "./find-image.ts";
import type { Picture } from "./picture.ts";
import { correlationAt, cut, noisy, paste, randomNumbers, randomScreen } from "./testing.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

const random = randomNumbers(7);
const screen = randomScreen(random, 320, 200, 120);
const NOISE = 5; // 2 % of 255

function plain(width: number, height: number, colour: readonly number[]): Picture {
  const data = new Uint8Array(width * height * colour.length);
  for (let at = 0; at < data.length; at++) data[at] = colour[at % colour.length] as number;
  return { width, height, channels: colour.length as 3 | 4, data };
}
/** A cross of one colour on another. */
function cross(size: number, colour: readonly number[], ground: readonly number[]): Picture {
  const picture = plain(size, size, ground);
  for (let at = 0; at < size; at++)
    for (const [x, y] of [
      [at, at],
      [size - 1 - at, at],
    ] as const)
      picture.data.set(colour, (y * size + x) * 3);
  return picture;
}
const placesOf = ({ matches }: ReturnType<typeof findImage>) => matches.map(({ x, y }) => [x, y]);

describe("a picture that cannot be looked for is refused:", () => {
  it.each([
    ["of one colour", plain(20, 20, [10, 20, 30]), "flat"],
    ["of one colour and noise", noisy(plain(40, 40, [120, 120, 120]), random, NOISE), "flat"],
    [
      "of one colour where it is opaque",
      cut(screen, { x: 0, y: 0, width: 20, height: 20 }, (x) => (x < 1 ? 255 : 0)),
      "flat",
    ],
    ["transparent", plain(20, 20, [1, 2, 3, 0]), "transparent"],
    ["nearly transparent everywhere", cut(screen, { x: 50, y: 50, width: 30, height: 30 }, () => 249), "transparent"],
    ["three pixels high", cut(screen, { x: 50, y: 50, width: 30, height: 3 }), "too_small"],
    ["too wide", plain(1_025, 8, [0, 0, 0]), "too_large"],
    ["of too many pixels", plain(600, 600, [0, 0, 0]), "too_large"],
    ["wider than the screen", randomScreen(random, 321, 10, 20), "larger_than_frame"],
    ["higher than the screen", randomScreen(random, 10, 201, 20), "larger_than_frame"],
  ])("%s", (_name, picture, code) => {
    expect(() => findImage(screen, picture, 0.9)).toThrow(expect.objectContaining({ name: "AnchorFault", code }));
  });
});

describe("a picture is found nowhere", () => {
  const sign = cross(16, [200, 30, 30], [240, 240, 240]);

  it("on an empty screen, which resembles nothing", () => {
    expect(findImage(plain(320, 200, [240, 240, 240]), sign, 0.5)).toEqual({ matches: [], candidates: [] });
  });

  it("where only its colours are other, and says how near that came", () => {
    const frame = plain(320, 200, [240, 240, 240]);
    paste(frame, cross(16, [30, 160, 30], [240, 240, 240]), { x: 100, y: 60 });
    const { matches, candidates } = findImage(frame, sign, 0.9);
    expect(matches).toEqual([]);
    expect(candidates[0]).toMatchObject({ x: 100, y: 60, width: 16, height: 16 });
    expect(candidates[0]?.score).toBeLessThan(0.9);
  });

  it("where it is inverted", () => {
    const frame = plain(320, 200, [240, 240, 240]);
    paste(frame, cross(16, [240, 240, 240], [10, 10, 10]), { x: 100, y: 60 });
    expect(findImage(frame, cross(16, [10, 10, 10], [240, 240, 240]), 0.5).matches).toEqual([]);
  });
});

describe("a picture is found", () => {
  it("where it is, to the pixel, with a score of 1", () => {
    const { matches } = findImage(screen, cut(screen, { x: 133, y: 71, width: 64, height: 24 }), 0.9);
    expect(matches).toEqual([{ x: 133, y: 71, width: 64, height: 24, score: expect.closeTo(1, 6) }]);
  });

  it("in every corner, and as the whole screen", () => {
    const { width, height } = screen;
    const frame = randomScreen(randomNumbers(3), width, height, 900);
    for (const x of [0, width - 30])
      for (const y of [0, height - 20])
        expect(placesOf(findImage(frame, cut(frame, { x, y, width: 30, height: 20 }), 0.95))).toEqual([[x, y]]);
    expect(placesOf(findImage(frame, cut(frame, { x: 0, y: 0, width, height }), 0.95))).toEqual([[0, 0]]);
  });

  it("wherever it was cut out, of whatever size, with noise of two percent, as its definition scores it", () => {
    const frame = randomScreen(randomNumbers(11), 300, 180, 700);
    const parts = fc
      .record({ width: fc.integer({ min: 12, max: 90 }), height: fc.integer({ min: 12, max: 60 }), seed: fc.integer() })
      .chain(({ width, height, seed }) =>
        fc.record({
          part: fc.record({
            ...{ x: fc.integer({ min: 0, max: 300 - width }), y: fc.integer({ min: 0, max: 180 - height }) },
            ...{ width: fc.constant(width), height: fc.constant(height) },
          }),
          seed: fc.constant(seed),
        }),
      );
    fc.assert(
      fc.property(parts, ({ part, seed }) => {
        const template = noisy(cut(frame, part), randomNumbers(seed), NOISE);
        const best = findImage(frame, template, 0.5).matches.reduce((a, b) => (a.score >= b.score ? a : b));
        expect(best).toMatchObject(part);
        expect(best.score).toBeGreaterThan(0.97);
        expect(best.score).toBeCloseTo(correlationAt(frame, template, part.x, part.y), 6);
      }),
      { numRuns: 40 },
    );
  });

  it("by what is opaque of it, whatever is behind the rest", () => {
    const round = (x: number, y: number) => (Math.hypot(x - 11.5, y - 11.5) < 12 ? 255 : 0);
    const frame = randomScreen(randomNumbers(5), 300, 180, 500);
    const sign = cut(frame, { x: 80, y: 60, width: 24, height: 24 });
    const other = randomScreen(randomNumbers(6), 300, 180, 500);
    for (let y = 0; y < 24; y++)
      for (let x = 0; x < 24; x++)
        if (round(x, y) === 255) paste(other, cut(sign, { x, y, width: 1, height: 1 }), { x: 201 + x, y: 99 + y });
    const template = cut(frame, { x: 80, y: 60, width: 24, height: 24 }, round);
    const { matches } = findImage(other, template, 0.9);
    expect(matches).toEqual([{ x: 201, y: 99, width: 24, height: 24, score: expect.closeTo(1, 6) }]);
    expect(findImage(other, sign, 0.9).matches).toEqual([]);
  });

  it("when it differs in hue alone, at one brightness", () => {
    const frame = plain(320, 200, [128, 128, 128]);
    // Grey of the same luminance (Rec. 601) hides it from a search in grey.
    const sign = cross(16, [180, 101, 128], [128, 128, 128]);
    paste(frame, sign, { x: 31, y: 47 });
    expect(placesOf(findImage(frame, sign, 0.9))).toEqual([[31, 47]]);
  });

  it("at every place, once each, in reading order, however close by", () => {
    const frame = plain(320, 200, [240, 240, 240]);
    const sign = cross(16, [20, 20, 120], [240, 240, 240]);
    const places = [
      [40, 20],
      [60, 22], // the same row: it begins within half the height
      [200, 18],
      [10, 100],
      [26, 100], // side by side
    ] as const;
    for (const [x, y] of places) paste(frame, sign, { x, y });
    expect(placesOf(findImage(frame, sign, 0.9))).toEqual([...places]);
  });

  it("brighter or with less contrast all the same", () => {
    const frame = plain(320, 200, [240, 240, 240]);
    const sign = cross(16, [200, 30, 30], [240, 240, 240]);
    const faded = { ...sign, data: sign.data.map((value) => 200 + value / 6) };
    paste(frame, faded, { x: 77, y: 33 });
    expect(placesOf(findImage(frame, sign, 0.9))).toEqual([[77, 33]]);
  });
});

it("a screen full of matches is answered with a hundred at most", () => {
  const frame = plain(640, 400, [240, 240, 240]);
  const sign = cross(8, [0, 0, 0], [240, 240, 240]);
  for (let y = 0; y + 8 <= 400; y += 8) for (let x = 0; x + 8 <= 640; x += 8) paste(frame, sign, { x, y });
  expect(findImage(frame, sign, 0.9).matches).toHaveLength(100);
});
