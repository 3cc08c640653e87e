import { RPC_ERRORS } from "@deskfleet/contracts";
import { RpcFailure } from "@deskfleet/desktop";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type PerformCall, type Performed, perform } from "./perform.ts";
import type { LiveSession } from "./sessions/live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "./sessions/testing.ts";

let bench: Bench;
let session: LiveSession;
beforeEach(async () => {
  bench = createBench();
  session = await bench.open();
  bench.machine(session).openWindow("Orders", "order-desk", ["order-desk"]);
  bench.machine(session).calls.length = 0;
});

const call = (tool: string, params: Record<string, unknown> = {}, more: Partial<PerformCall> = {}): PerformCall => ({
  tool,
  params,
  principal: OPERATOR,
  ...more,
});
const click = (x: number, y: number, more: Partial<PerformCall> = {}) => call("computer_mouse_click", { x, y }, more);
/** Tools that reached the desktop, the worker's own reading of windows left out. */
const reached = (): unknown[] =>
  bench
    .machine(session)
    .calls.filter(({ method }) => method !== "computer_window_list")
    .map(({ method, args }) => [method, args]);
function done(performed: Performed) {
  if (performed.outcome !== "done") throw new Error(`expected done, got ${performed.outcome}`);
  return performed;
}

describe("registry", () => {
  it.each([
    ["an unknown tool", call("computer_format_disk"), [{ path: "/tool", message: expect.any(String) }]],
    [
      "a missing parameter",
      call("computer_mouse_click", { x: 1 }),
      [{ path: "/params/y", message: expect.any(String) }],
    ],
    [
      "an unknown parameter",
      click(1, 2, { params: { x: 1, y: 2, z: 3 } }),
      [{ path: "/params/z", message: expect.any(String) }],
    ],
    [
      "an observation that is not one",
      click(1, 2, { observe: { quietMs: 1 } }),
      [{ path: "/observe/quietMs", message: expect.any(String) }],
    ],
    ["a frame nobody was given", click(1, 2, { frameId: "x" }), [{ path: "/frameId", message: expect.any(String) }]],
  ])("%s is request.invalid with its path, and nothing is recorded as done", async (_name, bad, faults) => {
    await expect(perform(session, bad)).rejects.toMatchObject({ code: "request.invalid", faults });
    expect(bench.audit.trail).toEqual([]);
    expect(reached()).toEqual([]);
  });
});

