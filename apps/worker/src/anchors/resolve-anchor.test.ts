import { setTimeout as sleep } from "node:timers/promises";
import { AnchorFault, findImage, type Word } from "@deskfleet/anchors";
import { FleetError, type FrameInfo, type ImageAnchor, type OcrAnchor } from "@deskfleet/contracts";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { plainFilter } from "../content/testing.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Clock } from "../workflow/workflow-run.ts";
import type { AnchorEngine } from "./anchor-engine.ts";
import type { AnchorError } from "./anchor-failures.ts";
import type { Captured } from "./look-for-anchor.ts";
import { resolveAnchor } from "./resolve-anchor.ts";
import { viewAnchor } from "./search-for.ts";
import { ThreadFault } from "./thread.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

const SCREEN = { width: 200, height: 120 };
type Sign = readonly [x: number, y: number, colour?: string];
const RED = "#c81e1e";

/** The sign that is looked for, and others like it: a diagonal in a box. */
const drawn = ([x, y, colour = RED]: Sign): string =>
  `<path d="M${x} ${y}h20v16h-20z" fill="#fff" stroke="#222"/><path d="M${x + 3} ${y + 3}l14 10" stroke="${colour}" stroke-width="4"/>`;
const picture = (signs: readonly Sign[], more = "", { width, height } = SCREEN) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#eee"/>${signs.map(drawn).join("")}${more}</svg>`,
    ),
  )
    .png()
    .toBuffer();
const anchorOf = async (nth?: number): Promise<ImageAnchor> => ({
  image: {
    png: (await picture([[2, 2]], "", { width: 25, height: 21 })).toString("base64"),
    ...{ threshold: 0.9, nth },
  },
});

/** Longer than any wait between two looks: the limit of a search, which is real time. */
const LIMIT_MS = 250;

/** Time passes by sleeping alone. */
class SlowClock implements Clock {
  ms = 0;
  now = () => this.ms;
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(ms > LIMIT_MS ? 60_000 : 1, undefined, { signal });
    this.ms += ms;
  }
}

/** Searches in this thread; reads these words, whatever the picture. */
function engineOf(words: readonly Word[] = []): AnchorEngine {
  return {
    findImage: async ({ frame, picture, threshold }) => {
      try {
        return findImage(frame, picture, threshold);
      } catch (error) {
        throw error instanceof AnchorFault ? new ThreadFault(error.message) : error;
      }
    },
    read: async () => words.map((word) => ({ ...word })),
    readToMask: async () => [],
    readToAudit: async () => [],
    close: async () => undefined,
  };
}

/** Shows one screen after the other, the last for ever. */
async function scene(screens: readonly Promise<Buffer>[], words: readonly Word[] = []) {
  const frames = await Promise.all(screens);
  const session = { services: { anchors: engineOf(words) }, content: plainFilter() } as unknown as LiveSession;
  const clock = new SlowClock();
  let taken = 0;
  const capture = async (ifChangedFrom: string | null): Promise<Captured> => {
    const at = Math.min(taken, frames.length - 1);
    taken += 1;
    const region = { x: 0, y: 0, ...SCREEN };
    const unchanged = ifChangedFrom === `frame-${at}`;
    const frame: FrameInfo = {
      frameId: `frame-${at}`,
      format: "png",
      ...SCREEN,
      scale: 1,
      region,
      unchanged,
      masked: [],
    };
    return { frame, payload: unchanged ? null : (frames[at] as Buffer) };
  };
  const wait = { capture, timeoutMs: 2_000, clock, signal: new AbortController().signal };
  return { session, wait, frames, clock, taken: () => taken };
}
const errorOf = (work: Promise<unknown>): Promise<AnchorError> =>
  work.then(
    () => Promise.reject(new Error("it was expected to fail")),
    (error: AnchorError) => error,
  );
const word = (text: string, x: number, y: number): Word => ({
  ...{ text, confidence: 90, x, y },
  ...{ width: text.length * 8, height: 12 },
});

