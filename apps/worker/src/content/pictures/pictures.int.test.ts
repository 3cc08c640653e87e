import type { PolicyDocument, ToolReply } from "@deskfleet/contracts";
import type { SandboxDriver } from "@deskfleet/desktop";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAnchorEngine } from "../../anchors/anchor-engine.ts";
import { decodeFrame, greyOf } from "../../anchors/pictures.ts";
import { ScreenReader } from "../../anchors/screen-reader.ts";
import { perform } from "../../perform.ts";
import { mergeStored } from "../../sessions/effective-policy.ts";
import { readVisibleTexts } from "../../sessions/executor-control.ts";
import type { LiveSession } from "../../sessions/live-session.ts";
import { type Bench, OPERATOR } from "../../sessions/testing.ts";
import { createDesktopBench } from "../../sessions/testing-desktops.ts";
import { misreadValues } from "./misread-values.ts";
import { drawScreen } from "./testing.ts";
import { rowsOfText } from "./text-of-words.ts";

/** Text without an accessibility tree on a real desktop: a picture and a terminal that show keys. */

const READ_MS = 120_000;
const WAIT = { timeout: 60_000, interval: 100 };
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
const ID_NUMBER = "11010519491231002X";
const CHINESE = "银河落九天88";
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
/** Its labels and a password in signs that the reader of pictures does not know. */
const FORM = `
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Form", default_width=420, default_height=160)
grid = Gtk.Grid(column_spacing=12, row_spacing=12)
for row, (label, text) in enumerate([("身份证号", "${ID_NUMBER}"), ("管理员密码", "${CHINESE}"), ("城市", "杭州西湖")]):
    grid.attach(Gtk.Label(label=label), 0, row, 1, 1)
    grid.attach(Gtk.Entry(text=text, hexpand=True), 1, row, 1, 1)
notes = Gtk.TextView(vexpand=True)
notes.get_buffer().set_text("会议记录\\n密码：${CHINESE}\\n散会")
grid.attach(notes, 0, 3, 2, 1)
window.add(grid)
window.show_all()
Gtk.main()
`;

let bench: Bench;
let driver: SandboxDriver;
let session: LiveSession;
const eyes = createAnchorEngine({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });

beforeAll(async () => {
  ({ bench, driver } = createDesktopBench("pictures-test"));
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
    }, WAIT);
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

  it("in a Chinese form are masked by what the form says that it shows, and the rest of it stays", async () => {
    use({ pictures: "hold" });
    await plain({ argv: ["/usr/bin/python3", "-c", FORM], wait: false });
    const shown = await vi.waitFor(async () => {
      const { texts } = await readVisibleTexts(session.desktop.executor);
      const holding = texts.filter(({ text }) => text.includes(CHINESE));
      expect(holding).toHaveLength(2);
      // The toolkit gives the notes their room a moment after it shows them: three lines of 17 pixels at least.
      expect(Math.max(...holding.map(({ height }) => height))).toBeGreaterThanOrEqual(51);
      return texts;
    }, WAIT);
    const { frame, payload } = await capture();
    const { width, height } = session.screen;
    const picture = await decodeFrame(payload as Buffer, { width, height });
    const levels = ({ x, y, width: w, height: h }: (typeof shown)[number]) => {
      const found = new Set<number>();
      for (let row = y + 4; row < y + h - 4; row++)
        for (let column = x + 4; column < x + w - 4; column++)
          found.add(picture.data[(row * width + column) * 3] as number);
      return found.size;
    };
    const at = (part: string) => shown.filter(({ text }) => text.includes(part));
    expect(at(ID_NUMBER).map(levels)).toEqual([1]);
    const [entry, notes] = at(CHINESE).sort((a, b) => a.height - b.height) as [(typeof shown)[0], (typeof shown)[0]];
    expect(levels(entry)).toBe(1);
    expect(levels(notes)).toBeGreaterThan(8);
    const inNotes = frame.masked.filter(({ y }) => y > notes.y);
    expect(inNotes).toMatchObject([{ kind: "password" }]);
    expect(inNotes[0]?.height).toBeLessThan(notes.height / 2);
    for (const readable of ["身份证号", "管理员密码", "杭州西湖"]) expect(levels(at(readable)[0]!)).toBeGreaterThan(8);
  });

  it("are filled where the reader's end keeps them from being read", async () => {
    use({ pictures: "hold" });
    await plain({
      command: `setsid xterm -fa Monospace -fs 11 -geometry 50x4+700+560 -e sh -c "printf 'Last window\\n${PLANTED[0]}\\n'; sleep 600" >/dev/null 2>&1 &`,
      wait: false,
    });
    await bench.services.anchors.close();
    await vi.waitFor(async () => {
      const { frame, payload } = await capture();
      expect(kinds(frame.masked)).toContain("unread");
      expect(leaks(await readOff(payload))).toEqual([]);
    }, WAIT);
  });
});
