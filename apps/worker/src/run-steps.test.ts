import type { ActionResult } from "@deskfleet/contracts";
import { beforeEach, describe, expect, it } from "vitest";
import { type Performed, perform } from "./perform.ts";
import type { LiveSession } from "./sessions/live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "./sessions/testing.ts";

let bench: Bench;
let session: LiveSession;
beforeEach(async () => {
  bench = createBench();
  session = await bench.open();
});

const run = (steps: readonly object[], more: object = {}) =>
  perform(session, { tool: "computer_run_steps", params: { steps }, principal: OPERATOR, ...more });
function resultOf(performed: Performed): { steps: { outcome: string; code?: string }[]; stoppedAt: number | null } {
  if (performed.outcome !== "done") throw new Error("it asked");
  return performed.result.result as ReturnType<typeof resultOf>;
}
const outcomes = (performed: Performed) => resultOf(performed).steps.map(({ outcome, code }) => code ?? outcome);
const move = { tool: "computer_mouse_move", params: { x: 3, y: 4 } };
const outside = { tool: "computer_mouse_click", params: { x: 5_000, y: 4 } };
const size = { tool: "computer_screen_size" };

describe("a script", () => {
  it("answers each step, and each leaves its own intent and outcome beside the script's", async () => {
    const performed = await run([move, size]);
    expect(resultOf(performed)).toEqual({
      steps: [
        { tool: "computer_mouse_move", outcome: "done", result: { x: 3, y: 4 }, masked: [], truncated: false },
        {
          tool: "computer_screen_size",
          outcome: "done",
          result: { width: 1280, height: 800 },
          masked: [],
          truncated: false,
        },
      ],
      stoppedAt: null,
    });
    expect(bench.audit.trail).toEqual([
      "intent computer_run_steps",
      "intent computer_mouse_move",
      "outcome computer_mouse_move ok",
      "intent computer_screen_size",
      "outcome computer_screen_size ok",
      "outcome computer_run_steps ok",
    ]);
  });

  it("stops at the first step that a gate denies: nothing after it is done", async () => {
    const performed = await run([size, outside, move]);
    expect(outcomes(performed)).toEqual(["done", "policy.denied"]);
    expect(resultOf(performed).stoppedAt).toBe(1);
    expect(bench.machine(session).pointer).not.toEqual({ x: 3, y: 4 });
  });

  it("stops at the first step that has to be approved, and names the approval", async () => {
    session = await bench.open({ grants: ["computer_use"] });
    const performed = await run([size, { tool: "computer_mouse_click", params: { x: 1, y: 1 } }, move]);
    expect(resultOf(performed).steps[1]).toMatchObject({ outcome: "asked", approvalId: expect.any(String) });
    expect(resultOf(performed).steps).toHaveLength(2);
    expect(bench.records.approvals.size).toBe(1);
  });

  it("stops at the first step that fails, and the failure counts towards the pause", async () => {
    const missing = { tool: "computer_file_copy", params: { path: "/workspace/none", destination: "/workspace/b" } };
    expect(outcomes(await run([missing, move]))).toEqual(["action.failed"]);
    expect(session.failuresInRow).toBe(1);
  });

  it("is refused whole when one of its steps cannot be read: none of them runs", async () => {
    expect(await failureOf(run([move, { tool: "computer_mouse_move", params: { x: 1 } }]))).toMatchObject({
      code: "request.invalid",
    });
    expect(bench.audit.trail).toEqual([]);
  });

  it("says where it stopped although the answers before it filled the limit", async () => {
    bench.machine(session).files.write("/workspace/long.txt", Buffer.alloc(200_000, "a"), "create");
    const read = { tool: "computer_file_read", params: { path: "/workspace/long.txt" } };
    const performed = await run([read, read, read, outside]);
    expect(resultOf(performed)).toMatchObject({ stoppedAt: 3 });
    expect(performed.outcome === "done" && performed.result.truncated).toBe(true);
  });

  it("cannot run itself", async () => {
    const nested = { tool: "computer_run_steps", params: { steps: [size] } };
    expect(await failureOf(run([nested]))).toMatchObject({ code: "request.invalid" });
  });

  it("is held to the rate of single calls: it waits for its turn and goes on", async () => {
    const ticking = setInterval(() => {
      bench.clock.nowMs += 250;
    }, 10);
    try {
      const performed = await run(Array.from({ length: 12 }, () => move));
      expect(resultOf(performed).stoppedAt).toBeNull();
      expect(bench.audit.trail).toContain("outcome computer_mouse_move waited");
    } finally {
      clearInterval(ticking);
    }
  });

  it("ends when the session is stopped in its midst", async () => {
    bench.audit.before = ({ kind, action }) => {
      if (kind === "intent" && action === "computer_mouse_move") session.become("stopped");
    };
    expect(await failureOf(run([move, size]))).toEqual({ code: "session.stopped", data: { started: true } });
  });

  it("does none of its steps when policy switches the script off, whatever the steps alone may do", async () => {
    bench.records.document = { ...bench.records.document, features: { computer_run_steps: false } };
    session = await bench.open();
    expect(await failureOf(run([move]))).toMatchObject({ code: "policy.denied", data: { gate: "feature" } });
  });

  it("waits for no turn that its own steps need: another action goes on beside it", async () => {
    const beside = perform(session, { ...move, principal: OPERATOR });
    const [performed] = await Promise.all([run([move, move]), beside]);
    expect(resultOf(performed).stoppedAt).toBeNull();
  });

  it("with `observe` answers the frame of its end, and no frame when it stopped", async () => {
    const observe = { observe: { quietMs: 10, settleMsMax: 50 } };
    const whole = await run([move], observe);
    expect(whole.outcome === "done" && whole.result.frame).toMatchObject({ width: 1280, height: 800 });
    expect(whole.outcome === "done" && whole.payload?.length).toBeGreaterThan(0);
    const stopped = await run([outside, move], observe);
    expect((stopped as { result: ActionResult }).result.frame).toBeUndefined();
  });

  it("records nothing of what its steps type", async () => {
    await run([{ tool: "computer_keyboard_type", params: { text: "canary-in-a-script" } }]);
    expect(JSON.stringify([bench.audit.records, bench.records.events])).not.toContain("canary");
  });
});

