import { createHash } from "node:crypto";
import type { PolicyDocument } from "@deskfleet/contracts";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { perform } from "../perform.ts";
import { CLOSED_POLICY } from "../sessions/effective-policy.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench, OPERATOR } from "../sessions/testing.ts";
import { HumanControl } from "../view/human-control.ts";
import { looked } from "./testing.ts";

const GRANTABLE = ["computer_use", "screen", "write", "app(*)"];
vi.setConfig({ testTimeout: 60_000 });
const WAIT = { timeout: 20_000, interval: 20 };
let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await bench.host.closeAll();
});

async function open(recording: PolicyDocument["recording"], more: PolicyDocument = {}): Promise<LiveSession> {
  bench.records.document = { grantable: GRANTABLE, recording, ...more };
  return bench.open();
}
/** Opened, with its first look done. */
async function opened(recording: PolicyDocument["recording"] = {}, more: PolicyDocument = {}): Promise<LiveSession> {
  const session = await open(recording, more);
  await looked(session);
  return session;
}
const statuses = () => bench.records.frames.map(({ status }) => status);
const causes = () => bench.records.frames.map(({ cause }) => cause);
const pixelsOf = async (content: Buffer | null) =>
  sharp(content ?? Buffer.alloc(0))
    .raw()
    .toBuffer();