describe("an allowed action", () => {
  it.each<[string, (session: LiveSession) => void, string, string]>([
    ["a pause", (session) => session.become("paused"), "session.paused", "denied"],
    ["a stop", (session) => session.become("stopped"), "session.stopped", "stopped"],
    ["a person", (session) => (session.controlledBy = OPERATOR), "session.human_control", "denied"],
    ["its end", (session) => session.become("ended"), "session.ended", "stopped"],
  ])("is not begun after %s that came while its intent was written", async (_name, come, code, result) => {
    bench.audit.before = ({ kind, action }) => {
      if (kind === "intent" && action === "computer_mouse_click") come(session);
    };
    expect(await failureOf(perform(session, click(10, 20)))).toMatchObject({ code });
    expect(reached()).toEqual([]);
    expect(bench.audit.trail).toEqual(["intent computer_mouse_click", `outcome computer_mouse_click ${result}`]);
  });

  it("has a committed intent before the desktop hears of it, and an outcome after", async () => {
    let reachedAtIntent: unknown[] | null = null;
    bench.audit.before = ({ kind, action }) => {
      if (kind === "intent" && action === "computer_mouse_click") reachedAtIntent = reached();
    };
    const { result } = done(await perform(session, click(10, 20)));
    expect(reachedAtIntent).toEqual([]);
    expect(reached()).toEqual([["computer_mouse_click", { x: 10, y: 20, button: "left" }]]);
    expect(bench.audit.trail).toEqual(["intent computer_mouse_click", "outcome computer_mouse_click ok"]);
    const [, intent, outcome] = bench.audit.records;
    expect(intent).toMatchObject({ id: result.actionId, actor: `principal:${OPERATOR.id}`, chain: session.id });
    expect(outcome).toMatchObject({ intentId: result.actionId, durationMs: expect.any(Number) });
    expect(result).toMatchObject({ result: { x: 10, y: 20 }, verdict: { outcome: "allow" }, masked: [] });
  });

  it("is announced as a live event without its parameters", async () => {
    await perform(session, call("computer_keyboard_type", { text: "hunter2 hunter2" }));
    await bench.services.events.flush();
    const event = bench.records.events.find(({ type }) => type === "session.action");
    expect(event).toMatchObject({ sessionId: session.id, data: { tool: "computer_keyboard_type", result: "ok" } });
    expect(JSON.stringify([bench.records.events, bench.audit.records])).not.toContain("hunter2");
  });

  it("does not happen when the audit store does not answer", async () => {
    bench.audit.isAvailable = false;
    expect(await failureOf(perform(session, click(1, 1)))).toMatchObject({ code: "audit.unavailable" });
    expect(reached()).toEqual([]);
  });

  it("is answered although its outcome could not be recorded: it happened", async () => {
    bench.audit.before = ({ kind }) => {
      if (kind === "outcome") bench.audit.isAvailable = false;
    };
    expect(done(await perform(session, click(1, 1))).outcome).toBe("done");
    expect(bench.audit.trail).toEqual(["intent computer_mouse_click"]);
  });
});