describe("roles", () => {
  const viewer = { ...OPERATOR, role: "viewer" as const };
  it.each(["computer_screen_size", "computer_file_read", "computer_run_steps"])(
    "%s is not for viewers, whoever lets them through; nothing is judged",
    async (tool) => {
      expect(await failureOf(perform(session, { tool, params: {}, principal: viewer }))).toMatchObject({
        code: "auth.forbidden",
      });
      expect(bench.audit.trail).toEqual([]);
    },
  );
  it("the screen is, as far as the gates go", async () => {
    const performed = await perform(session, { tool: "computer_screen_capture", params: {}, principal: viewer });
    expect(performed.outcome).toBe("done");
  });
});

describe("titles", () => {
  const titleOf = async () => {
    bench.machine(session).openWindow("Invoice 4711", "text-editor", ["mousepad"]);
    const performed = await perform(session, { tool: "computer_window_list", params: {}, principal: OPERATOR });
    const { windows } = (
      performed as { result: { result: { windows: { title: string; process: { pid: unknown } }[] } } }
    ).result.result;
    return [windows[0]?.title, typeof windows[0]?.process.pid];
  };
  it("are not answered without the consent", async () => {
    expect(await titleOf()).toEqual(["text-editor", "object"]);
  });
  it("are answered where policy gives the consent", async () => {
    bench.records.document = { ...bench.records.document, grants: ["titles"] };
    session = await bench.open();
    expect(await titleOf()).toEqual(["Invoice 4711", "number"]);
  });
});
