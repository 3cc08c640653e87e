import type { PolicyDocument, ToolReply } from "@deskfleet/contracts";
import { createDockerDriver, type SandboxDriver } from "@deskfleet/desktop";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAnchorEngine } from "../../anchors/anchor-engine.ts";
import { decodeFrame, greyOf } from "../../anchors/pictures.ts";
import { ScreenReader } from "../../anchors/screen-reader.ts";
import { perform } from "../../perform.ts";
import { mergeStored } from "../../sessions/effective-policy.ts";
import type { LiveSession } from "../../sessions/live-session.ts";
import { type Bench, createBench, OPERATOR } from "../../sessions/testing.ts";
import { misreadValues } from "./misread-values.ts";
import { drawScreen } from "./testing.ts";
import { rowsOfText } from "./text-of-words.ts";

/** Text without an accessibility tree on a real desktop: a picture and a terminal that show keys. */

const image = process.env.DESKFLEET_IMAGE ?? "";
if (image === "") throw new Error("DESKFLEET_IMAGE must name the desktop image: sh images/desktop/build.sh prints it");
const READ_MS = 120_000;
const PICTURE = [
  { text: "Deployment handbook" },
  { text: "GitHub  ghp_x0c9KqL2mVnB81RtYwZpA7sDfGhJ3kQe5uTi" },
  { text: "Anthropic sk-ant-api03-Zx9fQ2mLk8RtYvB3nW7pDsGhJ4cXeA6uTqKo" },
  { text: "Card number 4111 1111 1111 1111" },
  { text: "Database password: Quartz-Heron-5178" },
];
const TERMINAL = [
  "AWS_ACCESS_KEY_ID=AKIAQ7RT5WXN2LMPV4ZD",
  "Build finished in nine seconds",
  "unlabelled Magenta&Tulip22",
];
const PLANTED = [
  "ghp_x0c9KqL2mVnB81RtYwZpA7sDfGhJ3kQe5uTi",
  "sk-ant-api03-Zx9fQ2mLk8RtYvB3nW7pDsGhJ4cXeA6uTqKo",
  "4111 1111 1111 1111",
  "Quartz-Heron-5178",
  "AKIAQ7RT5WXN2LMPV4ZD",
  "Magenta&Tulip22",
];
const SHOW = `
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Picture")
window.add(Gtk.Image.new_from_file("/workspace/picture.png"))
window.show_all()
Gtk.main()
`;

let bench: Bench;
let driver: SandboxDriver;
let session: LiveSession;
const eyes = createAnchorEngine({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });

beforeAll(async () => {
  driver = createDockerDriver();
  const source = {
    claim: (kind: Parameters<SandboxDriver["start"]>[0], signal: AbortSignal) =>
      driver.start(
        {
          ...kind,
          ...{ workerId: "pictures-test", fleetId: "pictures-test" },
          ...{ expiresAt: new Date(Date.now() + 600_000), startTimeoutMs: 60_000 },
        },
        signal,
      ),
    release: (desktop: { id: string }) => driver.destroy(desktop.id),
  };
  bench = createBench({ real: { source: source as never, image } });
  session = await bench.open({ grants: ["computer_use", "screen", "write", "app(*)"] });
  session.content.remember("Magenta&Tulip22");
  const lines = PICTURE.map(({ text }, index) => ({ text, x: 16, y: 40 + index * 40, size: 16 }));
  const picture = await drawScreen({ width: 620, height: 230 }, lines);
  await plain({
    command: `printf %s '${picture.toString("base64")}' | base64 -d > /workspace/picture.png`,
    wait: true,
  });
  await plain({ argv: ["/usr/bin/python3", "-c", SHOW], wait: false });
  const page = TERMINAL.map((line) => `'${line}'`).join(" ");
  const colours = "-bg '#101418' -fg '#d0d0d0' -fa Monospace -fs 11";
  await plain({
    command: `setsid xterm ${colours} -geometry 60x8+20+480 -e sh -c "printf '%s\\n' ${page}; sleep 600" >/dev/null 2>&1 &`,
    wait: false,
  });
});
afterAll(async () => {
  await bench.host.closeAll();
  await bench.services.anchors.close();
  await eyes.close();
  await driver.close();
});

