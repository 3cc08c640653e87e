import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RealFleet, startRealFleet } from "../browser/real-fleet.ts";
import { openViewerSocket } from "./viewer-socket.ts";

/** DESIGN.md section 12 through the whole stack: REST, gates, audit, executor, X server, a GTK application. */
const PATIENT = { timeout: 20_000, interval: 200 };

let fleet: RealFleet;
let sessionId: string;
beforeAll(async () => {
  fleet = await startRealFleet();
  const rate = { actionsPerSecond: 1_000 };
  const document = {
    grants: ["computer_use", "screen", "write", "titles"],
    rate,
  };
  await fleet.call("PUT", "/v1/policies/tenant", { document });
  sessionId = (await fleet.call("POST", "/v1/sessions", {})).id;
  const content = readFileSync(join(import.meta.dirname, "probe.py"), "utf8");
  await act("computer_file_write", { path: "/workspace/probe.py", content });
  startProbe();
  await vi.waitFor(async () => expect((await probe()).active).toBe(true), PATIENT);
});
afterAll(() => fleet?.close());

/** Beside the gates, which would run a program of the workspace without a display. The desktop is the one that has the file. */
function startProbe(): void {
  const docker = (...args: string[]) => execFileSync("docker", args, { encoding: "utf8" });
  const script = "cd /workspace && [ -f probe.py ] && export $(grep = /run/deskfleet/env) && exec python3 probe.py";
  const desktops = docker("ps", "-q", "--filter", `label=deskfleet.worker=browser-${process.pid}`);
  for (const id of desktops.split("\n").filter(Boolean))
    docker("exec", "-d", "-u", "1000:1000", id, "sh", "-c", script);
}

async function act(tool: string, params: Record<string, unknown> = {}) {
  return (await fleet.call("POST", `/v1/sessions/${sessionId}/actions`, { tool, params })).result;
}
async function probe(): Promise<{ active: boolean; position: { x: number; y: number } }> {
  const { windows } = await act("computer_window_list");
  const found = windows.find(({ title }: { title: string }) => title === "Probe");
  if (found === undefined) throw new Error("the probe has no window yet");
  return found;
}
const linesOf = (path: string): Promise<string[]> =>
  act("computer_file_read", { path }).then(
    ({ text }) => text.trim().split("\n"),
    () => [],
  );
