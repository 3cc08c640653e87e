import { randomUUID } from "node:crypto";
import { RPC_ERRORS, type SelfTestReport, TOOLS } from "@deskfleet/contracts";
import { type FakeMachine, RpcFailure } from "@deskfleet/desktop";
import { beforeEach, expect, it, vi } from "vitest";
import { type Bench, createBench, OPERATOR } from "../sessions/testing.ts";
import { runSelfTest } from "./run-self-test.ts";

// Each of the app-state tools looks until the application is quiet.
vi.setConfig({ testTimeout: 60_000 });

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});

/** A fake desktop that looks like the image's: programs have names of their own, and the display cannot be ended. */
function furnish(machine: FakeMachine): void {
  const names: Record<string, string> = {
    "text-editor": "mousepad",
    "file-manager": "pcmanfm",
    "order-desk": "python3",
  };
  const display = machine.startProcess("Xvnc", ["Xvnc", ":0"]);
  machine.overrides.set("computer_process_start", ({ app, argv }: { app?: string; argv?: string[] }) => {
    const ended = { exitCode: null, signal: null, stdout: "", stderr: "", truncated: false, timedOut: false };
    if (app !== undefined) return { ...ended, pid: machine.openWindow(`${app} 4711`, names[app] ?? app, [app]).pid };
    return { ...ended, pid: 7, exitCode: 0, stdout: machine.files.read(String(argv?.[1])).toString("utf8") };
  });
  machine.overrides.set("computer_process_terminate", ({ pid }: { pid: number }) => {
    if (pid === display.pid) throw new RpcFailure(RPC_ERRORS.FORBIDDEN, "pid 4 carries the session");
    machine.endProcess(pid);
    return { pid, ended: true };
  });
  machine.overrides.set("computer_key_press", ({ key }: { key: string }) => {
    if (key.length > 20) throw new RpcFailure(RPC_ERRORS.INVALID_PARAMS, `no such key: ${key}`);
    return { key };
  });
  machine.overrides.set("computer_hotkey", ({ keys }: { keys: string[] }) => {
    if (keys.some((key) => key.length > 20)) throw new RpcFailure(RPC_ERRORS.INVALID_PARAMS, `no such key: ${keys}`);
    return { keys };
  });
}

const run = (change: (machine: FakeMachine) => void = () => undefined): Promise<SelfTestReport> =>
  runSelfTest({
    services: bench.services,
    host: {
      open: async (input) => {
        const session = await bench.host.open(input);
        furnish(bench.machine(session));
        change(bench.machine(session));
        return session;
      },
      close: (id, reason) => bench.host.close(id, reason),
    },
    session: {
      sessionId: randomUUID(),
      principal: { ...OPERATOR, role: "admin" },
      desktop: { image: "default", display: "1280x800", isolation: "container" },
      fencingToken: 1,
    },
  });
const failed = ({ cases }: SelfTestReport) =>
  cases.filter(({ isPassed }) => !isPassed).map(({ tool, kind, fault }) => `${tool} ${kind}: ${fault}`);

it("passes on a desktop that is as it should be, three cases for every tool, and leaves nothing behind", async () => {
  const report = await run();
  expect(failed(report)).toEqual([]);
  expect([report.passed, report.failed, report.cases.length]).toEqual([3 * TOOLS.size, 0, 3 * TOOLS.size]);
  expect(bench.host.used).toBe(0);
  expect(await bench.driver.list()).toEqual([]);
});

it("is judged by a policy of its own: what the tenant forbids does not fail it", async () => {
  bench.records.document = { features: { "*": false } };
  expect((await run()).failed).toBe(0);
});

it("records each of its actions in the chain of its session, without the secret that it hides", async () => {
  const { sessionId } = await run();
  const own = bench.audit.records.filter((record) => record.sessionId === sessionId);
  expect(own.filter(({ kind }) => kind === "intent").length).toBeGreaterThan(50);
  expect(JSON.stringify(own)).not.toMatch(/ghp_/);
});

it.each([
  [
    "a wrong result",
    (machine: FakeMachine) => machine.overrides.set("computer_screen_size", () => ({ width: 1, height: 1 })),
    ["computer_screen_size normal: the result is not the right one"],
  ],
  [
    "a carrier of the session that can be ended",
    (machine: FakeMachine) =>
      machine.overrides.set("computer_process_terminate", ({ pid }: { pid: number }) => {
        if (machine.processes.has(pid)) machine.endProcess(pid);
        return { pid, ended: true };
      }),
    ["computer_process_terminate forbidden: it ended as done, not as policy.denied"],
  ],
  [
    "a raw message in an answer",
    (machine: FakeMachine) =>
      machine.overrides.set("computer_key_press", () => ({ key: "FileNotFoundError: [Errno 2] /usr/lib/x" })),
    [
      "computer_key_press normal: the answer shows an exception's message",
      "computer_key_press hygiene: the answer shows an exception's message",
    ],
  ],
] as const)("finds %s", async (_name, change, faults) => {
  expect(failed(await run((machine) => void change(machine)))).toEqual(faults);
});

it("gives the desktop back when it could not be prepared", async () => {
  const broken = run((machine) => {
    machine.isBroken = true;
  });
  await expect(broken).rejects.toMatchObject({ code: "action.failed" });
  expect(await bench.driver.list()).toEqual([]);
});