/** Beside the gates: what a test prepares. */
async function plain(args: object): Promise<unknown> {
  const answer = await session.desktop.executor.call(
    "computer_process_start",
    { token: session.fencingToken, deadlineMs: 20_000, args },
    { timeoutMs: 20_000 },
  );
  return (answer.result as ToolReply).result;
}
function use(content: NonNullable<PolicyDocument["content"]>): void {
  const document = { ...bench.records.document, content };
  bench.records.document = document;
  session.policy = mergeStored([{ layer: "tenant", version: `tenant@${JSON.stringify(content)}`, document }] as never);
}
async function capture(params: Record<string, unknown> = {}) {
  bench.clock.nowMs += 1_000; // time stands still in a bench, and gate 7 counts
  const done = await perform(session, { tool: "computer_screen_capture", params, principal: OPERATOR });
  if (done.outcome !== "done" || !done.result.frame) throw new Error("no frame");
  return { frame: done.result.frame, payload: done.payload };
}
/** What is on a picture by a reader of the test's own. */
async function readOff(payload: Buffer | null): Promise<string> {
  const { width, height } = await sharp(payload as Buffer).metadata();
  const grey = await greyOf(await decodeFrame(payload as Buffer, { width, height }));
  return rowsOfText(await new ScreenReader(eyes).read(grey)).text;
}
/** Also parts count: a half of a key is a leak. */
function leaks(text: string): string[] {
  const parts = PLANTED.flatMap((value) => [value.slice(0, value.length / 2), value.slice(value.length / 2)]);
  const values = parts.map((value) => ({ value, kind: "password" as const }));
  return misreadValues(text, values).map(({ start, end }) => text.slice(start, end));
}
const kinds = (masked: readonly { kind: string }[]) => [...new Set(masked.map(({ kind }) => kind))].sort();

describe("a picture and a terminal that show keys", { timeout: READ_MS }, () => {
  it("by `fields` show all, which is what the other tests prove their eyes by", async () => {
    await vi.waitFor(
      async () => {
        const text = await readOff((await capture()).payload);
        expect(leaks(text).length).toBeGreaterThanOrEqual(9);
        expect(text).toContain("Build finished");
      },
      { timeout: 60_000, interval: 1_000 },
    );
  });

  it("by `hold` show nothing of them in the first frame, and all else", async () => {
    use({ pictures: "hold" });
    const { frame, payload } = await capture();
    expect(kinds(frame.masked)).toEqual(["api_key", "card", "password", "token"]);
    const text = await readOff(payload);
    expect(leaks(text)).toEqual([]);
    expect(text).toContain("Deployment handbook");
    expect(text).toContain("Build finished");
  });

  it.each([
    ["a part", { region: { x: 0, y: 0, width: 1280, height: 700 } }],
    ["a smaller one", { scale: 0.75 }],
    ["a JPEG", { format: "jpeg", quality: 90 }],
  ])("by `hold` show nothing of them in %s either", async (_name, params) => {
    const { frame, payload } = await capture(params);
    expect(leaks(await readOff(payload))).toEqual([]);
    expect(await sharp(payload as Buffer).metadata()).toMatchObject({ width: frame.width, height: frame.height });
    expect(frame.masked.length).toBeGreaterThan(4);
  });

  it("by `hold` stay the same frame while nothing changes, until there is more to mask", async () => {
    const { frame } = await capture();
    expect((await capture({ ifChangedFrom: frame.frameId })).payload).toBeNull();
    use({ pictures: "hold", keywords: ["Deployment handbook"] });
    const again = await capture({ ifChangedFrom: frame.frameId });
    expect(kinds(again.frame.masked)).toContain("keyword");
    expect(await readOff(again.payload)).not.toContain("handbook");
  });

  it("by `fill` show at first what was read, and the rest when it was", async () => {
    use({ pictures: "fill" });
    await plain({
      command: `setsid xterm -fa Monospace -fs 11 -geometry 50x4+700+20 -e sh -c "printf 'New window\\nsecret token ${PLANTED[0]}\\n'; sleep 600" >/dev/null 2>&1 &`,
      wait: false,
    });
    let first = await capture();
    await vi.waitFor(async () => {
      first = await capture();
      expect(kinds(first.frame.masked)).toContain("unread");
    });
    expect(leaks(await readOff(first.payload))).toEqual([]);
    await vi.waitFor(
      async () => {
        const { frame, payload } = await capture({ ifChangedFrom: first.frame.frameId });
        if (payload === null) throw new Error("nothing new yet");
        expect(kinds(frame.masked)).not.toContain("unread");
        const text = await readOff(payload);
        expect(leaks(text)).toEqual([]);
        expect(text).toContain("New window");
      },
      { timeout: 60_000, interval: 500 },
    );
  });
});
