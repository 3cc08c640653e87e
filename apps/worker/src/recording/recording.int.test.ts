import { createHash } from "node:crypto";
import type { ToolReply, WindowInfo } from "@deskfleet/contracts";
import type { SandboxDriver } from "@deskfleet/desktop";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type PerformCall, perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, OPERATOR } from "../sessions/testing.ts";
import { createDesktopBench } from "../sessions/testing-desktops.ts";
import { looked } from "./testing.ts";

/** What is recorded of a real desktop: pictures without what may not be seen, from the start to the end. */

const WAIT = { timeout: 30_000, interval: 200 };
/** A window with a field, and a button that says when it was pressed. "ticking": it shows something else every moment. */
const FORM = `
import gi, sys
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk
window = Gtk.Window(title=sys.argv[1], default_width=600, default_height=200)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.pack_start(Gtk.Entry(visibility=sys.argv[2] != "password", text=sys.argv[3]), False, False, 0)
button = Gtk.Button(label="Press")
button.connect("clicked", lambda button: button.set_label("It was pressed, and says so"))
box.pack_start(button, True, True, 0)
window.add(box)
ticks = iter(range(1_000_000))
if sys.argv[2] == "ticking":
    GLib.timeout_add(20, lambda: button.set_label(f"{next(ticks)}") or True)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
`;
let bench: Bench;
let driver: SandboxDriver;
let session: LiveSession;

beforeAll(async () => {
  ({ bench, driver } = createDesktopBench("recording-test"));
  bench.records.document = { grantable: ["*"], sensitiveApps: ["Ledger of secrets"] };
  session = await bench.open({ grants: ["computer_use", "screen", "write", "app(*)"] });
}, 90_000);
afterAll(async () => {
  await bench.host.closeAll();
  await driver.close();
});

function call(tool: string, params: Record<string, unknown>, more: Partial<PerformCall> = {}) {
  bench.clock.nowMs += 1_000; // time stands still in a bench, and gate 7 counts
  return perform(session, { tool, params, principal: OPERATOR, ...more });
}
/** Beside the gates: what a test prepares. */
async function plain(args: object): Promise<{ pid: number }> {
  const answer = await session.desktop.executor.call(
    "computer_process_start",
    { token: session.fencingToken, deadlineMs: 20_000, args },
    { timeoutMs: 20_000 },
  );
  return (answer.result as ToolReply).result as { pid: number };
}
const form = (title: string, kind: string, text: string) =>
  plain({ argv: ["/usr/bin/python3", "-c", FORM, title, kind, text], wait: false });
async function windowOf(title: string): Promise<WindowInfo> {
  return vi.waitFor(async () => {
    const listed = await call("computer_window_list", {});
    const { windows } = (listed.outcome === "done" ? listed.unmapped : { windows: [] }) as { windows: WindowInfo[] };
    const found = windows.find((window) => window.title === title);
    expect(found).toBeDefined();
    return found as WindowInfo;
  }, WAIT);
}
const middleOf = ({ position, size }: WindowInfo) => ({
  x: position.x + Math.round(size.width / 2),
  y: position.y + Math.round(size.height / 2),
});
const latest = () => bench.records.frames.at(-1);
async function pixelsOf(content: Buffer | null | undefined) {
  const pixels = await sharp(content ?? Buffer.alloc(0))
    .raw()
    .toBuffer();
  return (x: number, y: number) => [...pixels.subarray((y * 1280 + x) * 3, (y * 1280 + x) * 3 + 3)];
}