describe("verdicts", () => {
  it.each([
    ["a point outside the screen", click(1280, 0), "bounds", "bounds.outside"],
    ["a window that is not there", call("computer_window_activate", { windowId: 9_999 }), "bounds", "bounds.window"],
    ["a deletion of a tree", call("computer_process_start", { command: "rm -rf out" }), "command", "command.rm_rf"],
    ["a path outside", call("computer_file_read", { path: "/etc/shadow" }), "path", expect.any(String)],
  ])("%s is denied with gate and code, recorded, and does not happen", async (_name, bad, gate, code) => {
    expect(await failureOf(perform(session, bad))).toEqual({
      code: "policy.denied",
      data: { gate, code, layer: expect.any(String) },
    });
    expect(bench.audit.trail).toEqual([`outcome ${bad.tool} denied`]);
    expect(reached()).toEqual([]);
  });

  it("the eleventh action within a second waits, and goes through when the second is over", async () => {
    for (let n = 0; n < 10; n++) await perform(session, click(n, n));
    expect(await failureOf(perform(session, click(0, 0)))).toEqual({
      code: "action.rate_limited",
      data: { gate: "rate", code: "rate.exceeded", layer: "default", retryAfterMs: 1_000 },
    });
    bench.clock.nowMs += 1_000;
    expect((await perform(session, click(0, 0))).outcome).toBe("done");
  });

  it("captures side by side cannot share the last free place", async () => {
    bench.records.document = { ...bench.records.document, rate: { actionsPerSecond: 3 } };
    const limited = await bench.open();
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => perform(limited, call("computer_screen_capture"))),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  it("an action that observes needs what a capture needs", async () => {
    const blind = await bench.open({ grants: ["computer_use", "write"] });
    expect((await perform(blind, click(1, 1))).outcome).toBe("done");
    const asked = await perform(blind, click(1, 1, { observe: {} }));
    expect(asked).toMatchObject({
      outcome: "ask",
      approval: { evaluation: { decisive: { gate: "action_type", code: "grant.needed" } } },
    });
  });

  it("another principal of the tenant brings no consents of the session's owner", async () => {
    const other = { ...OPERATOR, id: "00000000-0000-7000-8000-00000000000f" };
    expect((await perform(session, click(1, 1, { principal: other }))).outcome).toBe("ask");
  });
});

describe("coordinates", () => {
  const half = { scale: 0.5 };
  it("are pixels of the last frame that was answered, in the answer too", async () => {
    const { result } = done(await perform(session, call("computer_screen_capture", half)));
    expect(result.frame).toMatchObject({ width: 640, height: 400, scale: 0.5 });
    const clicked = done(await perform(session, click(100, 50)));
    expect(reached().at(-1)).toEqual(["computer_mouse_click", { x: 201, y: 101, button: "left" }]);
    expect(clicked.result.result).toEqual({ x: 100, y: 50 });
  });

  it("are those of the frame that the call names", async () => {
    const full = done(await perform(session, call("computer_screen_capture"))).result.frame?.frameId;
    await perform(session, call("computer_screen_capture", half));
    await perform(session, click(100, 50, { frameId: full }));
    expect(reached().at(-1)).toEqual(["computer_mouse_click", { x: 100, y: 50, button: "left" }]);
  });

  it("a frame that somebody else was given moves nobody's clicks", async () => {
    await perform(session, call("computer_screen_capture"));
    const watcher = { ...OPERATOR, id: "00000000-0000-7000-8000-00000000000a" };
    const given = {
      tenantId: session.tenantId,
      principalId: watcher.id,
      sessionId: session.id,
      isKept: false,
      ...{ givenBy: "test", approvalId: "test" },
    };
    for (const grant of ["computer_use", "screen"]) bench.records.given.push({ ...given, grant, id: grant });
    done(await perform(session, call("computer_screen_capture", half, { principal: watcher })));
    await perform(session, click(100, 50));
    expect(reached().at(-1)).toEqual(["computer_mouse_click", { x: 100, y: 50, button: "left" }]);
  });

  it("outside a frame of a region are denied although that pixel of the screen exists", async () => {
    const region = { x: 200, y: 200, width: 100, height: 100 };
    await perform(session, call("computer_screen_capture", { region }));
    await perform(session, click(99, 99));
    expect(reached().at(-1)).toEqual(["computer_mouse_click", { x: 299, y: 299, button: "left" }]);
    expect(await failureOf(perform(session, click(100, 0)))).toMatchObject({ data: { gate: "bounds" } });
  });
});

describe("what leaves", () => {
  it("secrets in text are masked before the caller sees them", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    bench.machine(session).files.write("/workspace/notes.txt", Buffer.from(`key ${token} end`), "overwrite");
    for (const encoding of ["utf8", "base64"]) {
      const { result } = done(
        await perform(session, call("computer_file_read", { path: "/workspace/notes.txt", encoding })),
      );
      const { text } = result.result as { text: string };
      const readable = encoding === "base64" ? Buffer.from(text, "base64").toString() : text;
      expect(readable).toBe("key ••• end");
      expect(result.masked).toEqual(["token"]);
    }
  });

  it("a result that is not the tool's is action.unknown, and is not passed on", async () => {
    bench.machine(session).overrides.set("computer_screen_size", () => ({ width: "wide", extra: "secret" }));
    expect(await failureOf(perform(session, call("computer_screen_size")))).toEqual({
      code: "action.unknown",
      data: undefined,
    });
    expect(bench.audit.trail.at(-1)).toBe("outcome computer_screen_size unknown");
  });

  it("password fields are filled in the delivered bytes, whose digest is what audit keeps", async () => {
    bench.machine(session).secureRegions = [{ kind: "password", x: 10, y: 10, width: 100, height: 20 }];
    const { payload, result } = done(await perform(session, call("computer_screen_capture")));
    expect(result.frame?.masked).toEqual([{ kind: "password", x: 10, y: 10, width: 100, height: 20 }]);
    const { createHash } = await import("node:crypto");
    expect(bench.audit.records.at(-1)?.frame).toEqual({
      frameId: result.frame?.frameId,
      sha256: createHash("sha256").update(payload!).digest("hex"),
    });
  });

  it("an unchanged screen is answered without bytes", async () => {
    const first = done(await perform(session, call("computer_screen_capture")));
    const again = done(
      await perform(session, call("computer_screen_capture", { ifChangedFrom: first.result.frame?.frameId })),
    );
    expect(again.payload).toBeNull();
    expect(again.result.frame).toEqual({ ...first.result.frame, unchanged: true });
  });

  it("an observing action answers with the frame in the same call", async () => {
    const { payload, result } = done(await perform(session, click(5, 5, { observe: { scale: 0.5, quietMs: 10 } })));
    expect(payload?.length).toBeGreaterThan(0);
    expect(result.frame).toMatchObject({ width: 640, scale: 0.5 });
  });
});

