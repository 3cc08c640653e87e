import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type AnchorEngine, createAnchorEngine } from "../../anchors/anchor-engine.ts";
import { decodeFrame, greyOf } from "../../anchors/pictures.ts";
import { ScreenWords } from "./screen-words.ts";
import { secretsOfWords } from "./secrets-of-words.ts";
import { drawScreen, type Line } from "./testing.ts";

/** Drawn text through the real reader. What a real desktop shows stands in pictures.int.test.ts. */

const SCREEN = { width: 900, height: 300 };
const READ_MS = 120_000;
const TOKEN = "ghp_x0c9KqL2mVnB81RtYwZpA7sDfGhJ3kQe5uTi";
vi.setConfig({ testTimeout: READ_MS });
let engine: AnchorEngine;
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
beforeAll(() => {
  engine = createAnchorEngine(log);
});
afterAll(() => engine.close());

async function masksOf(png: Buffer, rules = {}) {
  const grey = await greyOf(await decodeFrame(png, SCREEN));
  const faults = vi.fn();
  const { words, unread } = await new ScreenWords(engine, faults).read(grey, READ_MS);
  expect([unread, faults.mock.calls]).toEqual([[], []]);
  return secretsOfWords(words, rules);
}
/** Whether the middle line of a text, whose width is guessed from below, lies under masks. */
const hides = (masks: Awaited<ReturnType<typeof masksOf>>, { x, y, size = 15 }: Line, width: number) =>
  Array.from({ length: 20 }, (_, part) => x + (width * (part + 0.5)) / 20).every((at) =>
    masks.some(
      (mask) => mask.x <= at && at <= mask.x + mask.width && mask.y < y - size / 3 && mask.y + mask.height >= y - 1,
    ),
  );

const small: Line = { text: TOKEN, x: 40, y: 80, size: 13, isMono: true };
const ground: Line = { text: "The weather is fine today", x: 40, y: 160 };

describe("a key in a picture is found", () => {
  it.each<[string, Line[], string, number]>([
    ["dark on light", [small, ground], "#ffffff", 40 * 7.8],
    [
      "light on dark",
      [
        { ...small, colour: "#d8d8d8" },
        { ...ground, colour: "#d8d8d8" },
      ],
      "#101820",
      40 * 7.8,
    ],
    ["pale", [{ ...small, colour: "#c4c4c4" }, ground], "#ffffff", 40 * 7.8],
    [
      "in letters of a headline",
      [{ ...small, isMono: false, text: TOKEN.slice(0, 32), size: 42, y: 120 }, ground],
      "#ffffff",
      32 * 25,
    ],
  ])("%s, and nothing else is", async (_name, lines, background, width) => {
    const masks = await masksOf(await drawScreen(SCREEN, lines, background));
    const [line] = lines as [Line];
    // The issuer's sign alone gives nothing away.
    const from = (width * 5) / line.text.length;
    expect(hides(masks, { ...line, x: line.x + from }, width - from)).toBe(true);
    expect(hides(masks, ground, 5)).toBe(false);
  });

  it("on a ground that is nowhere even", async () => {
    const png = await drawScreen(SCREEN, [{ ...small, colour: "#ffffff", size: 15 }], "noise");
    expect(hides(await masksOf(png), { ...small, size: 15 }, 40 * 9)).toBe(true);
  });
});

it("a value is found by its label, in a form and in a table; what stands beside it stays", async () => {
  const cell = (text: string, x: number, y: number): Line => ({ text, x, y });
  const lines = [
    cell("Password:", 40, 50),
    cell("Wren!dale09", 180, 50),
    cell("User", 40, 130),
    cell("Role", 240, 130),
    cell("Passcode", 440, 130),
    cell("anna", 40, 160),
    cell("editor", 240, 160),
    cell("Tz9-kulm-44", 440, 160),
  ];
  const masks = await masksOf(await drawScreen(SCREEN, lines));
  expect([1, 7].map((index) => hides(masks, lines[index]!, 85))).toEqual([true, true]);
  expect([0, 3, 5, 6].map((index) => hides(masks, lines[index]!, 20))).toEqual([false, false, false, false]);
});

it("what the tenant and the session know is found as well", async () => {
  const lines: Line[] = [
    { text: "Project Nightjar starts on Monday", x: 40, y: 60, size: 16 },
    { text: "Meet at Harbourlight Tower on Monday", x: 40, y: 120, size: 14, isMono: true },
    { text: "write to erika@example.net please", x: 40, y: 180 },
  ];
  const picture = await drawScreen(SCREEN, lines);
  const rules = { keywords: ["nightjar"], values: ["harbourlight"], kinds: ["email" as const] };
  expect((await masksOf(picture, rules)).map(({ kind }) => kind).sort()).toEqual(["email", "keyword", "password"]);
  expect(await masksOf(picture)).toEqual([]);
});
