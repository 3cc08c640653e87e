import type { Word } from "@deskfleet/anchors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench } from "../sessions/testing.ts";

/** Recordings where policy has pictures read: nothing is kept before it was, and the looks go on meanwhile. */

vi.setConfig({ testTimeout: 60_000 });
const WAIT = { timeout: 30_000, interval: 20 };
let bench: Bench;
let read: { resolve: (words: Word[]) => void; reject: (error: Error) => void }[];
beforeEach(() => {
  bench = createBench();
  read = [];
  vi.spyOn(bench.services.anchors, "readToMask").mockImplementation(
    () => new Promise((resolve, reject) => read.push({ resolve, reject })),
  );
});
afterEach(async () => {
  for (const { resolve } of read) resolve([]);
  await bench.host.closeAll();
  vi.restoreAllMocks();
});

async function opened(pictures: "hold" | "fill"): Promise<LiveSession> {
  bench.records.document = { grantable: ["computer_use", "screen", "write", "app(*)"], content: { pictures } };
  const session = await bench.open();
  await vi.waitFor(() => expect(bench.records.frames).toHaveLength(1), WAIT);
  return session;
}
/** A letter's stroke: something to read. */
function show(session: LiveSession, y: number): void {
  const window = bench.machine(session).openWindow("Stroke", "editor", []);
  Object.assign(window, { x: 100, y, width: 6, height: 12 });
  bench.machine(session).touch();
}
const masked = () => bench.records.frames.map((frame) => frame.masked.map(({ kind }) => kind));

it.each(["hold", "fill"] as const)(
  "by `%s` a picture is kept once it was read, with what was found filled",
  async (pictures) => {
    const session = await opened(pictures);
    show(session, 100);
    session.recorder.touched();
    await vi.waitFor(() => expect(read).toHaveLength(1), WAIT);
    expect(bench.records.frames).toHaveLength(1);
    read[0]?.resolve([
      { text: "Password:", confidence: 90, x: 10, y: 3, width: 70, height: 12 },
      { text: "Wren!dale09", confidence: 90, x: 90, y: 3, width: 80, height: 12 },
    ]);
    await vi.waitFor(() => expect(masked()).toEqual([[], ["password"]]), WAIT);
  },
);

it("a reading that hangs does not keep the desktop from being looked at", async () => {
  const session = await opened("hold");
  show(session, 100);
  session.recorder.touched();
  await vi.waitFor(() => expect(read).toHaveLength(1), WAIT);
  const before = bench.machine(session).recordings;
  show(session, 300);
  session.recorder.touched();
  await vi.waitFor(() => expect(bench.machine(session).recordings).toBeGreaterThan(before), WAIT);
  expect(bench.records.frames).toHaveLength(1);
  read[0]?.resolve([]);
  await vi.waitFor(() => expect(read).toHaveLength(2), WAIT);
  read[1]?.resolve([]);
  await vi.waitFor(() => expect(masked()).toEqual([[], [], []]), WAIT);
});

it("what could not be read is kept filled, and looked at again", async () => {
  const session = await opened("hold");
  show(session, 100);
  session.recorder.touched();
  await vi.waitFor(() => expect(read).toHaveLength(1), WAIT);
  read[0]?.reject(new Error("the thread has ended"));
  await vi.waitFor(() => expect(masked()).toEqual([[], ["unread"]]), WAIT);
  session.recorder.touched();
  await vi.waitFor(() => expect(read).toHaveLength(2), WAIT);
  read[1]?.resolve([]);
  await vi.waitFor(() => expect(masked()).toEqual([[], ["unread"], []]), WAIT);
});