/** How many events the probe has seen, once it has worked off all that is on the way: it is slower than the typing. */
async function settledEvents(): Promise<number> {
  for (let last = -1; ; ) {
    const count = (await linesOf("/workspace/events.txt")).length;
    if (count === last) return count;
    last = count;
    await sleep(1_000);
  }
}
async function frame(query = ""): Promise<{ info: { masked: Region[] }; bytes: Buffer }> {
  const response = await fetch(`${fleet.url}/v1/sessions/${sessionId}/frame${query}`, {
    headers: { authorization: `Bearer ${fleet.key}` },
  });
  return {
    info: JSON.parse(response.headers.get("x-frame-info") ?? ""),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
interface Region {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** First and last code point of blocks whose every character is assigned and printable. */
const BLOCKS = [
  ...[0x21, 0x7e, 0xa1, 0x17f, 0x391, 0x3a1, 0x410, 0x44f, 0x5d0, 0x5ea, 0x621, 0x63a, 0x905, 0x939, 0xe01, 0xe2e],
  ...[0x3041, 0x3096, 0x4e00, 0x9fff, 0xac00, 0xd7a3, 0x1f300, 0x1f320, 0x1f600, 0x1f64f, 0x20000, 0x2a6d6],
];
const character = fc
  .nat({ max: BLOCKS.length / 2 - 1 })
  .chain((block) => fc.integer({ min: BLOCKS[2 * block]!, max: BLOCKS[2 * block + 1]! }))
  .map((codePoint) => String.fromCodePoint(codePoint));

describe("through the whole stack", { timeout: 120_000 }, () => {
  it("text typed is text arrived: 200 generated strings in many scripts, as the application got them", async () => {
    const texts = fc.sample(fc.string({ unit: character, minLength: 1, maxLength: 40 }), { numRuns: 200, seed: 12 });
    // The probe writes a line per Return; a line feed in the text is one.
    for (let at = 0; at < texts.length; at += 20)
      await act("computer_keyboard_type", { text: `${texts.slice(at, at + 20).join("\n")}\n` });
    await vi.waitFor(async () => expect(await linesOf("/workspace/typed.jsonl")).toHaveLength(200), PATIENT);
    expect((await linesOf("/workspace/typed.jsonl")).map((line) => JSON.parse(line))).toEqual(texts);
  });

  it("a stop takes effect within 100 ms of its arrival, in the middle of 20,000 characters", async () => {
    const typing = act("computer_keyboard_type", { text: "abcdefghij".repeat(2_000) }).then(
      () => "typed",
      (error: Error) => error.message,
    );
    await sleep(500);
    await fleet.call("POST", `/v1/sessions/${sessionId}/stop`);
    expect(await typing).toContain("session.stopped");
    const { items } = await fleet.call("GET", `/v1/audit?sessionId=${sessionId}&action=session.stopped`);
    expect(items[0].params).toMatchObject({ isConfirmed: true });
    expect(items[0].params.effectMs).toBeLessThan(100);
    await fleet.call("POST", `/v1/sessions/${sessionId}/resume`);
  });

  it("a password field leaves as one colour, whatever is in it", async () => {
    const region = async (): Promise<Region> => {
      const { info } = await frame();
      expect(info.masked).toMatchObject([{ kind: "password" }]);
      return info.masked[0]!;
    };
    const { x, y, width, height } = await region();
    const query = `?region=${x},${y},${width},${height}`;
    const empty = await frame(query);
    // Pixels of the frame that was just answered: the region's own corner is 0, 0.
    await act("computer_mouse_click", { x: 20, y: 10 });
    await act("computer_keyboard_type", { text: "hunter2" });
    expect(await region()).toMatchObject({ x, y, width, height });
    const filled = await frame(query);
    expect(filled.bytes.equals(empty.bytes)).toBe(true);
    // The same size of the window's other field is no flat picture.
    const beside = await frame(`?region=${x},${y - height},${width},${height}`);
    expect(beside.bytes.length).toBeGreaterThan(empty.bytes.length);
  });

  it("a viewer's keys, clicks, clipboard and garbage never arrive, however they are cut into messages", async () => {
    const before = await settledEvents();
    const key = Buffer.from([4, 1, 0, 0, 0, 0, 0, 0x61]);
    const click = Buffer.from([5, 1, 1, 0, 1, 0x20]);
    const qemuKey = Buffer.from([255, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 30]);
    const clipboard = Buffer.concat([Buffer.from([6, 0, 0, 0, 0, 0, 0, 8]), key]);
    const encodings = Buffer.concat([Buffer.from([2, 0, 0, 2]), Buffer.from([0, 0, 0, 0, 0xff, 0xff, 0xfe, 0xc4])]);
    const update = Buffer.from([3, 0, 0, 0, 0, 0, 5, 0, 3, 0x20]);
    const known = fc.constantFrom(key, click, qemuKey, clipboard, encodings, update);
    const unknown = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes));
    const streams = fc.array(fc.oneof({ weight: 9, arbitrary: known }, unknown), { minLength: 20, maxLength: 40 });
    for (const [index, messages] of fc.sample(streams, { numRuns: 20, seed: 7 }).entries()) {
      const { ticket } = await fleet.call("POST", `/v1/sessions/${sessionId}/tickets`, { mode: "view" });
      const socket = await openViewerSocket(`${fleet.url}/v1/sessions/${sessionId}/vnc?ticket=${ticket}`);
      const bytes = Buffer.concat(messages);
      const step = [1, 7, 1_000][index % 3]!;
      for (let at = 0; at < bytes.length; at += step) socket.send(bytes.subarray(at, at + step));
      await sleep(150);
      await socket.close();
    }
    // A key of the agent's own shows that events are seen at all.
    await act("computer_key_press", { key: "a" });
    expect(await settledEvents()).toBe(before + 1);
  });
});
