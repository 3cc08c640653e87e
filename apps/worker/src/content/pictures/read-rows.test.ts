import type { GreyFrame } from "@deskfleet/anchors";
import { describe, expect, it, vi } from "vitest";
import { largeShapes } from "./large-shapes.ts";
import { evenedInk, localContrast } from "./local-contrast.ts";
import { readRows } from "./read-rows.ts";

vi.setConfig({ testTimeout: 60_000 });
const SIDE = 96;

function drawn(levelOf: (x: number, y: number) => number): GreyFrame {
  const data = Buffer.alloc(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) data[y * SIDE + x] = levelOf(x, y);
  return { width: SIDE, height: SIDE, data };
}
const at = ({ data }: GreyFrame, x: number, y: number) => data[y * SIDE + x] as number;
/** Uneven everywhere, by up to 24 levels. */
const rough = (x: number, y: number): number => ((x * 7919 + y * 104729 + x * y * 31) % 25) - 12;

describe("what stands out", () => {
  it("of a rough ground does, and the ground does not", () => {
    const isStroke = (x: number) => x >= 40 && x < 43;
    const ink = localContrast(
      drawn((x, y) => 100 + rough(x, y) + (isStroke(x) ? 120 : 0)),
      16,
    );
    expect(at(ink, 41, 48)).toBeLessThan(60);
    expect([at(ink, 20, 48), at(ink, 80, 20), at(ink, 44, 48)]).toEqual([255, 255, 255]);
  });

  it("of an even ground is nothing", () => {
    expect(
      localContrast(
        drawn(() => 33),
        16,
      ).data.every((level) => level === 255),
    ).toBe(true);
  });
});

it("pale ink becomes as dark as print, dark ink stays, and no ink stays none", () => {
  const ink = evenedInk(drawn((x, y) => (x !== 10 ? 255 : y < 30 ? 0 : y > 60 ? 180 : 255)));
  expect([at(ink, 10, 10), at(ink, 10, 80), at(ink, 50, 50)]).toEqual([0, 0, 255]);
});

it("of a picture shapes as tall as large letters are left, where there are some", () => {
  const limits = { min: 10, max: 60, count: 2 };
  const tall = (x: number, y: number) => [10, 30].includes(x) && y >= 20 && y < 40;
  const low = (x: number, y: number) => x >= 60 && x < 64 && y >= 20 && y < 24;
  const edge = (x: number) => x === 90;
  const left = largeShapes(
    drawn((x, y) => (tall(x, y) || low(x, y) || edge(x) ? 0 : 255)),
    limits,
  ) as GreyFrame;
  expect([at(left, 10, 30), at(left, 30, 39), at(left, 61, 21), at(left, 90, 50)]).toEqual([0, 0, 255, 255]);
  expect(
    largeShapes(
      drawn((x, y) => (low(x, y) || edge(x) ? 0 : 255)),
      limits,
    ),
  ).toBeNull();
});

describe("rows are read", () => {
  const reader = () => vi.fn(async (_job: { readonly image: Uint8Array; readonly scale: number }) => []);
  const scales = (read: ReturnType<typeof reader>) => read.mock.calls.map(([{ scale }]) => scale);

  it("not at all without ink", async () => {
    const read = reader();
    expect(
      await readRows(
        { readToMask: read },
        drawn(() => 240),
      ),
    ).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  });

  it("once with small text on even ground", async () => {
    const read = reader();
    await readRows(
      { readToMask: read },
      drawn((x, y) => (x % 24 === 5 && y >= 40 && y < 50 ? 0 : 255)),
    );
    expect(scales(read)).toEqual([2]);
  });

  it("by contrast too where there is no even ground", async () => {
    const read = reader();
    await readRows(
      { readToMask: read },
      drawn((x, y) => 100 + rough(x, y) + (x % 24 === 5 && y >= 40 && y < 50 ? 120 : 0)),
    );
    expect(scales(read)).toContain(2);
  });

  it("smaller as well where something is as tall as large letters", async () => {
    const read = reader();
    await readRows(
      { readToMask: read },
      drawn((x, y) => (x % 24 < 6 && y >= 20 && y < 70 ? 0 : 255)),
    );
    expect(scales(read)).toEqual([2, 0.5]);
  });
});
