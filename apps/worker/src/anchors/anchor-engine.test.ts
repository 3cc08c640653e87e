import { expect, it, vi } from "vitest";
import { createAnchorEngine } from "./anchor-engine.ts";
import { readable, SCALE } from "./pictures.ts";

/** The real threads. What they find on a real screen stands in anchors.int.test.ts. */

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const LIMITS = { timeout: 120_000 };
const blank = (width: number, height: number) => ({ width, height, data: Buffer.alloc(width * height, 240) });

it("an image that cannot be read ends the reader's thread, and the next search has another", LIMITS, async () => {
  const engine = createAnchorEngine(log);
  try {
    const broken = { image: Buffer.from("no image"), scale: SCALE };
    await expect(engine.read(broken)).rejects.toMatchObject({ code: "action.failed" });
    const image = await readable(blank(200, 60));
    expect(await engine.read({ image, scale: SCALE })).toEqual([]);
  } finally {
    await engine.close();
  }
});

it("a picture that shows nothing is refused by the finder, which goes on", LIMITS, async () => {
  const engine = createAnchorEngine(log);
  const plain = (width: number, height: number) => {
    return { width, height, channels: 3 as const, data: new Uint8Array(width * height * 3).fill(9) };
  };
  try {
    const frame = plain(300, 200);
    const flat = engine.findImage({ frame, picture: plain(20, 20), threshold: 0.9 });
    await expect(flat).rejects.toMatchObject({ name: "ThreadFault", message: expect.stringMatching(/one colour/) });
    const picture = plain(20, 20);
    picture.data.fill(200, 0, 400);
    expect(await engine.findImage({ frame, picture, threshold: 0.9 })).toEqual({ matches: [], candidates: [] });
  } finally {
    await engine.close();
  }
});

it("closing an engine that nothing was looked for with is nothing", async () => {
  const engine = createAnchorEngine(log);
  await engine.close();
  await engine.close();
});
