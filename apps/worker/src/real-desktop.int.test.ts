import type { ToolReply, WindowInfo } from "@deskfleet/contracts";
import type { SandboxDriver } from "@deskfleet/desktop";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type PerformCall, perform } from "./perform.ts";
import { lookForGates } from "./sessions/gate-context.ts";
import type { LiveSession } from "./sessions/live-session.ts";
import { type Bench, failureOf, OPERATOR } from "./sessions/testing.ts";
import { createDesktopBench } from "./sessions/testing-desktops.ts";

/** Commands and keys to a terminal on a real desktop, by the one way: what the gates and the confinement do together. */

const WAIT = { timeout: 15_000, interval: 100 };
let bench: Bench;
let driver: SandboxDriver;
let session: LiveSession;

beforeAll(async () => {
  ({ bench, driver } = createDesktopBench("real-desktop-test"));
  session = await bench.open({ grants: ["computer_use", "screen", "write", "app(terminal)", "app(text-editor)"] });
});
afterAll(async () => {
  await bench.host.closeAll();
  await driver.close();
});
beforeEach(() => vi.restoreAllMocks());

function call(tool: string, params: Record<string, unknown>, more: Partial<PerformCall> = {}) {
  bench.clock.nowMs += 1_000; // time stands still in a bench, and gate 7 counts
  return perform(session, { tool, params, principal: OPERATOR, ...more });
}
const start = (params: Record<string, unknown>) => call("computer_process_start", params);
async function resultOf<T>(work: ReturnType<typeof perform>): Promise<T> {
  const performed = await work;
  if (performed.outcome !== "done") throw new Error(`asked: ${performed.approval.evaluation.decisive.code}`);
  return performed.result.result as T;
}
/** Asks, answers yes and executes. */
async function approved(tool: string, params: Record<string, unknown>) {
  const performed = await call(tool, params);
  if (performed.outcome !== "ask") throw new Error("it was expected to be asked");
  bench.records.answer(performed.approval.id, "once");
  return { approval: performed.approval, ...(await execute(tool, performed.approval.id)) };
}
async function execute(tool: string, approvalId: string) {
  const result = await resultOf<{ exitCode: number; stdout: string; stderr: string }>(call(tool, {}, { approvalId }));
  return { result };
}
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
const exists = async (path: string) => (await plain(`[ -e ${path} ] && echo yes`)) === "yes\n";