describe("a recording of a real desktop", () => {
  it("begins with the screen as the session found it", async () => {
    await vi.waitFor(() => expect(bench.records.frames).toHaveLength(1), WAIT);
    expect(latest()).toMatchObject({ cause: "start", actionId: null, status: "kept", width: 1280, height: 800 });
    expect(latest()?.content?.toString("latin1", 8, 16)).toBe("WEBPVP8 ");
  });

  it("shows what a click did, without the password beside it", async () => {
    await form("Login", "password", "correct horse");
    const window = await windowOf("Login");
    await vi.waitFor(async () => {
      expect((await looked(session))?.masked.map(({ kind }) => kind)).toEqual(["password"]);
    }, WAIT);
    const before = bench.records.frames.length;
    const done = await call("computer_mouse_click", middleOf(window));
    expect(done.outcome).toBe("done");
    await vi.waitFor(() => expect(bench.records.frames.length).toBeGreaterThan(before), WAIT);
    const frame = bench.records.frames[before];
    expect(frame).toMatchObject({ cause: "action", status: "kept", masked: [{ kind: "password" }] });
    expect(bench.audit.records.map(({ id }) => id)).toContain(frame?.actionId);
    const [field] = frame?.masked ?? [];
    if (field === undefined) throw new Error("nothing was masked");
    expect(field.width).toBeGreaterThan(100);
    const at = await pixelsOf(frame?.content);
    const inside = [
      [field.x + 2, field.y + 2],
      [field.x + 20, field.y + Math.round(field.height / 2)],
      [field.x + field.width - 3, field.y + field.height - 3],
    ] as const;
    for (const [x, y] of inside) for (const shade of at(x, y)) expect(Math.abs(shade - 0x28)).toBeLessThan(12);
  });

  it("knows the hash of the masked screen only, so what is typed into the field changes nothing", async () => {
    await vi.waitFor(async () => expect(await looked(session)).not.toBeNull(), WAIT);
    const before = bench.records.frames.at(-1);
    expect((await call("computer_keyboard_type", { text: " battery staple" })).outcome).toBe("done");
    // Both see the same only while nothing paints itself between them.
    const after = await vi.waitFor(async () => {
      const capture = await call("computer_screen_capture", {});
      const payload = (capture.outcome === "done" ? capture.payload : null) ?? Buffer.alloc(0);
      const pixels = await sharp(payload).removeAlpha().raw().toBuffer();
      const recorded = await looked(session);
      expect(recorded?.sha256).toBe(createHash("sha256").update(pixels).digest("hex"));
      return recorded;
    }, WAIT);
    expect(after?.masked).toEqual(before?.masked);
  });

  it("goes with an ask: the screen of that moment and where the click would go", async () => {
    bench.records.document = { grantable: ["computer_use", "screen"], sensitiveApps: ["Ledger of secrets"] };
    bench.host.onSignal({ kind: "policy.changed", tenantId: session.tenantId });
    await vi.waitFor(() => expect(session.ownGrants.some(({ grant }) => grant === "write")).toBe(false), WAIT);
    await form("Notes", "plain", "hello");
    const point = middleOf(await windowOf("Notes"));
    // A picture that is not there in time is left out, which can happen on a busy machine.
    const frame = await vi.waitFor(async () => {
      const asked = await call("computer_mouse_click", point);
      if (asked.outcome !== "ask") throw new Error("it was expected to be asked");
      expect(asked.approval.frame).not.toBeNull();
      return asked.approval.frame;
    }, WAIT);
    expect(frame).toMatchObject({ width: 1280, height: 800, target: { ...point, width: 1, height: 1 } });
    const row = bench.records.frames.find(({ id }) => id === frame?.id);
    expect(row).toMatchObject({ status: "kept", cause: expect.stringMatching(/^(approval|action)$/) });
  });

  it("says of an application that may not be seen only that there was something", async () => {
    const { pid } = await form("Ledger of secrets", "plain", "4711");
    await vi.waitFor(async () => {
      await looked(session);
      expect(latest()).toMatchObject({ status: "withheld", sha256: null, masked: [], content: null });
    }, WAIT);
    const before = bench.records.frames.length;
    await looked(session);
    expect(bench.records.frames).toHaveLength(before);
    await plain({ argv: ["kill", `${pid}`] });
    await vi.waitFor(async () => expect(await looked(session)).toMatchObject({ status: "kept" }), WAIT);
    expect(bench.records.frames.filter(({ status }) => status === "withheld")).toHaveLength(1);
  });

  it("ends with the last screen, also of a session that was stopped", async () => {
    await bench.host.stop(session.id, "enough");
    await session.desktop.executor.call("resume", {}, { timeoutMs: 5_000 });
    const { pid } = await form("Last words", "ticking", "bye");
    await vi.waitFor(async () => {
      const { result } = await session.desktop.executor.call("record_frame", {}, { timeoutMs: 5_000 });
      expect((result as { windows: WindowInfo[] }).windows.map(({ title }) => title)).toContain("Last words");
    }, WAIT);
    await session.desktop.executor.call("stop", {}, { timeoutMs: 5_000 });
    expect(pid).toBeGreaterThan(0);
    await bench.host.close(session.id, "closed");
    expect(latest()).toMatchObject({ cause: "end", status: "kept" });
    expect(bench.records.frames.every((row) => row.tenantId === session.tenantId)).toBe(true);
  });
});