describe("an anchor is not found:", () => {
  it("nothing resembles it", async () => {
    const { session, wait, clock, frames } = await scene([picture([])]);
    const error = await errorOf(resolveAnchor(session, await anchorOf(), wait));
    expect(error).toMatchObject({
      code: "action.failed",
      detail: "waited 2.0 s for the picture (threshold 0.9): nothing on the screen resembles it",
      data: { candidates: [], matches: [], frameId: "frame-0", log: ["0 ms: nothing matches"] },
    });
    expect(error.payload).toBe(frames[0]);
    expect(clock.ms).toBe(2_000);
  });

  it("what resembles it is named, with score and place", async () => {
    const { session, wait } = await scene([picture([[100, 50, "#1ea01e"]])]);
    const error = await errorOf(resolveAnchor(session, await anchorOf(), wait));
    expect(error.detail).toMatch(/^waited 2\.0 s for .*: nothing matches; nearest: \(0\.\d\d\) at 98,48 25x21$/);
    expect(error.data?.candidates).toEqual([expect.stringMatching(/^\(0\.\d\d\) at 98,48 25x21$/)]);
  });

  it("two that stay are an error that lists them, long before the time is over", async () => {
    const two: Sign[] = [
      [10, 10],
      [100, 50],
    ];
    const { session, wait, clock } = await scene([picture(two)]);
    const error = await errorOf(resolveAnchor(session, await anchorOf(), { ...wait, timeoutMs: 60_000 }));
    expect(error.detail).toBe(
      "2 places match the picture (threshold 0.9); say which (a larger picture, nth): (1.00) at 8,8 25x21; (1.00) at 98,48 25x21",
    );
    expect(error.data?.matches).toHaveLength(2);
    expect(clock.ms).toBeLessThan(1_000);
  });

  it("there are fewer than nth says", async () => {
    const { session, wait } = await scene([picture([[10, 10]])]);
    expect((await errorOf(resolveAnchor(session, await anchorOf(1), wait))).detail).toBe(
      "waited 2.0 s for the picture (threshold 0.9), number 1: only 1 there: (1.00) at 8,8 25x21",
    );
  });

  it("it never stands still", async () => {
    const { session, wait } = await scene(Array.from({ length: 120 }, (_, at) => picture([[10 + at, 10]])));
    expect((await errorOf(resolveAnchor(session, await anchorOf(), wait))).detail).toMatch(/: it is still moving: /);
  });

  it("a text, of which the nearest words are named, secrets masked", async () => {
    const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const words = [word("Cancel", 10, 10), word(secret, 10, 60)];
    const { session, wait } = await scene([picture([])], words);
    const near = await errorOf(resolveAnchor(session, { ocr: "Cancle" }, wait));
    expect(near.detail).toBe(
      'waited 2.0 s for the text "Cancle": nothing matches; nearest: "Cancel" (0.90) at 10,10 48x12',
    );
    const hidden = await errorOf(resolveAnchor(session, { ocr: "ghp_abcdefghijklm" }, wait));
    expect(JSON.stringify([hidden.detail, hidden.data])).not.toContain(secret);
    expect(hidden.data?.candidates).toHaveLength(1);
  });

  it("there is no time left to wait for the rate of actions", async () => {
    const { session, wait } = await scene([picture([[10, 10]])]);
    const capture = () =>
      Promise.reject(new FleetError("action.rate_limited", "too fast", { data: { retryAfterMs: 200 } }));
    const error = await errorOf(resolveAnchor(session, await anchorOf(), { ...wait, capture }));
    expect(error.code).toBe("action.rate_limited");
    expect(wait.clock.now()).toBe(2_000);
  });

  it("the desktop is lost", async () => {
    const { session, wait } = await scene([picture([])]);
    const capture = () => Promise.reject(new FleetError("desktop.lost", "gone"));
    const error = await errorOf(resolveAnchor(session, await anchorOf(), { ...wait, capture }));
    expect(error.code).toBe("desktop.lost");
  });

  it("the wait is ended from outside", async () => {
    const { session, wait } = await scene([picture([])]);
    const ended = new AbortController();
    const capture = (id: string | null) => {
      ended.abort();
      return wait.capture(id);
    };
    const work = resolveAnchor(session, await anchorOf(), { ...wait, capture, signal: ended.signal });
    await expect(work).rejects.toMatchObject({ name: "AbortError" });
  });

  it("the search takes longer than the time that is given", async () => {
    const { session, wait } = await scene([picture([])]);
    const never = { ...engineOf(), read: () => new Promise<Word[]>(() => undefined) };
    const slow = { ...session, services: { anchors: never } } as unknown as LiveSession;
    const error = await errorOf(resolveAnchor(slow, { ocr: "x" }, { ...wait, timeoutMs: 200 }));
    expect(error.detail).toBe('waited 0.2 s for the text "x": no search of the screen came to its end');
  });
});