describe("failures", () => {
  const failing = (code: number, data?: unknown) => () => {
    throw new RpcFailure(code, "driver words with a /secret/path", data);
  };

  it.each([
    [RPC_ERRORS.NOT_FOUND, "action.failed", "not_found", "error"],
    [RPC_ERRORS.FORBIDDEN, "policy.denied", "executor_refused", "denied"],
    [RPC_ERRORS.STALE_TOKEN, "lease.lost", "stale_token", "error"],
    [RPC_ERRORS.DEADLINE, "action.timeout", "deadline", "error"],
    [RPC_ERRORS.INVALID_PARAMS, "request.invalid", "invalid", "error"],
    [-31_000, "action.failed", "executor_fault", "error"],
  ])("executor code %i becomes %s, without the executor's words", async (rpc, code, reason, result) => {
    bench.machine(session).overrides.set("computer_mouse_click", failing(rpc));
    const failure = await failureOf(perform(session, click(1, 1)));
    expect(failure).toEqual({ code, data: { reason } });
    expect(bench.audit.trail.at(-1)).toBe(`outcome computer_mouse_click ${result}`);
    expect(JSON.stringify(bench.audit.records)).not.toContain("secret");
  });

  describe.each([
    ["nothing", null],
    ["text", "done"],
    ["another shape", { resolved: [{ path: 5 }], windows: "all", result: 1 }],
    ["a member too many", { result: { x: 1, y: 1 }, durationMs: 1, extra: true }],
  ])("an executor that answers %s", (_name, garbage) => {
    const answerWith = (method: string): void => {
      const { executor } = session.desktop;
      const real = executor.call.bind(executor);
      vi.spyOn(executor, "call").mockImplementation(async (called, ...rest) =>
        called === method ? { result: garbage, payload: null } : real(called, ...rest),
      );
    };

    it.each([
      ["where a path leads", "resolve_paths", call("computer_file_delete", { path: "/workspace/a" })],
      ["what windows there are", "computer_window_list", click(1, 1)],
    ])("to %s: nothing is done", async (_name, method, asked) => {
      answerWith(method);
      expect(await failureOf(perform(session, asked))).toEqual({
        code: "action.failed",
        data: { reason: "executor_fault" },
      });
      expect(bench.audit.trail).toEqual([]);
      expect(reached()).toEqual([]);
    });

    it("to an action: it is not known whether it happened", async () => {
      answerWith("computer_mouse_click");
      expect(await failureOf(perform(session, click(1, 1)))).toMatchObject({ code: "action.unknown" });
      expect(bench.audit.trail.at(-1)).toBe("outcome computer_mouse_click unknown");
    });
  });

  it("text that did not arrive is named to the caller and to nobody else", async () => {
    bench.machine(session).overrides.set("computer_keyboard_type", failing(RPC_ERRORS.NOT_TYPED, { missing: ["𓀀"] }));
    expect(await failureOf(perform(session, call("computer_keyboard_type", { text: "𓀀" })))).toEqual({
      code: "action.failed",
      data: { reason: "not_typed", missing: ["𓀀"] },
    });
    expect(JSON.stringify(bench.audit.records)).not.toContain("𓀀");
  });

  it("a desktop that dies in the middle leaves an unknown outcome, and its session ends", async () => {
    bench.machine(session).overrides.set("computer_mouse_click", () => {
      bench.driver.kill(session.desktop.id);
      return new Promise(() => undefined);
    });
    expect(await failureOf(perform(session, click(1, 1)))).toMatchObject({ code: "desktop.lost" });
    expect(bench.audit.trail.at(-1)).toBe("outcome computer_mouse_click unknown");
    await expect
      .poll(() => bench.records.sessions.get(session.id))
      .toMatchObject({ state: "ended", endReason: "desktop_lost" });
    expect(await failureOf(perform(session, click(1, 1)))).toMatchObject({ code: "session.ended" });
  });

  it("a session that is closed in the middle says so, and does not blame the desktop", async () => {
    let isRunning = false;
    bench.machine(session).overrides.set("computer_mouse_click", () => {
      isRunning = true;
      return new Promise(() => undefined);
    });
    const failure = failureOf(perform(session, click(1, 1)));
    await expect.poll(() => isRunning).toBe(true);
    await bench.host.close(session.id, "closed");
    expect(await failure).toEqual({ code: "session.ended", data: { started: true } });
    expect(bench.audit.trail.at(-1)).toBe("outcome computer_mouse_click stopped");
  });

  it("three in a row pause the session; reading goes on; a person resumes it", async () => {
    bench.machine(session).overrides.set("computer_mouse_click", failing(RPC_ERRORS.NOT_FOUND));
    for (let n = 0; n < 3; n++) await failureOf(perform(session, click(1, 1)));
    expect(session.state).toBe("paused");
    bench.machine(session).overrides.clear();
    expect(await failureOf(perform(session, click(1, 1)))).toMatchObject({ code: "session.paused" });
    expect((await perform(session, call("computer_screen_size"))).outcome).toBe("done");
    await bench.host.resume(session.id, "principal:person");
    expect((await perform(session, click(1, 1))).outcome).toBe("done");
    expect(bench.audit.records.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["session.paused", "session.resumed"]),
    );
  });

  it("a success in between starts the count again", async () => {
    for (const fails of [true, true, false, true, true]) {
      if (fails) bench.machine(session).overrides.set("computer_mouse_click", failing(RPC_ERRORS.NOT_FOUND));
      else bench.machine(session).overrides.clear();
      await perform(session, click(1, 1)).catch(() => undefined);
    }
    expect(session.state).toBe("active");
  });
});

