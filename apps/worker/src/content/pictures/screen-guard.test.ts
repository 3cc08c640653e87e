import type { Word } from "@deskfleet/anchors";
import type { RpcFrame } from "@deskfleet/contracts";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FrameLedger } from "../../sessions/frame-ledger.ts";
import { deliverFrame } from "../deliver-frame.ts";
import { drawScreen, guardedSession } from "./testing.ts";

const SCREEN = { width: 200, height: 120 };
const MARK = { text: "text", x: 20, y: 60 };
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => vi.useRealTimers());

const frameOf = (changes: Partial<RpcFrame> = {}): RpcFrame => ({
  ...{ frameId: "f1", format: "png", ...SCREEN, scale: 1, region: { x: 0, y: 0, ...SCREEN } },
  ...{ unchanged: false, secureRegions: [], ...changes },
});
const password = (y: number): Word[] => [
  { text: "Password:", confidence: 90, x: 10, y, width: 70, height: 12 },
  { text: "Wren!dale09", confidence: 90, x: 90, y, width: 80, height: 12 },
];
const noTexts = { call: async () => ({ result: { texts: [], complete: true }, payload: null }) };
/** Answers the whole screen to whoever looks again, and no texts of applications. */
const showing = (payload: Buffer) => ({
  call: async (method: string) =>
    method === "record_frame"
      ? { result: { frame: frameOf({ frameId: "again" }), windows: [], payloadBytes: payload.length }, payload }
      : noTexts.call(),
});
const kinds = (masked: readonly { kind: string }[]) => masked.map(({ kind }) => kind);
async function levels(payload: Buffer | null, x: number, y: number, width: number, height: number): Promise<number> {
  const image = sharp(payload as Buffer).extract({ left: x, top: y, width, height });
  return new Set(await image.greyscale().raw().toBuffer()).size;
}

describe("by `fields`", () => {
  it("nothing is read, and the bytes stay as they came", async () => {
    const readToMask = vi.fn();
    const { session } = guardedSession({ screen: SCREEN, readToMask });
    const png = await drawScreen(SCREEN, [MARK]);
    const { payload, frame } = await deliverFrame(session, frameOf(), png, new FrameLedger().of("a"));
    expect(payload).toBe(png);
    expect([frame.masked, readToMask.mock.calls]).toEqual([[], []]);
  });
});

