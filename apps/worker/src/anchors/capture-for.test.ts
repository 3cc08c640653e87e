import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "../sessions/testing.ts";
import { captureFor } from "./capture-for.ts";
import { decodeFrame } from "./pictures.ts";
import { resolveAnchor } from "./resolve-anchor.ts";
import { viewAnchor } from "./search-for.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

let bench: Bench;
let session: LiveSession;

beforeEach(async () => {
  bench = createBench();
  session = await bench.open();
});
afterEach(async () => {
  await bench.host.closeAll();
  await bench.services.anchors.close();
});

const CORNER = { left: 580, top: 380, width: 40, height: 40 };
const clock = {
  now: () => performance.now(),
  sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }),
};

/** The lower right corner of the window, as a picture to look for. */
async function cornerAnchor() {
  const { default: sharp } = await import("sharp");
  const { payload } = await captureFor(session, OPERATOR)(null);
  const png = await sharp(payload as Buffer)
    .extract(CORNER)
    .png()
    .toBuffer();
  return { image: { png: png.toString("base64"), threshold: 0.9 } };
}

it("what is masked is not found, and is found when it is shown", { timeout: 60_000 }, async () => {
  const machine = bench.machine(session);
  machine.openWindow("Editor", "editor", ["editor"]);
  const anchor = await cornerAnchor();
  machine.secureRegions = [{ kind: "password", x: 0, y: 0, width: 700, height: 500 }];
  machine.touch();
  const hidden = await viewAnchor(session, anchor, captureFor(session, OPERATOR));
  expect(hidden.matches).toEqual([]);
  expect(hidden.frame.masked).toHaveLength(1);
  machine.secureRegions = [];
  machine.touch();
  const wait = { capture: captureFor(session, OPERATOR), timeoutMs: 30_000, clock, signal: session.stopSignal };
  expect((await resolveAnchor(session, anchor, wait)).point).toEqual({ x: 600, y: 400 });
});

it("the capture is an action like any other: recorded, and refused without the consent", async () => {
  const { frame, payload } = await captureFor(session, OPERATOR)(null);
  expect(await decodeFrame(payload as Buffer, frame)).toMatchObject(session.screen);
  expect(bench.audit.trail).toEqual(["intent computer_screen_capture", "outcome computer_screen_capture ok"]);
  const blind = await bench.open({ grants: ["computer_use"] });
  const refused = await captureFor(blind, OPERATOR)(null).catch((error: { code: string }) => error.code);
  expect(["policy.denied", "approval.required"]).toContain(refused);
});

it("an unchanged screen costs no image", async () => {
  const capture = captureFor(session, OPERATOR);
  const { frame } = await capture(null);
  expect(await capture(frame.frameId)).toMatchObject({ frame: { unchanged: true }, payload: null });
});

it("coordinates belong to the frame that the caller looked at, not to the one that was searched", async () => {
  const region = { x: 100, y: 100, width: 50, height: 50 };
  const params = { region };
  const seen = await perform(session, { tool: "computer_screen_capture", params, principal: OPERATOR });
  const { frame } = await captureFor(session, OPERATOR)(null);
  if (seen.outcome !== "done") throw new Error("it was asked");
  expect(session.frames.of(OPERATOR.id).last()).toMatchObject({ frameId: seen.result.frame?.frameId, region });
  expect(session.frames.of(OPERATOR.id).find(frame.frameId)?.region).toEqual({ x: 0, y: 0, ...session.screen });
});

it("a session that has ended is not searched", async () => {
  await bench.host.closeAll();
  expect((await failureOf(captureFor(session, OPERATOR)(null))).code).toBe("session.ended");
});
