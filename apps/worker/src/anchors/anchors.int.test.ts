import { setTimeout as sleep } from "node:timers/promises";
import type { OcrAnchor, ToolReply, WindowInfo } from "@deskfleet/contracts";
import type { SandboxDriver } from "@deskfleet/desktop";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, OPERATOR } from "../sessions/testing.ts";
import { createDesktopBench } from "../sessions/testing-desktops.ts";
import type { AnchorError } from "./anchor-failures.ts";
import { captureFor } from "./capture-for.ts";
import type { Anchor } from "./look-for-anchor.ts";
import { resolveAnchor } from "./resolve-anchor.ts";
import { viewAnchor } from "./search-for.ts";

/** Pictures and texts on a real desktop: xterm has no accessibility tree, and says itself which of its cells was clicked. */

/** Reading is four seconds of work at most, on a machine of its own. */
const READ_MS = 60_000;
const WAIT = { timeout: 30_000, interval: 200 };
const clock = {
  now: () => performance.now(),
  sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }),
};
const LINES = [
  "",
  "Quarterly report 2025",
  "",
  "  Total: 1,204.50 EUR   Invoice INV-1O0lI",
  "",
  "  Continue   Cancel",
  "",
  "  <Go>      <Go>",
];
/** Pixels from the corner of xterm's window with its frame to its first cell, and of a cell in its font. */
const CELLS = { x: 2, y: 32, width: 6, height: 13 };

let bench: Bench;
let driver: SandboxDriver;
let session: LiveSession;

beforeAll(async () => {
  ({ bench, driver } = createDesktopBench("anchors-test"));
  session = await bench.open({ grants: ["computer_use", "screen", "write", "app(terminal)", "app(text-editor)"] });
  await plain(`cat > /workspace/page.sh <<'EOF'
printf '\\033[?1000h\\033[?1006h'
cat /workspace/page
stty -icanon -echo
(while [ ! -e /workspace/go ]; do sleep 0.1; done; printf '\\r\\nFinished with 3 warnings\\r\\n') &
cat > /workspace/clicks
EOF`);
  await plain(`printf '%s\\n' ${LINES.map((line) => `'${line}'`).join(" ")} > /workspace/page`);
  await plain("setsid xterm -geometry 80x20+200+60 -e sh /workspace/page.sh >/dev/null 2>&1 &");
  await vi.waitFor(async () => expect((await windows()).map(({ process }) => process.name)).toContain("xterm"), WAIT);
});
afterAll(async () => {
  await bench.host.closeAll();
  await bench.services.anchors.close();
  await driver.close();
});

/** Beside the gates: what a test prepares and looks at. */
async function plain(command: string): Promise<string> {
  const args = { command, wait: true };
  const answer = await session.desktop.executor.call(
    "computer_process_start",
    { token: session.fencingToken, deadlineMs: 20_000, args },
    { timeoutMs: 20_000 },
  );
  return ((answer.result as ToolReply).result as { stdout: string }).stdout;
}
async function call<T>(tool: string, params: Record<string, unknown>): Promise<T> {
  bench.clock.nowMs += 1_000; // time stands still in a bench, and gate 7 counts
  const performed = await perform(session, { tool, params, principal: OPERATOR });
  if (performed.outcome !== "done") throw new Error(`asked: ${performed.approval.evaluation.decisive.code}`);
  return performed.result.result as T;
}
const windows = async () => (await call<{ windows: WindowInfo[] }>("computer_window_list", {})).windows;
const capture = (ifChangedFrom: string | null) => {
  bench.clock.nowMs += 1_000;
  return captureFor(session, OPERATOR)(ifChangedFrom);
};
const resolve = (anchor: Anchor) =>
  resolveAnchor(session, anchor, { capture, timeoutMs: READ_MS, clock, signal: session.stopSignal });
/** Column and row, from 1, of the cells that xterm said were pressed. */
async function clicks(): Promise<[number, number][]> {
  const reports = (await plain("cat /workspace/clicks")).matchAll(/<0;(\d+);(\d+)M/g);
  return [...reports].map(([, column, row]) => [Number(column), Number(row)]);
}
/** A part of the screen as it is now, as an anchor. */
async function cutOut(left: number, top: number, width: number, height: number, nth?: number): Promise<Anchor> {
  const { payload } = await capture(null);
  const png = await sharp(payload as Buffer)
    .extract({ left, top, width, height })
    .png()
    .toBuffer();
  return { image: { png: png.toString("base64"), threshold: 0.9, nth } };
}

