import { type PolicyDocument, RPC_ERRORS } from "@deskfleet/contracts";
import { type FakeMachine, RpcFailure } from "@deskfleet/desktop";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type PerformCall, perform } from "../perform.ts";
import type { LiveSession } from "./live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "./testing.ts";

let bench: Bench;
let session: LiveSession;
let machine: FakeMachine;
beforeEach(async () => {
  bench = createBench();
  await open();
});
async function open(document: PolicyDocument = {}): Promise<void> {
  bench.records.document = { ...bench.records.document, ...document };
  session = await bench.open();
  machine = bench.machine(session);
  machine.files.write("/workspace/a", Buffer.from("a"), "overwrite");
}

const call = (tool: string, params: Record<string, unknown>, more: Partial<PerformCall> = {}) =>
  perform(session, { tool, params, principal: OPERATOR, ...more });
const start = (params: Record<string, unknown>) => call("computer_process_start", params);
const started = () => machine.calls.filter(({ method }) => method === "computer_process_start");
const intent = () => bench.audit.records.find(({ kind }) => kind === "intent");
async function approved(work: ReturnType<typeof perform>, tool = "computer_process_start") {
  const performed = await work;
  if (performed.outcome !== "ask") throw new Error("it was expected to be asked");
  bench.records.answer(performed.approval.id, "once");
  return () => call(tool, {}, { approvalId: performed.approval.id });
}

describe("a command", () => {
  it.each([
    ["that only reads can write nothing", { command: "cat a" }, [], ["/workspace", "/tmp"]],
    ["by its arguments likewise", { argv: ["cat", "a"] }, [], ["/workspace", "/tmp"]],
    ["that writes can write where it does", { command: "echo a > b" }, ["/workspace"], ["/workspace", "/tmp"]],
  ])("%s", async (_name, params, writable, readable) => {
    await start(params);
    expect(started()).toMatchObject([{ confine: { writable, readable }, realPaths: true }]);
    expect(intent()?.reason).toBe(
      `runs confined; may write: ${writable.join(", ") || "nothing"}; may read: ${readable.join(", ")}`,
    );
  });

  it("finds neither keys nor the repository, unless it is git", async () => {
    machine.overrides.set("computer_process_start", () => ENDED);
    await start({ command: "grep -r x ." });
    await start({ command: "git status" });
    const hidden = started().map(({ confine }) => confine?.hidden);
    expect(hidden[0]).toEqual(expect.arrayContaining([".git", ".ssh", ".claude"]));
    expect(hidden[1]).toEqual(hidden[0]?.filter((name) => name !== ".git"));
  });

  it("that a person approved runs confined too, and the record names both", async () => {
    machine.overrides.set("computer_process_start", () => ENDED);
    const execute = await approved(start({ command: "make" }));
    expect(started()).toEqual([]);
    await execute();
    expect(started()).toMatchObject([{ confine: { writable: ["/workspace", "/tmp"] } }]);
    expect(intent()?.reason).toMatch(/^approval \S+ by \S+; runs confined; may write: \/workspace, \/tmp; /);
  });

  it("that reaches out runs in the desktop as it is after a yes, and the record says so", async () => {
    machine.overrides.set("computer_process_start", () => ENDED);
    await (await approved(start({ command: "git push origin main" })))();
    expect(started()).toMatchObject([{ confine: null }]);
    expect(intent()?.reason).toMatch(/; runs in the desktop as it is$/);
  });

  it("gets no directory that is a link or is not there", async () => {
    await open({ paths: { allowed: ["/workspace", "/workspace/gone", "/tmp"] } });
    answerPath("/tmp", "/workspace/elsewhere");
    await start({ command: "cat a" });
    expect(started()).toMatchObject([{ confine: { writable: [], readable: ["/workspace"] } }]);
  });

  it("is refused when the desktop finds that it cannot confine it", async () => {
    machine.overrides.set("computer_process_start", () => {
      throw new RpcFailure(RPC_ERRORS.CONFLICT, "no namespaces", { reason: "not_confined" });
    });
    expect(await failureOf(start({ command: "cat a" }))).toEqual({
      code: "action.failed",
      data: { reason: "not_confined" },
    });
  });

  it("asks the desktop for all its paths in one request for each way to look at them", async () => {
    const asked = vi.spyOn(session.desktop.executor, "call");
    await start({ command: "cat a ./a ../workspace/a; cat a" });
    await (await approved(start({ command: "cat a; rm a b c" })))().catch(() => undefined);
    const requests = asked.mock.calls.filter(([method]) => method === "resolve_paths").map(([, params]) => params);
    expect(requests).toHaveLength(1 + 2 + 2);
    expect(requests[0]).toMatchObject({ followLast: true, paths: expect.arrayContaining(["/workspace/a", "/tmp"]) });
  });

  it("is denied when one of its paths leads outside", async () => {
    answerPath("/workspace/a", "/etc/passwd");
    expect((await failureOf(start({ command: "cat a" }))).data).toMatchObject({ gate: "path", code: "path.outside" });
    expect(started()).toEqual([]);
  });
});