describe("order", () => {
  it("changing actions run one after another, reading runs beside them", async () => {
    const started: string[] = [];
    let finish: () => void = () => undefined;
    bench.machine(session).overrides.set("computer_mouse_click", ({ x }: never) => {
      started.push(`click ${x}`);
      return new Promise((resolve) => {
        finish = () => resolve({ x, y: 0 });
      });
    });
    const first = perform(session, click(1, 0));
    const second = perform(session, click(2, 0));
    await expect.poll(() => started).toEqual(["click 1"]);
    expect((await perform(session, call("computer_screen_size"))).outcome).toBe("done");
    expect(started).toEqual(["click 1"]);
    finish();
    await first;
    await expect.poll(() => started).toEqual(["click 1", "click 2"]);
    finish();
    await second;
  });

  it("more than 32 changing calls waiting are refused", async () => {
    let finish: () => void = () => undefined;
    bench.machine(session).overrides.set(
      "computer_mouse_click",
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ x: 1, y: 1 });
        }),
    );
    const waiting = Array.from({ length: 32 }, () => perform(session, click(1, 1)).catch(() => undefined));
    expect(await failureOf(perform(session, click(1, 1)))).toEqual({
      code: "action.rate_limited",
      data: { retryAfterMs: 100 },
    });
    await expect.poll(() => reached().length).toBe(1);
    await bench.host.close(session.id, "test");
    finish();
    await Promise.all(waiting);
  });
});
