import { RPC_ERRORS } from "@deskfleet/contracts";
import { type FakeMachine, RpcFailure } from "@deskfleet/desktop";
import { beforeEach, describe, expect, it } from "vitest";
import { type PerformCall, perform } from "../perform.ts";
import type { LiveSession } from "./live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "./testing.ts";

let bench: Bench;
let session: LiveSession;
let machine: FakeMachine;
let xterm: ReturnType<FakeMachine["openWindow"]>;
beforeEach(async () => {
  bench = createBench();
  session = await bench.open();
  machine = bench.machine(session);
  machine.openWindow("Orders", "order-desk", ["order-desk"]);
  machine.openWindow("Another", "xterm", ["xterm"]);
  xterm = machine.openWindow("sh", "xterm", ["xterm"]);
});

const call = (tool: string, params: Record<string, unknown>, more: Partial<PerformCall> = {}) =>
  perform(session, { tool, params, principal: OPERATOR, ...more });
const type = (text: string) => call("computer_keyboard_type", { text });
const press = (key: string) => call("computer_key_press", { key });
const hotkey = (...keys: string[]) => call("computer_hotkey", { keys });
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).data;
const denied = (code: string) => expect.objectContaining({ gate: "command", code });
async function approval(work: ReturnType<typeof perform>) {
  const performed = await work;
  if (performed.outcome !== "ask") throw new Error("it was expected to be asked");
  bench.records.answer(performed.approval.id, "once");
  return performed.approval;
}

describe("keys to a terminal", () => {
  it("are judged as the line that they complete", async () => {
    await type("rm -r");
    await type("f x");
    expect(xterm.text).toBe("rm -rf x");
    expect(await codeOf(press("Return"))).toEqual(denied("command.rm_rf"));
    expect(await codeOf(type("\n"))).toEqual(denied("command.rm_rf"));
    await hotkey("ctrl", "c");
    expect((await type("ls\n")).outcome).toBe("done");
  });

  it("stand at the prompt of the window that they went to", async () => {
    await type("rm -rf ");
    machine.raise(machine.windows[1]?.id ?? 0);
    expect(await type("x\n")).toMatchObject({ outcome: "ask", approval: { params: { sends: "x" } } });
    machine.raise(xterm.id);
    expect(await codeOf(type("x\n"))).toEqual(denied("command.rm_rf"));
  });

  it.each(["ls\n", "ls -la docs\n", "echo a\npwd\n"])("run what a command may run: %j", async (text) => {
    machine.files.makeDirectory("/workspace/docs");
    expect((await type(text)).outcome).toBe("done");
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ["a file outside", () => type("cat /etc/passwd\n"), "command.outside"],
    ["completion", () => press("Tab"), "command.terminal_key"],
    ["the last command", () => press("Up"), "command.terminal_key"],
    ["a search in the history", () => hotkey("ctrl", "r"), "command.terminal_key"],
    ["pasted lines", () => call("computer_clipboard_paste", { text: "ls\n" }), "command.terminal_key"],
  ])("are not sent for %s", async (_name, work, code) => {
    expect(await codeOf(work())).toEqual(denied(code));
    expect(xterm.text).toBe("");
  });

  it("are judged with pasted text", async () => {
    await call("computer_clipboard_paste", { text: "cat /etc/" });
    expect(await codeOf(type("shadow\n"))).toEqual(denied("command.outside"));
  });

  it("are judged in the shell's directory", async () => {
    machine.terminals.set(xterm.pid, { cwd: "/etc", foreground: "shell" });
    expect(await codeOf(type("cat passwd\n"))).toEqual(denied("command.outside"));
  });

  it.each([
    ["another program", { cwd: null, foreground: "other" }],
    ["nobody knows what", { cwd: null, foreground: null }],
  ] as const)("do not go to %s, except ctrl+c", async (_name, state) => {
    machine.terminals.set(xterm.pid, state);
    expect(await codeOf(type("y"))).toEqual(denied("command.terminal_program"));
    expect((await hotkey("ctrl", "c")).outcome).toBe("done");
  });
});

describe("what stands at a prompt is not known", () => {
  const isUnknown = async () => {
    expect(await codeOf(type("ls\n"))).toEqual(denied("command.terminal_key"));
    await hotkey("ctrl", "c");
    expect((await type("ls\n")).outcome).toBe("done");
  };

  it("after a person had control", async () => {
    await type("ec");
    session.controlledBy = OPERATOR;
    session.controlledBy = null;
    await isUnknown();
  });

  it("after keys that failed half way", async () => {
    machine.overrides.set("computer_keyboard_type", () => {
      throw new RpcFailure(RPC_ERRORS.NOT_TYPED, "some did not arrive", { missing: ["x"] });
    });
    await failureOf(type("echo x"));
    machine.overrides.clear();
    await isUnknown();
  });

  it("after keys that were not sent, because another window had got the keyboard", async () => {
    bench.audit.before = ({ kind }) => {
      if (kind === "intent") machine.raise(machine.windows.find(({ process }) => process === "order-desk")?.id ?? 0);
    };
    expect(await failureOf(type("e"))).toEqual({ code: "action.failed", data: { reason: "focus_changed" } });
    bench.audit.before = () => undefined;
    machine.raise(xterm.id);
    await isUnknown();
  });

  it("after the keyboard went to another window meanwhile", async () => {
    machine.overrides.set("computer_keyboard_type", () => {
      machine.raise(machine.windows.find(({ process }) => process === "order-desk")?.id ?? 0);
      return { characters: 1 };
    });
    await type("e");
    machine.overrides.clear();
    machine.raise(xterm.id);
    await isUnknown();
  });

  it("after a program was ended, which may have been the shell", async () => {
    await type("echo ");
    const sleeper = machine.startProcess("sleep", ["sleep"]);
    await call("computer_process_terminate", { pid: sleeper.pid });
    await isUnknown();
  });

  it("in a terminal that opened while keys went elsewhere", async () => {
    machine.raise(machine.windows.find(({ process }) => process === "order-desk")?.id ?? 0);
    machine.overrides.set("computer_keyboard_type", () => {
      machine.openWindow("new", "xterm", ["xterm"]);
      return { characters: 1 };
    });
    await type("rm -rf x");
    machine.overrides.clear();
    await isUnknown();
  });
});

describe("a line that a person has to approve", () => {
  it("is shown, and runs after a yes", async () => {
    machine.files.write("/workspace/x", Buffer.from("a"), "create");
    await type("rm x");
    const { id, params } = await approval(press("Return"));
    expect(params).toEqual({ key: "Return", repeat: 1, sends: "rm x" });
    const performed = await call("computer_key_press", {}, { approvalId: id });
    expect(performed.outcome).toBe("done");
    expect((await type("ls\n")).outcome).toBe("done");
  });

  it("is not another line, although the key is the same", async () => {
    for (const file of ["x", "y"]) machine.files.write(`/workspace/${file}`, Buffer.from("a"), "create");
    await type("rm x");
    const { id } = await approval(press("Return"));
    await press("BackSpace");
    await type("y");
    expect(await failureOf(call("computer_key_press", {}, { approvalId: id }))).toMatchObject({
      code: "approval.target_changed",
    });
  });

  it("is not run in another directory", async () => {
    machine.files.write("/workspace/x", Buffer.from("a"), "create");
    await type("rm x");
    const { id } = await approval(press("Return"));
    machine.terminals.set(xterm.pid, { cwd: "/tmp", foreground: "shell" });
    expect(await failureOf(call("computer_key_press", {}, { approvalId: id }))).toMatchObject({
      code: "approval.target_changed",
    });
  });
});