describe("on a desktop that cannot confine", () => {
  beforeEach(async () => {
    bench.driver.canConfine = false;
    await open();
  });

  it("no command runs, approved or not", async () => {
    const refusal = {
      code: "policy.denied",
      data: { gate: "command", code: "command.not_confined", layer: "default" },
    };
    expect(await failureOf(start({ command: "cat a" }))).toEqual(refusal);
    expect(await failureOf(start({ command: "make" }))).toEqual(refusal);
    expect(started()).toEqual([]);
  });

  it("applications are started", async () => {
    expect((await start({ app: "order-desk" })).outcome).toBe("done");
  });

  it("one runs as it is after a yes where policy prefers to confine, and the record says so", async () => {
    await open({ processes: { confinement: "preferred" } });
    const execute = await approved(start({ command: "cat a" }));
    expect((await execute()).outcome).toBe("done");
    expect(started()).toMatchObject([{ confine: null }]);
    expect(intent()?.reason).toMatch(/; runs in the desktop as it is$/);
  });
});

describe("a file tool", () => {
  it("opens the path that was judged, and no link that came into it since", async () => {
    answerPath("/workspace/link/a", "/workspace/a");
    await call("computer_file_read", { path: "/workspace/link/a" });
    expect(machine.calls).toMatchObject([{ args: { path: "/workspace/a" }, realPaths: true }]);
  });

  it("does nothing after a yes when the path leads elsewhere by then", async () => {
    const execute = await approved(call("computer_file_delete", { path: "/workspace/a" }), "computer_file_delete");
    answerPath("/workspace/a", "/workspace/b");
    expect(await failureOf(execute())).toMatchObject({ code: "approval.target_changed" });
    expect(machine.files.has("/workspace/a")).toBe(true);
  });

  it("is judged again after a yes: a path that leads outside by then stays denied", async () => {
    const execute = await approved(call("computer_file_delete", { path: "/workspace/a" }), "computer_file_delete");
    answerPath("/workspace/a", "/etc/passwd");
    expect((await failureOf(execute())).code).toMatch(/^(?:approval\.target_changed|policy\.denied)$/);
  });
});

const ENDED = { pid: 9, exitCode: 0, signal: null, stdout: "", stderr: "", truncated: false, timedOut: false };

/** From now on the desktop says that this path leads there. */
function answerPath(path: string, real: string): void {
  const { executor } = session.desktop;
  const call = executor.call.bind(executor);
  vi.spyOn(executor, "call").mockImplementation(async (method, params, options) => {
    const answer = await call(method, params, options);
    if (method !== "resolve_paths") return answer;
    const { resolved } = answer.result as { resolved: { path: string; real: string | null; type: string | null }[] };
    const changed = resolved.map((each) => (each.path === path ? { ...each, real, type: each.type ?? "file" } : each));
    return { ...answer, result: { resolved: changed } };
  });
}
