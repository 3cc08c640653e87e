import { describe, expect, it, vi } from "vitest";
import { Fourier } from "./fourier.ts";
import { randomNumbers } from "./testing.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

const SIZES = [
  [1, 1],
  [2, 1],
  [1, 8],
  [4, 16],
  [32, 8],
  [64, 128],
  [256, 64],
] as const;

describe("the transform", () => {
  it.each(SIZES)("of %i x %i numbers comes back as it was, times their count", (rows, columns) => {
    const random = randomNumbers(rows * 1_000 + columns);
    const fourier = new Fourier(rows, columns);
    const field = fourier.field();
    for (let at = 0; at < fourier.size; at++) [field.re[at], field.im[at]] = [random(), random()];
    const before = { re: field.re.slice(), im: field.im.slice() };
    fourier.forward(field);
    fourier.inverse(field);
    for (let at = 0; at < fourier.size; at++) {
      expect((field.re[at] as number) / fourier.size).toBeCloseTo(before.re[at] as number, 10);
      expect((field.im[at] as number) / fourier.size).toBeCloseTo(before.im[at] as number, 10);
    }
  });

  it.each(SIZES)("of %i x %i numbers turns products into cyclic convolutions", (rows, columns) => {
    const random = randomNumbers(rows + columns);
    const fourier = new Fourier(rows, columns);
    const [a, b] = [fourier.field(), fourier.field()];
    for (let at = 0; at < fourier.size; at++) [a.re[at], b.re[at]] = [random() - 0.5, random() - 0.5];
    const at = (y: number, x: number) => (y % rows) * columns + (x % columns);
    const places = Array.from(
      { length: 5 },
      () => [Math.floor(random() * rows), Math.floor(random() * columns)] as const,
    );
    const expected = places.map(([y, x]) => {
      let sum = 0;
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          sum += (a.re[at(row, column)] as number) * (b.re[at(y - row + rows, x - column + columns)] as number);
      return sum;
    });
    fourier.forward(a);
    fourier.forward(b);
    for (let index = 0; index < fourier.size; index++) {
      const re = a.re[index] as number;
      const im = a.im[index] as number;
      a.re[index] = re * (b.re[index] as number) - im * (b.im[index] as number);
      a.im[index] = re * (b.im[index] as number) + im * (b.re[index] as number);
    }
    fourier.inverse(a);
    const found = places.map(([y, x]) => (a.re[at(y, x)] as number) / fourier.size);
    for (const [index, value] of expected.entries()) expect(found[index]).toBeCloseTo(value, 9);
  });
});
