import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type FleetError,
  type RecordedFrame,
  RPC_ERRORS,
  type ToolCall,
  type ToolReply,
  type WindowInfo,
} from "@deskfleet/contracts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeApps } from "./conformance/apps.ts";
import type { CallReply, Desktop, DesktopStart, SandboxDriver } from "./driver.ts";

export interface Conformance {
  readonly driver: () => SandboxDriver;
  /** Kills the desktop from outside, as a crash would. */
  readonly kill: (id: string) => Promise<void>;
  readonly image: string;
  readonly display: DesktopStart["display"];
}

const signal = new AbortController().signal;
const PNG = "89504e470d0a1a0a";

/** What every SandboxDriver guarantees. A new driver starts by passing this. */
export function describeDriver(name: string, { driver: makeDriver, kill, image, display }: Conformance): void {
  describe(`${name} passes the driver conformance suite`, () => {
    // The engine may be shared: what others have on it is not looked at.
    const fleetId = `conformance-${randomUUID()}`;
    let driver: SandboxDriver;
    let desktop: Desktop;
    const listedIds = async () =>
      (await driver.list()).filter((listed) => listed.fleetId === fleetId).map((listed) => listed.id);
    const spec = (): DesktopStart => ({
      image,
      width: 1280,
      height: 800,
      isolation: "container",
      display,
      workerId: "conformance-worker",
      fleetId,
      expiresAt: new Date(Date.now() + 600_000),
      startTimeoutMs: 30_000,
    });
    const tool = (method: string, args: object, more: Partial<ToolCall> = {}) =>
      desktop.executor.call(method, { token: 1, deadlineMs: 10_000, args, ...more }, { timeoutMs: 10_000 });
    const resultOf = async (reply: Promise<CallReply>) => ((await reply).result as ToolReply).result;
    const sleeping = (seconds: number, abort: AbortSignal = signal) =>
      desktop.executor.call(
        "computer_process_start",
        { token: 1, deadlineMs: 20_000, args: { argv: ["sleep", String(seconds)] } },
        { timeoutMs: 20_000, signal: abort },
      );

    beforeAll(async () => {
      driver = makeDriver();
      desktop = await driver.start(spec(), signal);
    }, 60_000);
    afterAll(async () => {
      await driver.destroy(desktop.id);
      await driver.close();
    });

    it("hands out a desktop whose executor has answered with the accessibility bus up", () => {
      expect(desktop.info).toMatchObject({
        accessibility: true,
        screen: { width: 1280, height: 800 },
        display,
        confinement: { kind: "namespaces" },
      });
      expect(desktop.info.apps.map((app) => app.id)).toEqual(
        expect.arrayContaining(["order-desk", "text-editor", "file-manager", "terminal", "browser"]),
      );
    });

    it("lists it with its labels", async () => {
      const listed = (await driver.list()).find((candidate) => candidate.id === desktop.id);
      expect(listed).toMatchObject({ fleetId, workerId: "conformance-worker", origin: "held" });
      expect(Math.abs((listed?.expiresAt?.getTime() ?? 0) - desktop.expiresAt.getTime())).toBeLessThan(1_000);
    });

    it("refuses an isolation that the host lacks", async () => {
      expect(await driver.runtimes()).not.toContain("vm");
      const start = driver.start({ ...spec(), isolation: "vm" }, signal);
      await expect(start).rejects.toMatchObject({ code: "desktop.isolation_unavailable" });
    });

    it("leaves nothing behind when a start is aborted", async () => {
      const abort = new AbortController();
      const starting = driver.start(spec(), abort.signal);
      abort.abort();
      await expect(starting).rejects.toMatchObject({ code: "desktop.unavailable" });
      expect(await listedIds()).toEqual([desktop.id]);
    });

    it.each([
      ["an unknown method", "no_such_method", {}, RPC_ERRORS.METHOD_NOT_FOUND],
      ["a parameter that is missing", "computer_mouse_move", { x: 1 }, RPC_ERRORS.INVALID_PARAMS],
      ["an unknown parameter", "computer_mouse_move", { x: 1, y: 1, z: 1 }, RPC_ERRORS.INVALID_PARAMS],
      ["a point outside the screen", "computer_mouse_move", { x: 1280, y: 0 }, RPC_ERRORS.OUT_OF_FRAME],
      ["a window that is not there", "computer_window_activate", { windowId: 4_000_000 }, RPC_ERRORS.NOT_FOUND],
      ["a file that is not there", "computer_file_read", { path: "/workspace/none" }, RPC_ERRORS.NOT_FOUND],
      ["a path outside", "computer_file_read", { path: "/etc/hostname" }, RPC_ERRORS.FORBIDDEN],
    ])("answers %s with its error code", async (_name, method, args, code) => {
      await expect(tool(method, args)).rejects.toMatchObject({ name: "RpcFailure", code });
    });

    it("moves the pointer", async () => {
      expect(await resultOf(tool("computer_mouse_move", { x: 640, y: 400 }))).toEqual({ x: 640, y: 400 });
    });

    it("keeps text of any script through a file, whole", async () => {
      const content = "李雷 محمد Größe Łódź 🙂\u0000 end\n".replace("\u0000", "\t").repeat(2_000);
      await tool("computer_file_write", { path: "/workspace/text.txt", content });
      expect(await resultOf(tool("computer_file_read", { path: "/workspace/text.txt" }))).toMatchObject({
        text: content,
        bytes: Buffer.byteLength(content),
      });
    });

    it("answers a capture with a picture of the stated size, and an unchanged one without", async () => {
      const first = await tool("computer_screen_capture", { scale: 0.5 });
      const { frame } = first.result as ToolReply;
      expect(first.payload?.subarray(0, 8).toString("hex")).toBe(PNG);
      expect(await sharp(first.payload ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 640, height: 400 });
      expect(frame).toMatchObject({ width: 640, height: 400, scale: 0.5, unchanged: false });
      const again = await tool("computer_screen_capture", { scale: 0.5, ifChangedFrom: frame?.frameId });
      expect(again.payload).toBeNull();
      expect((again.result as ToolReply).frame).toMatchObject({ frameId: frame?.frameId, unchanged: true });
    });

    it("opens an application as a window, and observes it in the same call", async () => {
      await tool("computer_process_start", { app: "text-editor" });
      let titles: string[] = [];
      for (let tries = 0; tries < 100 && titles.length === 0; tries++) {
        const { windows } = (await resultOf(tool("computer_window_list", {}))) as { windows: { title: string }[] };
        titles = windows.map((window) => window.title);
        if (titles.length === 0) await sleep(100);
      }
      expect(titles).toHaveLength(1);
      const observe = {
        format: "jpeg" as const,
        quality: 80,
        scale: 1,
        firstDamageMs: 50,
        quietMs: 50,
        settleMsMax: 500,
      };
      const reply = await tool("computer_mouse_move", { x: 1, y: 1 }, { observe });
      expect(reply.payload?.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    });

    it("refuses a megabyte where 20,000 characters are allowed, and goes on", async () => {
      const typed = tool("computer_keyboard_type", { text: "x".repeat(1_048_576) });
      await expect(typed).rejects.toMatchObject({ code: RPC_ERRORS.INVALID_PARAMS });
      expect(desktop.executor.isAlive).toBe(true);
    });

    it("answers reads while an action runs, and cancels that action", async () => {
      const abort = new AbortController();
      const action = sleeping(15, abort.signal);
      await tool("computer_screen_size", {});
      const abortedAt = performance.now();
      abort.abort();
      await expect(action).rejects.toMatchObject({ code: RPC_ERRORS.CANCELLED });
      expect(performance.now() - abortedAt).toBeLessThan(1_000);
    });

    it("ends a call at its own deadline", async () => {
      const late = tool("computer_process_start", { argv: ["sleep", "15"] }, { deadlineMs: 300 });
      await expect(late).rejects.toMatchObject({ code: RPC_ERRORS.DEADLINE });
    });

    it("stops while a call runs, refuses until resumed", async () => {
      // Listened to from the beginning: it may be refused before the stop is confirmed.
      const stopped = expect(sleeping(15)).rejects.toMatchObject({ code: RPC_ERRORS.STOPPED });
      await tool("computer_screen_size", {});
      await desktop.executor.call("stop", {}, { timeoutMs: 1_000 });
      await stopped;
      await expect(tool("computer_mouse_move", { x: 5, y: 5 })).rejects.toMatchObject({ code: RPC_ERRORS.STOPPED });
      await desktop.executor.call("resume", {}, { timeoutMs: 1_000 });
      expect(await resultOf(tool("computer_mouse_move", { x: 5, y: 5 }))).toEqual({ x: 5, y: 5 });
    });

    it("refuses a fencing token lower than the highest it saw", async () => {
      await desktop.executor.call("lease", { token: 1 }, { timeoutMs: 1_000 });
      await expect(tool("computer_mouse_move", { x: 5, y: 5 }, { token: 0 })).rejects.toMatchObject({
        code: RPC_ERRORS.STALE_TOKEN,
      });
    });

    it("resolves paths, names secure regions and digests a target", async () => {
      const call = (method: string, params: object) => desktop.executor.call(method, params, { timeoutMs: 5_000 });
      const { result } = await call("resolve_paths", { paths: ["/workspace/../workspace/none"], followLast: true });
      expect(result).toMatchObject({ resolved: [{ real: "/workspace/none", exists: false }] });
      expect((await call("secure_regions", {})).result).toMatchObject({ regions: [] });
      const digest = (await call("target_digest", { x: 640, y: 700, radius: 10 })).result as { digest: string };
      expect(digest.digest).toMatch(/^[0-9a-f]{64}$/);
    });

    it("reads what was copied as text, as often as it is asked for", async () => {
      const read = (params: object = {}) => desktop.executor.call("read_clipboard", params, { timeoutMs: 5_000 });
      await tool("computer_hotkey", { keys: ["ctrl", "a"] });
      await tool("computer_clipboard_paste", { text: "Größe 李雷" });
      for (let round = 0; round < 2; round++)
        expect((await read()).result).toEqual({ text: "Größe 李雷", truncated: false });
      await expect(read({ selection: "PRIMARY" })).rejects.toMatchObject({ code: RPC_ERRORS.INVALID_PARAMS });
    });

    it("records the screen with its windows, once for each picture, and also while it is stopped", async () => {
      const record = async (params: object = {}) => {
        const { result, payload } = await desktop.executor.call("record_frame", params, { timeoutMs: 5_000 });
        return { ...(result as RecordedFrame), payload };
      };
      const first = await record();
      expect(await sharp(first.payload ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 1280, height: 800 });
      expect(first.frame).toMatchObject({ format: "png", scale: 1, region: { x: 0, y: 0, width: 1280, height: 800 } });
      expect(first.windows).toEqual(
        ((await resultOf(tool("computer_window_list", {}))) as { windows: unknown }).windows,
      );
      await desktop.executor.call("stop", {}, { timeoutMs: 1_000 });
      const again = await record({ ifChangedFrom: first.frame.frameId });
      await desktop.executor.call("resume", {}, { timeoutMs: 1_000 });
      // Of a real desktop something may have painted itself meanwhile.
      expect(again.payload === null).toBe(again.frame.unchanged);
      await expect(record({ scale: 0.5 })).rejects.toMatchObject({ code: RPC_ERRORS.INVALID_PARAMS });
    });

    it("runs a program with the directories that it is given, and no others", async () => {
      await tool("computer_file_write", { path: "/workspace/given.txt", content: "given" });
      await tool("computer_file_write", { path: "/tmp/kept.txt", content: "kept" });
      await tool("computer_file_write", { path: "/workspace/.hidden", content: "key" });
      const workspace = { writable: [] as string[], readable: ["/workspace"], hidden: [] as string[] };
      const printed = async (file: string, confine = workspace) => {
        const result = await resultOf(tool("computer_process_start", { command: `cat ${file}` }, { confine }));
        return (result as { stdout: string }).stdout;
      };
      expect(await printed("/workspace/given.txt")).toBe("given");
      expect(await printed("/tmp/kept.txt")).toBe("");
      expect(await printed("/tmp/kept.txt", { ...workspace, writable: ["/workspace", "/tmp"] })).toBe("kept");
      expect(await printed("/workspace/.hidden")).toBe("key");
      expect(await printed("/workspace/.hidden", { ...workspace, hidden: [".hidden"] })).toBe("");
    });

    it.each([
      ["an application", { app: "text-editor" }, [], RPC_ERRORS.INVALID_PARAMS],
      ["a directory outside", { argv: ["true"] }, ["/etc"], RPC_ERRORS.FORBIDDEN],
      ["a directory that is not there", { argv: ["true"] }, ["/workspace/none"], RPC_ERRORS.CONFLICT],
    ])("does not confine %s, and starts nothing", async (_name, args, writable, code) => {
      const confine = { writable, readable: [], hidden: [] };
      await expect(tool("computer_process_start", args, { confine })).rejects.toMatchObject({ code });
    });

    it("does not confine what starts no program", async () => {
      const confine = { writable: [], readable: [], hidden: [] };
      const read = tool("computer_file_read", { path: "/workspace/text.txt" }, { confine });
      await expect(read).rejects.toMatchObject({ code: RPC_ERRORS.INVALID_PARAMS });
    });

    it("takes paths that were resolved before as they are", async () => {
      const args = { path: "/workspace/real.txt", content: "a" };
      expect(await resultOf(tool("computer_file_write", args, { realPaths: true }))).toEqual({ bytes: 1 });
    });

    it("tells what reads the keys of a terminal's window, and nothing of other windows", async () => {
      const state = async (params: object) =>
        (await desktop.executor.call("terminal_state", params, { timeoutMs: 5_000 })).result;
      await tool("computer_process_start", { app: "terminal" });
      const windows = async () =>
        ((await resultOf(tool("computer_window_list", {}))) as { windows: WindowInfo[] }).windows;
      const terminal = async () => (await windows()).find(({ process }) => process.name === "xterm");
      await expect.poll(terminal, { timeout: 15_000 }).toBeDefined();
      const { id: windowId = 0, process } = (await terminal()) ?? {};
      const shell = { cwd: "/workspace", foreground: "shell" };
      await expect.poll(() => state({ windowId }), { timeout: 5_000 }).toEqual(shell);
      expect(await state({ pid: process?.pid })).toEqual(shell);
      const editor = (await windows()).find(({ id }) => id !== windowId);
      expect(await state({ windowId: editor?.id })).toEqual({ cwd: null, foreground: null });
      await expect(state({ windowId: 4_000_000 })).rejects.toMatchObject({ code: RPC_ERRORS.NOT_FOUND });
      await expect(state({ windowId, pid: 2 })).rejects.toMatchObject({ code: RPC_ERRORS.INVALID_PARAMS });
      await expect(state({})).rejects.toMatchObject({ code: RPC_ERRORS.INVALID_PARAMS });
    });

    it("sends no keys to another window than they are meant for", async () => {
      const keys = tool("computer_key_press", { key: "a" }, { activeWindow: 4_000_000 });
      await expect(keys).rejects.toMatchObject({ code: RPC_ERRORS.CONFLICT, data: { reason: "focus_changed" } });
    });

    describeApps({ desktop: () => desktop, tool });

    it("carries raw RFB, a connection each time", async () => {
      for (let viewer = 0; viewer < 2; viewer++) {
        const stream = await desktop.openVnc();
        const [greeting] = await new Promise<[Buffer]>((resolve, reject) => {
          stream.once("data", (chunk: Buffer) => resolve([chunk]));
          stream.once("error", reject);
          stream.once("end", () => reject(new Error("the live view ended")));
        });
        expect(greeting.toString("latin1")).toMatch(/^RFB 003\.00[378]\n/);
        stream.destroy();
      }
    });

    it("fails every waiting call at once when the desktop dies, and says so once", async () => {
      const victim = await driver.start(spec(), signal);
      const reasons: string[] = [];
      victim.onLost((reason) => reasons.push(reason));
      const params = { token: 1, deadlineMs: 60_000, args: { argv: ["sleep", "50"] } };
      const waiting = Array.from({ length: 5 }, () =>
        victim.executor
          .call("computer_process_start", params, { timeoutMs: 60_000 })
          .catch((error: FleetError) => error),
      );
      await victim.executor.call("ping", {}, { timeoutMs: 5_000 });
      await kill(victim.id);
      const killedAt = performance.now();
      const errors = (await Promise.all(waiting)) as FleetError[];
      expect(performance.now() - killedAt).toBeLessThan(1_000);
      expect(errors.map((error) => error.code)).toEqual(Array(5).fill("desktop.lost"));
      expect(victim.executor.isAlive).toBe(false);
      expect(reasons).toHaveLength(1);
      await expect(victim.executor.call("ping", {}, { timeoutMs: 1_000 })).rejects.toMatchObject({
        code: "desktop.lost",
      });
      await driver.destroy(victim.id);
    }, 60_000);

    it("destroys twice, and what it does not know, without complaint and without calling it lost", async () => {
      const victim = await driver.start(spec(), signal);
      const reasons: string[] = [];
      victim.onLost((reason) => reasons.push(reason));
      await Promise.all([driver.destroy(victim.id), driver.destroy(victim.id)]);
      await driver.destroy(victim.id);
      await driver.destroy("0".repeat(64));
      expect(reasons).toEqual([]);
      expect(await listedIds()).not.toContain(victim.id);
      await expect(victim.openVnc()).rejects.toMatchObject({ code: "desktop.lost" });
    }, 60_000);
  });
}
