import { setTimeout as sleep } from "node:timers/promises";
import { LocatedApps, RPC_ERRORS, RpcAppAction, RpcAppList, RpcAppState, type ToolReply } from "@deskfleet/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallReply, Desktop } from "../driver.ts";

/** An element that no application has. */
const GONE = {
  ...{ key: null, windowIndex: 0, path: [0], role: "push button", name: "", toolkit: "gtk3" },
  frame: [0, 0, 10, 10],
};
const START_MS_MAX = 20_000;

interface Given {
  readonly desktop: () => Desktop;
  /** Calls a tool's method. */
  readonly tool: (method: string, args: object) => Promise<CallReply>;
}

/** What every SandboxDriver's desktops know of applications; a part of the driver conformance suite. */
export function describeApps({ desktop: current, tool }: Given): void {
  describe("an application", () => {
    const resultOf = async (reply: Promise<CallReply>) => ((await reply).result as ToolReply).result;
    const control = async (method: string, app: string) =>
      (await current().executor.call(method, { app }, { timeoutMs: 5_000 })).result;
    let pid = 0;
    let windowId = 0;
    const locate = async (app: string) => LocatedApps.parse(await control("locate_app", app));
    const read = async (args: object = {}) =>
      RpcAppState.parse(await resultOf(tool("get_app_state", { pid, ...args })));
    beforeAll(async () => {
      if ((await locate("text-editor")).running.length === 0)
        await tool("computer_process_start", { app: "text-editor" });
      await until(async () => (await locate("text-editor")).running.length > 0);
      const [found] = (await locate("text-editor")).running;
      pid = found?.pid ?? 0;
      windowId = found?.windowId ?? 0;
      await until(async () => JSON.stringify(await read()).includes("multi-line"));
    });

    it("is found by name, class and process id, in whatever case; what can be started too", async () => {
      expect((await locate(`${pid}`)).running).toMatchObject([{ pid, windowId }]);
      expect((await locate("TEXT-EDITOR")).running).toMatchObject([{ pid }]);
      expect(await locate("no such application")).toEqual({ running: [], launchable: null });
      expect(await locate("browser")).toMatchObject({ running: [], launchable: "browser" });
      expect(RpcAppList.parse(await resultOf(tool("list_apps", {}))).apps).toContainEqual(
        expect.objectContaining({ pid, isRunning: true }),
      );
    });

    it("is read as a tree with the window's frame, and not again while nothing changes", async () => {
      const state = await read();
      if (state.unchanged) throw new Error("nobody named an earlier state");
      expect(state.window).toMatchObject({ windowId, frame: { width: expect.any(Number) } });
      expect(state.snapshot).toMatchObject({ app: { pid }, roots: [{ children: expect.anything() }] });
      expect(await read({ since: state.digest })).toEqual({ unchanged: true, digest: state.digest });
    });

    it("takes text at its caret, and a key", async () => {
      const before = await read();
      expect(
        RpcAppAction.parse(await resultOf(tool("type_text", { pid, windowId, text: "Größe 漢字" }))),
      ).toMatchObject({
        characters: 8,
      });
      const key = RpcAppAction.parse(
        await resultOf(tool("press_key", { pid, windowId, key: "Home", literalSuper: false })),
      );
      expect(key.how).toMatch(/^[a-z_]+$/);
      expect(await read({ since: before.digest })).toMatchObject({ unchanged: false });
      expect(JSON.stringify(await read())).toContain("Größe 漢字");
    });

    it.each<[string, string, () => object, number, string | undefined]>([
      ["a process that is none", "get_app_state", () => ({ pid: 4_000_000 }), RPC_ERRORS.NOT_FOUND, "app"],
      [
        "an element that is another one",
        "click",
        () => ({ pid, windowId, element: { ...GONE, name: "Fly" }, clickCount: 1, button: "left" }),
        RPC_ERRORS.CONFLICT,
        "stale_element",
      ],
      [
        "a value of one that is gone",
        "set_value",
        () => ({ pid, windowId, element: { ...GONE, path: [99] }, value: "x" }),
        RPC_ERRORS.CONFLICT,
        "stale_element",
      ],
      [
        "an index instead of an element",
        "click",
        () => ({ pid, windowId, element_index: 1, clickCount: 1, button: "left" }),
        RPC_ERRORS.INVALID_PARAMS,
        undefined,
      ],
      [
        "a key that nobody knows",
        "press_key",
        () => ({ pid, windowId, key: "no_such_key_on_any_keyboard", literalSuper: false }),
        RPC_ERRORS.INVALID_PARAMS,
        undefined,
      ],
    ])("refuses %s", async (_name, method, args, code, reason) => {
      await expect(tool(method, args())).rejects.toMatchObject({
        code,
        ...(reason === undefined ? {} : { data: { reason } }),
      });
    });

    it("says what the image knows of it, and nothing of others", async () => {
      const say = (app: string) => control("app_instructions", app);
      expect(await say("../etc/hostname")).toEqual({ text: null });
      expect(await say("no such application")).toEqual({ text: null });
    });
  });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const endsAtMs = performance.now() + START_MS_MAX;
  while (!(await holds())) {
    if (performance.now() > endsAtMs) throw new Error("the application was not there in time");
    await sleep(100);
  }
}