describe("a command", () => {
  it("that is allowed reads, and is recorded as confined", async () => {
    await plain("echo hello > /workspace/a.txt");
    expect(await resultOf(start({ command: "cat a.txt | wc -c" }))).toMatchObject({ exitCode: 0, stdout: "6\n" });
    expect(bench.audit.records.findLast(({ kind }) => kind === "intent")?.reason).toMatch(
      /^runs confined; may write: nothing;/,
    );
  });

  it("that is allowed writes where it was seen to", async () => {
    expect(await resultOf(start({ command: "mkdir -p made/deep && echo x > made/deep/f" }))).toMatchObject({
      exitCode: 0,
    });
    expect(await exists("/workspace/made/deep/f")).toBe(true);
  });

  it("of the project runs confined after a yes: no network, no other process, no display, nothing outside", async () => {
    await plain(`cat > /workspace/probe.py <<'EOF'
import json, os, socket, subprocess
def outcome(work):
    try:
        return work()
    except Exception as error:
        return type(error).__name__
def write(path):
    with open(path, "w") as file:
        file.write("x")
    return "written"
print(json.dumps({
    "etc": outcome(lambda: write("/etc/probe")),
    "usr": outcome(lambda: write("/usr/local/bin/probe")),
    "home": outcome(lambda: write("/home/agent/probe")),
    "run": outcome(lambda: write("/run/probe")),
    "workspace": outcome(lambda: write("/workspace/probe.out")),
    "tmp": outcome(lambda: write("/tmp/probe.out")),
    "inet": outcome(lambda: socket.socket().fileno() > 0),
    "unix": outcome(lambda: socket.socket(socket.AF_UNIX).connect("/tmp/.X11-unix/X0")),
    "processes": outcome(lambda: [name for name in os.listdir("/proc") if name.isdigit()]),
    "first": outcome(lambda: open("/proc/1/cmdline").read()),
    "kill": outcome(lambda: os.kill(int(open("/workspace/sleeper").read()), 9)),
    "display": os.environ.get("DISPLAY"),
    "bus": os.environ.get("DBUS_SESSION_BUS_ADDRESS"),
}))
EOF
sleep 300 & echo $! > /workspace/sleeper`);
    const { approval, result } = await approved("computer_process_start", { command: "python3 probe.py" });
    expect(approval.evaluation.decisive.code).toBe("command.project_code");
    expect(JSON.parse(result.stdout || `"${result.stderr}"`)).toEqual({
      ...{ etc: "OSError", usr: "OSError", home: "written", run: expect.stringMatching(/Error$/) },
      ...{ workspace: "written", tmp: "written" },
      ...{ inet: "PermissionError", unix: "PermissionError", processes: "PermissionError", first: "PermissionError" },
      ...{ kill: "ProcessLookupError", display: null, bus: null },
    });
    expect(await exists("/home/agent/probe")).toBe(false);
    expect(await exists("/workspace/probe.out")).toBe(true);
    expect(await exists("/proc/$(cat /workspace/sleeper)")).toBe(true);
  });

  it("of the project that builds something may write the roots", async () => {
    await plain(
      "cd /workspace && printf '#!/bin/sh\\nmkdir -p dist && date > dist/app && cp dist/app /tmp/cache' > build.sh && chmod +x build.sh",
    );
    const { result } = await approved("computer_process_start", { command: "./build.sh" });
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect([await exists("/workspace/dist/app"), await exists("/tmp/cache")]).toEqual([true, true]);
  });

  it.each([
    ["a path outside", { command: "cat /etc/shadow" }, "command.outside"],
    ["a link to one", { command: "cat link" }, "path.outside"],
    ["a cwd behind a link", { command: "ls", cwd: "/workspace/out" }, "path.outside"],
    ["keys by a program", { command: "xdotool key Return" }, "command."],
    ["a browser with a debugger", { argv: ["chromium", "--remote-debugging-port=9222"] }, "command."],
  ])("is denied for %s", async (_name, params, code) => {
    await plain("ln -sfn /etc/passwd /workspace/link; ln -sfn /usr /workspace/out");
    const failure = await failureOf(start(params));
    expect(failure.code).toBe("policy.denied");
    const { verdicts } = bench.audit.records.findLast(({ kind }) => kind === "outcome")?.evaluation ?? { verdicts: [] };
    expect(verdicts.some((verdict) => verdict.outcome === "deny" && verdict.code.startsWith(code))).toBe(true);
  });

  it("is looked at without doing it: where its paths lead", async () => {
    await plain("ln -sfn /etc/passwd /workspace/link");
    const looked = await lookForGates(session, "computer_process_start", { command: "cat link > copy" });
    expect(looked).toMatchObject({
      resolvedPaths: [{ path: "/workspace" }, { real: "/workspace/copy", type: "missing" }, { real: "/etc/passwd" }],
      canConfine: true,
    });
    expect(await exists("/workspace/copy")).toBe(false);
  });

  it("gets nothing from a link that was swapped in after the verdict", async () => {
    await plain("mkdir -p /workspace/dir && echo mine > /workspace/dir/f; echo kept > /home/agent/f");
    swapBefore("computer_process_start", "mv /workspace/dir /workspace/old && ln -s /home/agent /workspace/dir");
    const { exitCode, stdout } = await resultOf<{ exitCode: number; stdout: string }>(start({ command: "cat dir/f" }));
    expect([exitCode, stdout]).toEqual([1, ""]);
  });
});

/** Runs `command` on the desktop right before the next call of the tool reaches it: after the verdict and the intent. */
function swapBefore(tool: string, command: string): void {
  const { executor } = session.desktop;
  const real = executor.call.bind(executor);
  let isSwapped = false;
  vi.spyOn(executor, "call").mockImplementation(async (method, params, options) => {
    if (method === tool && !isSwapped) {
      isSwapped = true;
      await plain(command);
    }
    return real(method, params, options);
  });
}

describe("a file tool", () => {
  beforeEach(async () => {
    await plain(
      "rm -rf /workspace/d /workspace/e; mkdir -p /workspace/d /workspace/e; cd /workspace; echo d > d/f; echo e > e/f",
    );
  });
  const swap = "rm -rf /workspace/d && ln -s e /workspace/d";

  it("refuses a link that was swapped in after the verdict, even to a place inside", async () => {
    swapBefore("computer_file_read", swap);
    expect(await failureOf(call("computer_file_read", { path: "/workspace/d/f" }))).toEqual({
      code: "policy.denied",
      data: { reason: "executor_refused" },
    });
  });

  it("refuses one after a yes too, and deletes nothing", async () => {
    const asked = await call("computer_file_delete", { path: "/workspace/d/f" });
    if (asked.outcome !== "ask") throw new Error("it was expected to be asked");
    bench.records.answer(asked.approval.id, "once");
    swapBefore("computer_file_delete", swap);
    const done = call("computer_file_delete", {}, { approvalId: asked.approval.id });
    expect(await failureOf(done)).toMatchObject({ code: "policy.denied" });
    expect(await exists("/workspace/e/f")).toBe(true);
  });

  it("follows a link that was judged", async () => {
    await plain(swap);
    expect(await resultOf(call("computer_file_read", { path: "/workspace/d/f" }))).toMatchObject({ text: "e\n" });
  });
});