describe("by `hold`", () => {
  const held = (readToMask: () => Promise<Word[]>, executor: unknown = noTexts) =>
    guardedSession({ screen: SCREEN, pictures: "hold", readToMask, executor });

  it("what is found is filled and told, and the rest stays", async () => {
    const { session } = held(async () => password(50));
    const png = await drawScreen(SCREEN, [MARK, { ...MARK, y: 110 }]);
    const { payload, frame } = await deliverFrame(session, frameOf(), png, new FrameLedger().of("a"));
    expect(frame.masked).toEqual([{ kind: "password", x: 87, y: 48, width: 86, height: 16 }]);
    expect(await levels(payload, 87, 48, 86, 16)).toBe(1);
    expect(await levels(payload, 20, 95, 60, 20)).toBeGreaterThan(5);
  });

  it("a part of the screen, and a smaller one, are made from the whole, masked by what stands beside them", async () => {
    const { session } = held(async () => password(50));
    const png = await drawScreen(SCREEN, [MARK, { ...MARK, x: 100 }]);
    const region = { x: 80, y: 40, width: 100, height: 40 };
    const raw = frameOf({ region, width: 50, height: 20, scale: 0.5, format: "webp", wholeScreen: true });
    const { payload, frame } = await deliverFrame(session, raw, png, new FrameLedger().of("a"));
    expect(frame).toMatchObject({ width: 50, height: 20, scale: 0.5, region, format: "webp" });
    expect(frame).not.toHaveProperty("wholeScreen");
    expect(await sharp(payload as Buffer).metadata()).toMatchObject({ format: "webp", width: 50, height: 20 });
    expect(kinds(frame.masked)).toEqual(["password"]);
    expect(await levels(payload, 8, 7, 34, 2)).toBeLessThan(4);
  });

  it("a reader that breaks leaves its part filled", async () => {
    const { session, warnings } = held(() => Promise.reject(new Error("the thread has ended")));
    const png = await drawScreen(SCREEN, [MARK]);
    const { payload, frame } = await deliverFrame(session, frameOf(), png, new FrameLedger().of("a"));
    expect(frame.masked).toEqual([{ kind: "unread", x: 0, y: 0, ...SCREEN }]);
    expect(await levels(payload, 0, 0, 200, 120)).toBe(1);
    expect(warnings).toHaveLength(1);
  });

  it("a reader that hangs holds a frame for a time, and then its part is filled", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const readToMask = vi.fn(() => new Promise<Word[]>(() => undefined));
    const { session } = held(readToMask);
    const delivered = deliverFrame(session, frameOf(), await drawScreen(SCREEN, [MARK]), new FrameLedger().of("a"));
    while (readToMask.mock.calls.length === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(15_001);
    expect(kinds((await delivered).frame.masked)).toEqual(["unread"]);
  });

  it("applications that do not tell what they show do not keep a frame back, and it does not count as complete", async () => {
    const executor = { call: vi.fn(() => Promise.reject(new Error("no accessibility"))) };
    const { session } = held(async () => [], executor);
    const frames = new FrameLedger().of("a");
    const png = await drawScreen(SCREEN, [MARK]);
    expect((await deliverFrame(session, frameOf(), png, frames)).frame.masked).toEqual([]);
    session.desktop.executor.call = showing(png).call as never;
    expect((await deliverFrame(session, frameOf({ unchanged: true }), null, frames)).payload).toBeNull();
  });

  it.each<[string, Partial<RpcFrame>]>([
    [
      "a part that did not come with the whole",
      { region: { x: 0, y: 0, width: 100, height: 60 }, width: 100, height: 60 },
    ],
    ["a smaller one that did not", { width: 100, height: 60, scale: 0.5 }],
    ["one larger than what it shows", { wholeScreen: true, width: 100_000, height: 100_000 }],
    ["a region beyond the screen", { wholeScreen: true, region: { x: 1, y: 0, ...SCREEN } }],
    ["another format than it is", { format: "jpeg" }],
  ])("%s is withheld", async (_name, changes) => {
    const { session } = held(async () => []);
    const png = await drawScreen(SCREEN, [MARK]);
    const frames = new FrameLedger().of("a");
    const delivered = deliverFrame(session, frameOf(changes), png, frames);
    await expect(delivered).rejects.toMatchObject({ code: "content.withheld" });
    expect(frames.last()).toBeUndefined();
  });

  it.each<[string, () => Promise<Buffer>]>([
    ["another size", () => drawScreen({ width: 201, height: 120 }, [MARK])],
    ["another kind", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["no end", async () => (await drawScreen(SCREEN, [MARK])).subarray(0, 300)],
  ])("a whole screen of %s is withheld", async (_name, make) => {
    const { session } = held(async () => []);
    const delivered = deliverFrame(session, frameOf({ wholeScreen: true }), await make(), new FrameLedger().of("a"));
    await expect(delivered).rejects.toMatchObject({ code: "content.withheld" });
  });
});

describe("an unchanged frame", () => {
  it("is the same until there is more to mask, and is then sent again", async () => {
    const png = await drawScreen(SCREEN, [MARK]);
    const { session, use } = guardedSession({
      ...{ screen: SCREEN, pictures: "hold", executor: showing(png) },
      readToMask: async () => [{ text: "Nightjar", confidence: 90, x: 20, y: 50, width: 60, height: 12 }],
    });
    const frames = new FrameLedger().of("a");
    const again = () => deliverFrame(session, frameOf({ unchanged: true }), null, frames);
    await deliverFrame(session, frameOf(), png, frames);
    expect(await again()).toMatchObject({ payload: null, frame: { unchanged: true } });
    use({ keywords: ["nightjar"] });
    const masked = await again();
    expect(masked.frame).toMatchObject({ frameId: "f1", unchanged: false, masked: [{ kind: "keyword" }] });
    expect(await levels(masked.payload, 20, 50, 60, 12)).toBe(1);
    expect(await again()).toMatchObject({ payload: null, frame: { unchanged: true, masked: [{ kind: "keyword" }] } });
  });

  it("by `fill` is at first filled; each caller gets the rest once it was read", async () => {
    let finish: (words: Word[]) => void = () => undefined;
    const readToMask = () =>
      new Promise<Word[]>((resolve) => {
        finish = resolve;
      });
    const png = await drawScreen(SCREEN, [MARK]);
    const { session } = guardedSession({ screen: SCREEN, pictures: "fill", executor: showing(png), readToMask });
    const ledger = new FrameLedger();
    const [anna, bert] = [ledger.of("anna"), ledger.of("bert")];
    for (const caller of [anna, bert]) {
      const { frame, payload } = await deliverFrame(session, frameOf(), png, caller);
      expect(frame.masked).toEqual([{ kind: "unread", x: 0, y: 0, ...SCREEN }]);
      expect(await levels(payload, 0, 0, 200, 120)).toBe(1);
    }
    const again = (caller: typeof anna) => deliverFrame(session, frameOf({ unchanged: true }), null, caller);
    expect((await again(anna)).payload).toBeNull();
    finish(password(50));
    await vi.waitFor(async () => expect((await again(anna)).frame.unchanged).toBe(false), { timeout: 30_000 });
    const late = await again(bert);
    expect([late.frame.unchanged, kinds(late.frame.masked)]).toEqual([false, ["password"]]);
    expect(await levels(late.payload, 87, 48, 86, 16)).toBe(1);
    for (const caller of [anna, bert]) expect((await again(caller)).payload).toBeNull();
  });

  it("that another caller was shown is not one to a caller who was not", async () => {
    const png = await drawScreen(SCREEN, [MARK]);
    const { session } = guardedSession({
      ...{ screen: SCREEN, pictures: "hold", executor: showing(png), readToMask: async () => [] },
    });
    const ledger = new FrameLedger();
    await deliverFrame(session, frameOf(), png, ledger.of("anna"));
    const other = await deliverFrame(session, frameOf({ unchanged: true }), null, ledger.of("bert"));
    expect([other.frame.unchanged, other.payload === null]).toEqual([false, false]);
  });
});