describe("what is kept of a look", () => {
  it("is nothing, and nobody looks, where policy records nothing", async () => {
    const session = await opened({ frames: "none" });
    session.recorder.acted(bench.services.newId());
    session.recorder.touched();
    const machine = bench.machine(session);
    await bench.host.close(session.id, "closed");
    expect([machine.recordings, bench.records.frames]).toEqual([0, []]);
  });

  it("is nothing while the policy cannot be read: nobody knows which applications are sensitive", async () => {
    const session = await opened();
    session.policy = CLOSED_POLICY;
    bench.machine(session).openWindow("New", "editor", []);
    await bench.host.close(session.id, "closed");
    expect(causes()).toEqual(["start"]);
  });

  it("is its hash alone where policy keeps hashes", async () => {
    await opened({ frames: "hashes" });
    expect(bench.records.frames).toMatchObject([
      { cause: "start", status: "hash", actionId: null, width: 1280, height: 800, contentBytes: 0, content: null },
    ]);
    expect(bench.records.frames[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is the picture by default: one lossy image without anything beside it, as the video needs it", async () => {
    const session = await opened();
    const [frame] = bench.records.frames;
    expect(frame).toMatchObject({ sessionId: session.id, status: "kept", masked: [], at: "2030-01-01T00:00:00.000Z" });
    const content = frame?.content ?? Buffer.alloc(0);
    expect(frame?.contentBytes).toBe(content.length);
    expect([content.toString("latin1", 0, 4), content.toString("latin1", 8, 16)]).toEqual(["RIFF", "WEBPVP8 "]);
    expect(content.readUInt32LE(16) + 20).toBe(content.length);
    expect(await sharp(content).metadata()).toMatchObject({ width: 1280, height: 800, hasAlpha: false });
    const screen = Buffer.alloc(1280 * 800 * 3, 0x30);
    expect(frame?.sha256).toBe(createHash("sha256").update(screen).digest("hex"));
  });

  it("is nothing when the screen shows what it showed, though it was painted", async () => {
    const session = await opened();
    await looked(session);
    bench.machine(session).touch();
    await looked(session);
    expect(bench.machine(session).recordings).toBeGreaterThanOrEqual(4);
    expect(statuses()).toEqual(["kept"]);
  });

  it("has nothing of what gate 8 fills, in picture and hash", async () => {
    const session = await open({});
    const machine = bench.machine(session);
    const window = machine.openWindow("Login", "editor", []);
    machine.secureRegions = [{ kind: "password", x: 100, y: 50, width: 200, height: 40 }];
    await looked(session);
    const frame = bench.records.frames.at(-1);
    expect(frame?.masked).toEqual([{ kind: "password", x: 100, y: 50, width: 200, height: 40 }]);
    const pixels = await pixelsOf(frame?.content ?? null);
    const at = (x: number, y: number) => pixels[(y * 1280 + x) * 3] ?? 0;
    for (const [x, y] of [
      [101, 51],
      [200, 70],
      [298, 88],
    ] as const)
      expect(Math.abs(at(x, y) - 0x28)).toBeLessThan(4);
    expect(at(50, 70)).toBeGreaterThan(0x58);
    // What is typed into it changes nothing that may be known.
    const before = bench.records.frames.length;
    machine.secureRegions = [{ kind: "password", x: 0, y: 0, width: 1280, height: 800 }];
    await looked(session);
    window.text = "secret";
    machine.touch();
    await looked(session);
    expect(bench.records.frames).toHaveLength(before + 1);
  });

  it.each([
    ["by its name", "keepassxc", {}],
    ["by policy", "ledger", { sensitiveApps: ["ledger"] }],
  ])("is that there was something, once, while a sensitive application is visible %s", async (_name, process, more) => {
    const session = await opened({}, more);
    const machine = bench.machine(session);
    const { pid } = machine.openWindow("Vault", process, []);
    expect(await looked(session)).toBeNull();
    machine.touch();
    await looked(session);
    machine.endProcess(pid);
    await looked(session);
    const shown = { status: "kept", contentBytes: expect.any(Number) };
    expect(bench.records.frames).toMatchObject([
      shown,
      { status: "withheld", sha256: null, masked: [], content: null, contentBytes: 0, width: 1280, height: 800 },
      shown,
    ]);
    expect(bench.records.frames[2]?.sha256).toBe(bench.records.frames[0]?.sha256);
  });

  it("does not depend on what agents may be shown", async () => {
    bench.records.document = { grantable: GRANTABLE };
    await looked(await bench.open({ grants: [] }));
    expect(statuses()).toEqual(["kept"]);
  });

  it("is hashes once the session has used up its bytes, and pictures again when policy allows more", async () => {
    const session = await opened({ bytesMax: 5_000 });
    const machine = bench.machine(session);
    const size = bench.records.frames[0]?.contentBytes ?? 0;
    expect(size * 2).toBeGreaterThan(5_000);
    for (const title of ["one", "two"]) {
      machine.openWindow(title, "editor", []);
      expect(await looked(session)).toBeNull();
    }
    expect(statuses()).toEqual(["kept", "hash", "hash"]);
    bench.records.document = { grantable: GRANTABLE, recording: { bytesMax: 60_000 } };
    bench.host.onSignal({ kind: "policy.changed", tenantId: session.tenantId });
    await vi.waitFor(() => expect(session.policy.recordingBytesMax.value).toBe(60_000), WAIT);
    expect(await looked(session)).toMatchObject({ status: "kept" });
    expect(statuses()).toEqual(["kept", "hash", "hash", "kept"]);
  });
});

describe("when it looks", () => {
  it("is at the start and at the end, with the last action before it", async () => {
    const session = await opened();
    bench.machine(session).openWindow("Ledger", "editor", []);
    session.recorder.acted("00000000-0000-7000-8000-00000000000a");
    await bench.host.close(session.id, "closed");
    expect(bench.records.frames).toMatchObject([
      { cause: "start", actionId: null, status: "kept" },
      { cause: "end", actionId: "00000000-0000-7000-8000-00000000000a", status: "kept" },
    ]);
  });

  it("is after an action's outcome, with the action's id, and after a person's input", async () => {
    const session = await opened();
    const moved = await perform(session, {
      ...{ tool: "computer_window_activate", principal: OPERATOR },
      params: { windowId: bench.machine(session).openWindow("Ledger", "editor", []).id },
    });
    await vi.waitFor(() => expect(causes()).toEqual(["start", "action"]), WAIT);
    const intent = bench.audit.records.find(({ kind }) => kind === "intent")?.id;
    expect(bench.records.frames[1]?.actionId).toBe(intent);
    expect(moved).toMatchObject({ outcome: "done", result: { actionId: intent } });
    const turn = await new HumanControl().take(session, OPERATOR);
    bench.machine(session).openWindow("Notes", "editor", []);
    turn.count({ keys: 1, clicks: 0 });
    await vi.waitFor(() => expect(causes()).toEqual(["start", "action", "human"]), WAIT);
  });
});
