import type { GreyFrame, Word } from "@deskfleet/anchors";
import { expect, it, vi } from "vitest";
import { ScreenWords } from "./screen-words.ts";

const [WIDTH, HEIGHT] = [64, 400];
const SOON_MS = 60_000;
const WAIT = { timeout: SOON_MS, interval: 10 };
vi.setConfig({ testTimeout: 60_000 });

/** A white screen with black marks in these rows. */
function screen(...rows: number[]): GreyFrame {
  const data = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (const row of rows) data.fill(0, row * WIDTH, row * WIDTH + 10);
  return { width: WIDTH, height: HEIGHT, data };
}

/** Reads one word in the middle of each picture, when `answer` lets it. */
function reader(answer: (rows: number) => Promise<void> = async () => undefined) {
  const read: number[] = [];
  const faults: unknown[] = [];
  const engine = {
    readToMask: async ({ image, scale }: { image: Uint8Array; scale: number }): Promise<Word[]> => {
      const [, , height] = /^P5\n(\d+) (\d+)\n/.exec(Buffer.from(image).toString("latin1", 0, 20)) ?? [];
      const rows = Number(height) / scale;
      read.push(rows);
      await answer(rows);
      return [{ text: `${rows} rows`, confidence: 5, x: 2, y: Math.floor(rows / 2), width: 20, height: 4 }];
    },
  };
  return { words: new ScreenWords(engine, (error) => faults.push(error)), read, faults };
}
/** Lets a reading end when the test says so. */
function gate() {
  const open: (() => void)[] = [];
  return {
    answer: () => new Promise<void>((resolve) => open.push(resolve)),
    open: () => open.shift()?.(),
    count: () => open.length,
  };
}
const whole = [{ x: 0, y: 0, width: WIDTH, height: HEIGHT }];
/** Of a mark in row 30: it, and four pixels around. */
const part = { x: 0, y: 26, width: 14, height: 9 };

it("a screen that was never read is unread as a whole; once read, words stand where they are, sure or not", async () => {
  const { words } = reader();
  expect(words.known(screen(100))).toMatchObject({ words: [], unread: whole });
  const read = await words.read(screen(100), SOON_MS);
  expect(read.unread).toEqual([]);
  expect(read.words).toMatchObject([{ text: "400 rows", y: 200 }]);
  expect(words.known(screen(100))).toMatchObject({ unread: [], words: [{ text: "400 rows" }] });
});

it("of a change only its rows are unread, and only they are read", async () => {
  const { words, read } = reader();
  await words.read(screen(300), SOON_MS);
  expect(words.known(screen(300, 30)).unread).toEqual([part]);
  await words.read(screen(300, 30), SOON_MS);
  expect(read).toEqual([400, 25]);
});

it("of the same screen the same words are known, not others like them", async () => {
  const { words } = reader();
  const read = await words.read(screen(300), SOON_MS);
  expect(words.known(screen(300)).words).toBe(read.words);
});

it("rows that look as they did once are known at once", async () => {
  const { words, read } = reader();
  for (const rows of [[], [30], [], [30]]) await words.read(screen(300, ...rows), SOON_MS);
  expect(words.known(screen(300)).unread).toEqual([]);
  expect(words.known(screen(300, 30)).unread).toEqual([]);
  expect(read).toEqual([400, 25]);
});

it("rows without any ink need no reader", async () => {
  const { words, read } = reader();
  expect(await words.read(screen(), SOON_MS)).toMatchObject({ words: [], unread: [] });
  expect(read).toEqual([]);
});

it("what takes too long is unread, and is known once its reading has ended after all", async () => {
  const { answer, open, count } = gate();
  const { words } = reader(answer);
  expect(await words.read(screen(100), 20)).toMatchObject({ words: [], unread: whole });
  await vi.waitFor(() => expect(count()).toBe(1), WAIT);
  open();
  await vi.waitFor(() => expect(words.known(screen(100)).unread).toEqual([]), WAIT);
});

it("what cannot be read stays unread, and the next look tries again", async () => {
  let failures = 1;
  const { words, faults } = reader(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error("the thread has ended");
  });
  expect(await words.read(screen(100), SOON_MS)).toMatchObject({ words: [], unread: whole });
  expect(faults).toHaveLength(1);
  expect((await words.read(screen(100), SOON_MS)).unread).toEqual([]);
});

it("a failed band does not make the rest unread, and stays unread when something else changes", async () => {
  const { words } = reader(async (rows) => {
    if (rows === 25) throw new Error("not this one");
  });
  await words.read(screen(300), SOON_MS);
  expect((await words.read(screen(300, 30), SOON_MS)).unread).toEqual([part]);
  const { unread } = await words.read(screen(300, 30, 150, 152), SOON_MS);
  expect(unread).toContainEqual(part);
});

it("of frames that are to be read later the last one is", async () => {
  const { answer, open, count } = gate();
  const { words, read } = reader(answer);
  void words.read(screen(300), SOON_MS);
  await vi.waitFor(() => expect(count()).toBe(1), WAIT);
  for (const row of [30, 60, 90]) words.readLater(screen(300, row));
  open();
  await vi.waitFor(() => expect(count()).toBe(1), WAIT);
  open();
  await vi.waitFor(() => expect(words.known(screen(300, 90)).unread).toEqual([]), WAIT);
  expect(words.known(screen(300, 60)).unread).not.toEqual([]);
  expect(read).toHaveLength(2);
});

it("whoever comes behind too many is told what is known, at once", async () => {
  const { answer, count } = gate();
  const { words } = reader(answer);
  for (let row = 0; row < 6; row++) void words.read(screen(row * 40), SOON_MS);
  await vi.waitFor(() => expect(count()).toBe(1), WAIT);
  expect(await words.read(screen(399), SOON_MS)).toMatchObject({ words: [], unread: whole });
});
