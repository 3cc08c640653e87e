import { FleetError } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import type { PerformCall, Performed } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { AttemptEnd } from "../workflow/attempt-end.ts";
import { actionResult } from "../workflow/testing.ts";
import { Patience } from "./patience.ts";
import { type Asked, actPatiently } from "./patient-act.ts";

const CALL = { tool: "computer_key_press", params: { key: "Return" } };
/** As it reaches perform: whoever answers an approval of it leaves the rest to the task. */
const MADE = { ...CALL, isTaskStep: true };
const DONE: Performed = {
  outcome: "done",
  result: actionResult(CALL.tool, {}),
  payload: null,
  unmapped: {},
  state: null,
};
const ASKED = { outcome: "ask", approval: { id: "a-1" }, code: "x" } as Asked;

/** A session whose waits end when the test says so, and a perform that plays the given answers in order. */
function bench(answers: (Performed | Error)[], options: { awaitAnswer?: () => Promise<void> } = {}) {
  const abort = new AbortController();
  const calls: Omit<PerformCall, "principal">[] = [];
  const states: string[] = [];
  const session = { controller: "agent", state: "active", nextChange: async (): Promise<void> => undefined };
  let wallMs = 0;
  const clock = new Patience(() => wallMs);
  const act = {
    session: session as unknown as LiveSession,
    principal: { id: "p", tenantId: "t", role: "operator", name: "robot" } as const,
    clock,
    signal: abort.signal,
    perform: async (_session: LiveSession, { principal: _principal, ...call }: PerformCall) => {
      calls.push(call);
      const answer = answers.shift() ?? DONE;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    awaitAnswer: options.awaitAnswer ?? (async () => undefined),
    setTaskState: async (state: string) => void states.push(state),
  };
  return { act, abort, calls, states, session, clock, pass: (ms: number) => (wallMs += ms) };
}

describe("an action of a task", () => {
  it("that is asked for waits for the answer and then runs exactly what was approved", async () => {
    const { act, calls, states } = bench([ASKED]);
    expect(await actPatiently(act, CALL)).toBe(DONE);
    expect(calls).toEqual([MADE, { ...MADE, approvalId: "a-1" }]);
    expect(states).toEqual(["waiting_approval", "running"]);
  });

  it("whose keys came before the keyboard was where they were judged for is judged again, once", async () => {
    const early = () => new FleetError("action.failed", "not now", { data: { reason: "focus_changed" } });
    const { act, calls } = bench([early()]);
    expect(await actPatiently(act, CALL)).toBe(DONE);
    expect(calls).toEqual([MADE, MADE]);
    const never = bench(Array.from({ length: 20 }, early));
    await expect(actPatiently(never.act, CALL)).rejects.toMatchObject({ data: { reason: "focus_changed" } });
    expect(never.calls).toHaveLength(2);
  });

  it("that types is not repeated: a part of the text may have arrived", async () => {
    const { act, calls } = bench([new FleetError("action.failed", "not now", { data: { reason: "focus_changed" } })]);
    const typing = { tool: "computer_keyboard_type", params: { text: "a" } };
    await expect(actPatiently(act, typing)).rejects.toMatchObject({ code: "action.failed" });
    expect(calls).toHaveLength(1);
  });

  it("does not run when the answer is no", async () => {
    const awaitAnswer = () => Promise.reject(new FleetError("policy.denied", "A person said no"));
    const { act, calls } = bench([ASKED], { awaitAnswer });
    await expect(actPatiently(act, CALL)).rejects.toMatchObject({ code: "policy.denied" });
    expect(calls).toEqual([MADE]);
  });

  it("does not count the wait for a person as work", async () => {
    const { act, clock, pass } = bench([ASKED], { awaitAnswer: async () => void pass(3_600_000) });
    pass(5);
    await actPatiently(act, CALL);
    pass(7);
    expect(clock.now()).toBe(12);
  });

  /** What holds the session, and the looks after which it holds it no more. */
  function hold({ session }: ReturnType<typeof bench>, code: Held, looksMax: number) {
    const held = { looks: 0 };
    if (code === "session.paused") session.state = "paused";
    else session.controller = "human";
    session.nextChange = async () => {
      held.looks += 1;
      if (held.looks === looksMax) Object.assign(session, { controller: "agent", state: "active" });
    };
    return held;
  }
  type Held = "session.human_control" | "session.paused";
  const HELD = [
    ["session.human_control", "human_control"],
    ["session.paused", "paused"],
  ] as const;

  it.each(HELD)("is repeated after %s, once that is over", async (code, state) => {
    const made = bench([]);
    const { act, calls, states } = made;
    let held = { looks: 0 };
    const { perform } = act;
    // It comes between the look at the session and the verdict.
    act.perform = async (...call) => {
      const done = await perform(...call);
      if (calls.length > 1) return done;
      held = hold(made, code, 3);
      throw new FleetError(code, "wait");
    };
    expect(await actPatiently(act, CALL)).toBe(DONE);
    expect(held.looks).toBe(3);
    expect(calls).toEqual([MADE, MADE]);
    expect(states).toEqual([state, "running"]);
  });

  it.each(HELD)("is not even tried during %s, reading neither, and the wait is no work", async (code, state) => {
    const made = bench([]);
    const { act, calls, states, clock, pass, session } = made;
    hold(made, code, 3);
    const next = session.nextChange;
    session.nextChange = async () => {
      expect(calls).toEqual([]);
      pass(3_600_000);
      return next();
    };
    await actPatiently(act, { tool: "computer_window_list", params: {} });
    expect(calls).toHaveLength(1);
    expect(states).toEqual([state, "running"]);
    expect(clock.now()).toBe(0);
  });

  it("waits for one after the other: for whoever has the input, and then for the end of the pause", async () => {
    const { act, calls, states, session } = bench([]);
    Object.assign(session, { controller: "human", state: "paused" });
    const ends = [{ state: "active" }, { state: "paused" }, { controller: "agent" }, { state: "active" }];
    session.nextChange = async () => void Object.assign(session, ends.shift());
    await actPatiently(act, CALL);
    expect(calls).toHaveLength(1);
    expect(states).toEqual(["paused", "running", "human_control", "running", "paused", "running"]);
  });

  it("whose approval a pause outlasted is asked for again, and nothing is done without a new answer", async () => {
    const again = { outcome: "ask", approval: { id: "a-2" }, code: "y" } as Asked;
    const held = [new FleetError("session.paused", "wait"), new FleetError("approval.expired", "late")];
    const { act, calls } = bench([ASKED, ...held, again]);
    expect(await actPatiently(act, CALL)).toBe(DONE);
    expect(calls.map(({ approvalId }) => approvalId)).toEqual([undefined, "a-1", "a-1", undefined, "a-2"]);
  });

  it("whose approval expired by itself is not asked for again", async () => {
    const { act, calls } = bench([ASKED, new FleetError("approval.expired", "late")]);
    await expect(actPatiently(act, CALL)).rejects.toMatchObject({ code: "approval.expired" });
    expect(calls).toHaveLength(2);
  });

  it("in a stopped session is left to the gates: a person's stop ends the attempt", async () => {
    const { act, calls, session } = bench([new FleetError("session.stopped", "no")]);
    Object.assign(session, { controller: "human", state: "stopped" });
    await expect(actPatiently(act, CALL)).rejects.toMatchObject({ code: "session.stopped" });
    expect(calls).toHaveLength(1);
  });

  it("is repeated when it was too fast, after as long as the gate said", async () => {
    const { act, calls, states } = bench([
      new FleetError("action.rate_limited", "slow", { data: { retryAfterMs: 3 } }),
    ]);
    await actPatiently(act, CALL);
    expect(calls).toEqual([MADE, MADE]);
    expect(states).toEqual([]);
  });

  it.each(["policy.denied", "action.failed", "session.stopped", "desktop.lost", "lease.lost"] as const)(
    "is not repeated after %s",
    async (code) => {
      const { act, calls } = bench([new FleetError(code, "no")]);
      await expect(actPatiently(act, CALL)).rejects.toMatchObject({ code });
      expect(calls).toHaveLength(1);
    },
  );

  it("ends at once when the attempt is aborted, however long the desktop takes", async () => {
    const { act, abort } = bench([]);
    const never = { ...act, perform: () => new Promise<never>(() => undefined) };
    const acting = actPatiently(never, CALL);
    abort.abort(new AttemptEnd("cancelled", "by a person"));
    await expect(acting).rejects.toMatchObject({ outcome: "cancelled" });
  });

  it("ends when the attempt is aborted while it waits for a person in control", async () => {
    const { act, abort, session } = bench([new FleetError("session.human_control", "wait")]);
    session.controller = "human";
    session.nextChange = async () => abort.abort(new AttemptEnd("cancelled", "by a person"));
    await expect(actPatiently(act, CALL)).rejects.toMatchObject({ outcome: "cancelled" });
  });
});
