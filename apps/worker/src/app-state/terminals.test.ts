import { RPC_ERRORS } from "@deskfleet/contracts";
import { type FakeWindow, RpcFailure } from "@deskfleet/desktop";
import { beforeEach, describe, expect, it } from "vitest";
import { type AppBench, createAppBench } from "./testing.ts";

/** What is typed into a terminal is a command, whichever tool types it. */

let app: AppBench;
let xterm: FakeWindow;
beforeEach(async () => {
  app = await createAppBench();
  xterm = app.machine.openWindow("sh", "xterm", ["xterm"]);
  app.machine.raise(app.window.id);
  await app.state("get_app_state", { app: "xterm" });
});
const inTerminal = { app: "xterm" };
const type = (text: string) => app.done("type_text", { ...inTerminal, text });
const press = (key: string, more: object = {}) => app.done("press_key", { ...inTerminal, key, ...more });
const denied = (code: string) => ({ code: "policy.denied", data: expect.objectContaining({ gate: "command", code }) });
const failure = (tool: string, params: object) => app.failure(tool, { ...inTerminal, ...params });

describe("keys to a terminal that is not in front", () => {
  it("are judged as the line that they complete, in pieces and by both families of tools", async () => {
    await type("rm -r");
    await app.done("computer_keyboard_type", { app: undefined, text: "f x" });
    expect(xterm.text).toBe("rm -rf x");
    expect(await failure("press_key", { key: "Return" })).toMatchObject(denied("command.rm_rf"));
    expect(await failure("type_text", { text: "\n" })).toMatchObject(denied("command.rm_rf"));
    await press("ctrl+c");
    await type("ls\n");
    expect(xterm.text).toBe("rm -rf xls\n");
  });

  it.each([
    ["completion", "press_key", { key: "Tab" }, "command.terminal_key"],
    ["the last command", "press_key", { key: "Up" }, "command.terminal_key"],
    ["a paste", "press_key", { key: "ctrl+shift+v" }, "command.terminal_key"],
    ["a capital letter with Control", "press_key", { key: "ctrl+C" }, "command.terminal_key"],
    ["super as itself", "press_key", { key: "super+c", literal_super: true }, "command.terminal_key"],
    ["lines that may be pasted", "type_text", { text: "echo ü\n" }, "command.terminal_key"],
    ["a file outside", "type_text", { text: "cat /etc/passwd\n" }, "command.outside"],
    ["a value", "set_value", { element_index: 0, value: "ls" }, "command.terminal"],
    ["an action", "perform_secondary_action", { element_index: 0, action: "Raise" }, "command.terminal"],
    ["the selection, by the middle button", "click", { x: 5, y: 5, mouse_button: "middle" }, "command.terminal"],
    ["the selection, by its number", "click", { x: 5, y: 5, mouse_button: 2 }, "command.terminal"],
    ["what is dropped", "drag", { from_x: 1, from_y: 1, to_x: 9, to_y: 9 }, "command.terminal"],
  ])("are not sent for %s", async (_name, tool, params, code) => {
    // A terminal's window is no settable element: only what a gate says of it is asked here.
    if (tool === "set_value") return expect((await failure(tool, params)).code).toBe("action.failed");
    expect(await failure(tool, params)).toMatchObject(denied(code));
    expect(xterm.text).toBe("");
  });

  it("super, cmd, command and meta are Control, and ctrl+c makes the line known again", async () => {
    app.session.terminals.forget();
    expect(await failure("type_text", { text: "ls\n" })).toMatchObject(denied("command.terminal_key"));
    await press("cmd+c");
    await type("ls\n");
    expect(xterm.text).toBe("ls\n");
  });

  it("that did not arrive whole leave a line that is not known", async () => {
    app.machine.overrides.set("type_text", () => {
      throw new RpcFailure(RPC_ERRORS.CONFLICT, "the text did not arrive", { reason: "not_arrived" });
    });
    expect((await failure("type_text", { text: "ls" })).detail).toMatch(/did not arrive/);
    app.machine.overrides.clear();
    expect(await failure("press_key", { key: "Return" })).toMatchObject(denied("command.terminal_key"));
  });

  it("a click into it is no text", async () => {
    await app.done("click", { ...inTerminal, x: 5, y: 5 });
    expect(app.told().at(-1)?.method).toBe("click");
  });

  it("what a person is asked about says what Return would send", async () => {
    await type("git push origin main");
    const asked = await app.call("press_key", { ...inTerminal, key: "Return" });
    expect(asked).toMatchObject({ outcome: "ask", approval: { params: { sends: "git push origin main" } } });
  });
});