describe("text in xterm", { timeout: 2 * READ_MS }, () => {
  it.each<[string, OcrAnchor["ocr"], string]>([
    ["a word", "Continue", "Continue"],
    ["words", "Quarterly report", "Quarterly report"],
    ["a word with look-alikes, whichever way it is written", { contains: "INV-10OlI" }, "INV-1O0lI"],
    ["the same in other look-alikes", { contains: "INV-1OO1l" }, "INV-1O0lI"],
    ["what a pattern describes", { pattern: "\\d[.,]\\d{3}[.,]\\d\\d" }, "1,204.50"],
    ["what begins a word", { startsWith: "Canc" }, "Cancel"],
  ])("%s is found, and a click there is a click on its cells", async (_name, ocr, expected) => {
    const { point } = await resolve({ ocr });
    const before = (await clicks()).length;
    await call("computer_mouse_click", { x: point.x, y: point.y });
    await vi.waitFor(async () => expect(await clicks()).toHaveLength(before + 1), WAIT);
    const [column, row] = (await clicks()).at(-1) as [number, number];
    const line = LINES[row - 1] ?? "";
    const from = line.indexOf(expected);
    expect({ line, isInside: column > from && column <= from + expected.length }).toEqual({
      line: expect.stringContaining(expected),
      isInside: true,
    });
  });

  it("is read on a dark window beside the light one", async () => {
    const line = "printf 'Connection to server lost\\nRetry in 30 seconds?\\n'; sleep 300";
    const colours = "-bg '#002b36' -fg '#93a1a1' -fa Monospace -fs 11";
    await plain(`setsid xterm ${colours} -geometry 50x10+40+480 -e sh -c "${line}" >/dev/null 2>&1 &`);
    expect((await resolve({ ocr: "Retry in 30 seconds?" })).rectangle.y).toBeGreaterThan(480);
    expect((await resolve({ ocr: "Continue" })).rectangle.y).toBeLessThan(400);
  });

  it("that is not there is an error that names the nearest, with the frame", async () => {
    const look = { capture, timeoutMs: 0, clock, signal: session.stopSignal };
    const error = await resolveAnchor(session, { ocr: "Contimue" }, look).catch((reason: AnchorError) => reason);
    expect(error).toMatchObject({
      code: "action.failed",
      detail: expect.stringMatching(/nothing matches; nearest: "Continue" \(0\.\d\d\) at \d+,\d+ /),
    });
    const { payload } = error as AnchorError;
    expect(await sharp(payload as Buffer).metadata()).toMatchObject({ format: "png", ...session.screen });
  });

  it("that comes later is waited for", async () => {
    const waiting = resolve({ ocr: { contains: "Finished with 3" } });
    await plain("touch /workspace/go");
    expect((await waiting).match.text).toBe("Finished with 3");
  });

  it("is read anew only where it changed", async () => {
    const read = vi.spyOn(bench.services.anchors, "read");
    await vi.waitFor(async () => {
      read.mockClear();
      const { matches } = await viewAnchor(session, { ocr: { contains: "Quarterly" } }, capture);
      expect(matches).toHaveLength(1);
      expect(read).not.toHaveBeenCalled();
    }, WAIT);
    read.mockRestore();
  });
});

describe("a picture", { timeout: 2 * READ_MS }, () => {
  it("is found where it has moved, to the pixel", async () => {
    await call("computer_process_start", { app: "text-editor" });
    const find = async () => (await windows()).find(({ process }) => process.name === "mousepad");
    const editor = await vi.waitFor(async () => {
      const window = await find();
      expect(window?.active).toBe(true);
      return window as WindowInfo;
    }, WAIT);
    const { x, y } = editor.position;
    await resolve({ ocr: { contains: "Untitled" } }); // drawn
    const icon = await cutOut(x + 6, y + 4, 24, 22);
    expect((await resolve(icon)).rectangle).toEqual({ x: x + 6, y: y + 4, width: 24, height: 22 });
    await call("computer_mouse_drag", { fromX: x + 250, fromY: y + 14, toX: x + 387, toY: y + 14 - 61 });
    const moved = await vi.waitFor(async () => {
      const window = await find();
      expect(window?.position).not.toEqual({ x, y });
      return window as WindowInfo;
    }, WAIT);
    const { rectangle } = await resolve(icon);
    expect({ x: rectangle.x, y: rectangle.y }).toEqual({ x: moved.position.x + 6, y: moved.position.y + 4 });
  });

  it("that is in several places is an error that lists them, and nth says which", async () => {
    const [terminal] = (await windows()).filter(({ process, position: { y } }) => process.name === "xterm" && y < 400);
    await call("computer_window_activate", { windowId: terminal?.id });
    const { x, y } = (terminal as WindowInfo).position;
    const row = LINES.findIndex((line) => line.includes("<Go>"));
    const columns = [...(LINES[row] ?? "").matchAll(/<Go>/g)].map(({ index }) => index);
    const place = (column: number) => ({
      ...{ x: x + CELLS.x + column * CELLS.width, y: y + CELLS.y + row * CELLS.height },
      ...{ width: 4 * CELLS.width, height: CELLS.height },
    });
    const { x: left, y: top, width, height } = place(columns[0] as number);
    await resolve({ ocr: "Continue" }); // it is in front
    const sign = (nth?: number) => cutOut(left, top, width, height, nth);
    await expect(resolve(await sign())).rejects.toMatchObject({
      code: "action.failed",
      detail: expect.stringMatching(
        /^2 places match the picture \(threshold 0\.9\); say which .*: \(1\.00\) at \d+,\d+ 24x13; /,
      ),
    });
    const { point, rectangle } = await resolve(await sign(1));
    expect(rectangle).toEqual(place(columns[1] as number));
    const before = (await clicks()).length;
    await call("computer_mouse_click", { ...point });
    await vi.waitFor(async () => expect(await clicks()).toHaveLength(before + 1), WAIT);
    const [clickedColumn, clickedRow] = (await clicks()).at(-1) as [number, number];
    expect(clickedRow).toBe(row + 1);
    expect([2, 3]).toContain(clickedColumn - (columns[1] as number)); // the middle of four cells
  });
});