describe("an anchor that cannot be looked for is refused without waiting:", () => {
  const FLAT = sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const image = async (png: Promise<Buffer>): Promise<ImageAnchor> => ({
    image: { png: (await png).toString("base64"), threshold: 0.9 },
  });
  it.each<[string, () => Promise<ImageAnchor | OcrAnchor>]>([
    ["of one colour", () => image(FLAT)],
    ["larger than the screen", () => image(picture([[1, 1]], "", { width: 201, height: 30 }))],
    ["no picture", () => image(Promise.resolve(Buffer.from("x")))],
    ["a pattern that is none", async () => ({ ocr: { pattern: "(" } })],
    ["a pattern with look-behind", async () => ({ ocr: { pattern: "(?<=a)b" } })],
  ])("%s", async (_name, make) => {
    const { session, wait, clock } = await scene([picture([])]);
    await expect(resolveAnchor(session, await make(), wait)).rejects.toMatchObject({ code: "request.invalid" });
    expect(clock.ms).toBe(0);
  });
});

describe("an anchor is found", () => {
  it("in the middle of where it is, once it was there in two frames", async () => {
    const { session, wait, taken } = await scene([picture([[100, 50]])]);
    expect(await resolveAnchor(session, await anchorOf(), wait)).toEqual({
      point: { x: 110, y: 58 },
      rectangle: { x: 98, y: 48, width: 25, height: 21 },
      match: { rectangle: { x: 98, y: 48, width: 25, height: 21 }, score: expect.closeTo(1, 3), text: null },
      candidates: [],
    });
    expect(taken()).toBe(2);
  });

  it("when it comes, and when it has come to rest", async () => {
    const places: Sign[] = [
      [10, 10],
      [40, 10],
      [70, 10],
    ];
    const { session, wait } = await scene([picture([]), ...places.map((place) => picture([place]))]);
    expect((await resolveAnchor(session, await anchorOf(), wait)).rectangle).toMatchObject({ x: 68, y: 8 });
  });

  it("at rest, whatever else on the screen goes on", async () => {
    const clocks = Array.from({ length: 9 }, (_, at) => picture([[100, 50]], `<rect width="${at + 5}" height="9"/>`));
    const { session, wait, taken } = await scene(clocks);
    expect((await resolveAnchor(session, await anchorOf(), wait)).rectangle).toMatchObject({ x: 98, y: 48 });
    expect(taken()).toBe(2);
  });

  it("when one of two has gone", async () => {
    const both: Sign[] = [
      [10, 10],
      [100, 50],
    ];
    const { session, wait } = await scene([picture(both), picture(both.slice(1))]);
    expect((await resolveAnchor(session, await anchorOf(), wait)).rectangle).toMatchObject({ x: 98, y: 48 });
  });

  it("as nth in reading order", async () => {
    const three: Sign[] = [
      [100, 50],
      [120, 10],
      [10, 12],
    ];
    const { session, wait } = await scene([picture(three)]);
    const xs = [];
    for (const nth of [0, 1, 2]) xs.push((await resolveAnchor(session, await anchorOf(nth), wait)).rectangle.x);
    expect(xs).toEqual([8, 118, 98]);
  });

  it("although captures are too many for a moment", async () => {
    const { session, wait } = await scene([picture([[100, 50]])]);
    let left = 3;
    const capture = (ifChangedFrom: string | null) => {
      left -= 1;
      if (left <= 0) return wait.capture(ifChangedFrom);
      return Promise.reject(new FleetError("action.rate_limited", "too fast", { data: { retryAfterMs: 100 } }));
    };
    expect((await resolveAnchor(session, await anchorOf(), { ...wait, capture })).rectangle).toMatchObject({ x: 98 });
  });

  it("with one look, when there is no time to wait", async () => {
    const { session, wait, taken } = await scene([picture([[100, 50]])]);
    await resolveAnchor(session, await anchorOf(), { ...wait, timeoutMs: 0 });
    expect(taken()).toBe(1);
  });

  it("by its text, in device pixels", async () => {
    const { session, wait } = await scene([picture([])], [word("Press", 10, 30), word("C0ntinue", 58, 30)]);
    expect(await resolveAnchor(session, { ocr: "Continue" }, wait)).toMatchObject({
      point: { x: 90, y: 36 },
      match: { text: "C0ntinue", score: 0.9 },
    });
  });
});

it("one look answers all that is there, and none is no error", async () => {
  const { session, wait } = await scene([
    picture([
      [10, 10],
      [100, 50],
      [150, 90, "#1ea01e"],
    ]),
  ]);
  const { matches, candidates, frame } = await viewAnchor(session, await anchorOf(), wait.capture);
  expect(matches.map(({ rectangle: { x, y } }) => [x, y])).toEqual([
    [8, 8],
    [98, 48],
  ]);
  expect(candidates[0]?.rectangle).toMatchObject({ x: 148, y: 88 });
  expect(frame.frameId).toBe("frame-0");
  expect((await viewAnchor(session, { ocr: "nothing" }, wait.capture)).matches).toEqual([]);
});