describe("keys to a terminal", () => {
  const type = (text: string) => call("computer_keyboard_type", { text });
  const press = (key: string) => call("computer_key_press", { key });
  const interrupt = () => call("computer_hotkey", { keys: ["ctrl", "c"] });
  const codeOf = async (work: Promise<unknown>) => ((await failureOf(work)).data as { code: string }).code;
  /** The file is there, and the command that made it has ended: the shell reads the keyboard again. */
  async function appears(path: string): Promise<void> {
    await expect.poll(() => exists(path), { timeout: 5_000 }).toBe(true);
    await vi.waitFor(async () => expect(await shellState()).toMatchObject({ foreground: "shell" }), WAIT);
  }
  async function terminal(): Promise<WindowInfo | undefined> {
    const { windows } = await resultOf<{ windows: WindowInfo[] }>(call("computer_window_list", {}));
    return windows.find(({ active, process }) => active && process.name === "xterm");
  }

  async function shellState(): Promise<unknown> {
    const { id: windowId } = (await terminal()) as WindowInfo;
    return (await session.desktop.executor.call("terminal_state", { windowId }, { timeoutMs: 5_000 })).result;
  }

  /** Waits until the shell of the terminal would run a command there. */
  async function shellIn(cwd: string): Promise<void> {
    await vi.waitFor(async () => expect(await shellState()).toEqual({ cwd, foreground: "shell" }), WAIT);
  }

  beforeAll(async () => {
    await plain("rm -rf /workspace/*; cd /workspace; touch keep x");
    await resultOf(start({ app: "terminal" }));
    await vi.waitFor(async () => expect(await terminal()).toBeDefined(), WAIT);
    await shellIn("/workspace");
  });

  it("run what a command may", async () => {
    expect((await type("ls -la > listed\n")).outcome).toBe("done");
    await appears("/workspace/listed");
  });

  it("are denied before Enter is sent, and nothing of them arrives", async () => {
    expect(await codeOf(type("cat /etc/passwd > leaked\n"))).toBe("command.outside");
    await type("echo done > after1\n");
    await appears("/workspace/after1");
    expect(await exists("/workspace/leaked")).toBe(false);
  });

  it("run what a person approved", async () => {
    await type("rm x");
    const { approval } = await approved("computer_key_press", { key: "Return" });
    expect(approval.params).toMatchObject({ key: "Return", sends: "rm x" });
    await expect.poll(() => exists("/workspace/x"), { timeout: 5_000 }).toBe(false);
  });

  it("are judged as one line, however many calls type it", async () => {
    await type("rm -r");
    await type("f keep");
    expect(await codeOf(press("Return"))).toBe("command.rm_rf");
    await interrupt();
    await type("echo done > after2\n");
    await appears("/workspace/after2");
    expect(await exists("/workspace/keep")).toBe(true);
  });

  it("complete nothing and call nothing back", async () => {
    for (const key of ["Tab", "Up"]) expect(await codeOf(press(key))).toBe("command.terminal_key");
    expect(await codeOf(call("computer_hotkey", { keys: ["ctrl", "r"] }))).toBe("command.terminal_key");
  });

  it("are judged with what was pasted", async () => {
    await call("computer_clipboard_paste", { text: "echo pasted > pasted" });
    await press("Return");
    await appears("/workspace/pasted");
    await call("computer_clipboard_paste", { text: "cat /etc/shadow" });
    expect(await codeOf(press("Return"))).toBe("command.outside");
    await interrupt();
  });

  it("follow the shell into its directory", async () => {
    await plain("mkdir /workspace/sub");
    await type("cd sub\n");
    await shellIn("/workspace/sub");
    await type("cat ../keep > here\n");
    await appears("/workspace/sub/here");
    expect(await codeOf(type("cat ../../etc/passwd\n"))).toBe("command.outside");
    await type("cd ..\n");
    await shellIn("/workspace");
  });

  it("are not known after a person had control, until they are interrupted", async () => {
    session.controlledBy = OPERATOR;
    session.controlledBy = null;
    expect(await codeOf(type("ls\n"))).toBe("command.terminal_key");
    await interrupt();
    await type("echo again > again\n");
    await appears("/workspace/again");
  });

  it("do not arrive by the pointer", async () => {
    const { position } = (await terminal()) as WindowInfo;
    const { x, y } = { x: position.x + 50, y: position.y + 50 };
    expect(await codeOf(call("computer_mouse_drag", { fromX: 1, fromY: 790, toX: x, toY: y }))).toBe(
      "command.terminal",
    );
    expect(await codeOf(call("computer_mouse_click", { x, y, button: "middle" }))).toBe("command.terminal");
  });

  it("do not go to another program than a shell", async () => {
    await type("python3");
    await approved("computer_key_press", { key: "Return" });
    await expect.poll(() => codeOf(type("1")), { timeout: 5_000 }).toBe("command.terminal_program");
    expect(await codeOf(type("import os; os.system('id')\n"))).toBe("command.terminal_program");
    expect((await interrupt()).outcome).toBe("done");
  });
});
