import type { GreyFrame, Word } from "@deskfleet/anchors";
import { FleetError } from "@deskfleet/contracts";
import { expect, it, vi } from "vitest";
import { ScreenReader } from "./screen-reader.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

const [WIDTH, HEIGHT] = [40, 200];

/** A white screen with black rows. */
function screen(...rows: number[]): GreyFrame {
  const data = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (const row of rows) data.fill(0, row * WIDTH, row * WIDTH + 20);
  return { width: WIDTH, height: HEIGHT, data };
}

/** Reads a word in each picture that it is given, as high as the picture's middle, and counts the pictures' rows. */
class CountingEngine {
  readonly rows: number[] = [];
  failures = 0;
  word: Partial<Word> = {};
  async read({ image, scale }: { image: Uint8Array; scale: number }): Promise<Word[]> {
    const [, , height] = /^P5\n(\d+) (\d+)\n/.exec(Buffer.from(image).toString("latin1", 0, 20)) ?? [];
    const rows = Number(height) / scale;
    this.rows.push(rows);
    if (this.failures > 0) {
      this.failures -= 1;
      throw new FleetError("action.timeout", "too slow");
    }
    const text = `of ${rows} rows`;
    return [{ text, confidence: 90, x: 2, y: Math.floor(rows / 2), width: 20, height: 4, ...this.word }];
  }
}

it("an unchanged screen is read once", async () => {
  const engine = new CountingEngine();
  const reader = new ScreenReader(engine);
  const words = await reader.read(screen(100));
  expect(words).toEqual([{ text: "of 200 rows", confidence: 90, x: 2, y: 100, width: 20, height: 4 }]);
  expect(await reader.read(screen(100))).toEqual(words);
  expect(engine.rows).toEqual([200]);
});

it("of a changed screen only the changed rows are read, and words stand where they are on it", async () => {
  const engine = new CountingEngine();
  const reader = new ScreenReader(engine);
  await reader.read(screen());
  const words = await reader.read(screen(30));
  expect(engine.rows).toEqual([200, 17]);
  expect(words.map(({ text, y }) => [text, y])).toEqual([
    ["of 200 rows", 100],
    ["of 17 rows", 22 + 8],
  ]);
});

it("rows that look as they did once are remembered: a caret that blinks costs nothing", async () => {
  const engine = new CountingEngine();
  const reader = new ScreenReader(engine);
  for (let round = 0; round < 5; round++) for (const rows of [[], [30]]) await reader.read(screen(...rows));
  expect(engine.rows).toEqual([200, 17, 17]);
});

it("what is hardly sure, and what is empty, is no word", async () => {
  const engine = new CountingEngine();
  engine.word = { confidence: 19 };
  expect(await new ScreenReader(engine).read(screen())).toEqual([]);
  engine.word = { text: " " };
  expect(await new ScreenReader(engine).read(screen())).toEqual([]);
});

it("a reading that failed is tried again by the next", async () => {
  const engine = new CountingEngine();
  const reader = new ScreenReader(engine);
  engine.failures = 1;
  await expect(reader.read(screen())).rejects.toMatchObject({ code: "action.timeout" });
  expect(await reader.read(screen())).toHaveLength(1);
  expect(engine.rows).toEqual([200, 200]);
});

it("readings side by side follow each other: the second reads what is new to the first", async () => {
  const engine = new CountingEngine();
  const reader = new ScreenReader(engine);
  await Promise.all([reader.read(screen()), reader.read(screen(30))]);
  expect(engine.rows).toEqual([200, 17]);
});
