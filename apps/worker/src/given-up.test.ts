import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type PerformCall, perform } from "./perform.ts";
import type { LiveSession } from "./sessions/live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "./sessions/testing.ts";

const PRESS = "computer_key_press";
const SIZE = "computer_screen_size";
const GIVEN_UP = { code: "action.failed", data: { reason: "cancelled" } };
let bench: Bench;
let session: LiveSession;
beforeEach(async () => {
  bench = createBench();
  session = await bench.open();
  bench.machine(session).openWindow("Orders", "order-desk", ["order-desk"]);
  bench.machine(session).calls.length = 0;
});

const press = (signal: AbortSignal): PerformCall => ({
  ...{ tool: PRESS, params: { key: "Return" }, principal: OPERATOR, signal },
});
const reached = () => bench.machine(session).calls.filter(({ method }) => method === PRESS || method === SIZE).length;
/** The method runs until it is told to end; resolves when it has begun. */
function holdKeys(): Promise<void> {
  return new Promise((began) => {
    bench.machine(session).overrides.set(PRESS, (_args, { signal }) => {
      began();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
  });
}

describe("an action that its caller gives up", () => {
  it("before it began is not done, and nothing is recorded as intended", async () => {
    expect(await failureOf(perform(session, press(AbortSignal.abort())))).toMatchObject(GIVEN_UP);
    expect([reached(), bench.audit.trail]).toEqual([0, []]);
  });

  it("while it waits for its turn is not done; the one before it is", async () => {
    const began = holdKeys();
    const first = new AbortController();
    const second = new AbortController();
    const running = failureOf(perform(session, press(first.signal)));
    await began;
    const waiting = failureOf(perform(session, press(second.signal)));
    second.abort();
    await turn();
    expect(reached()).toBe(1);
    first.abort();
    expect([await running, await waiting]).toMatchObject([GIVEN_UP, GIVEN_UP]);
    expect(reached()).toBe(1);
  });

  it("while it runs ends on the desktop too, and the record says so", async () => {
    const began = holdKeys();
    const caller = new AbortController();
    const running = failureOf(perform(session, press(caller.signal)));
    await began;
    caller.abort();
    expect(await running).toMatchObject(GIVEN_UP);
    expect(bench.audit.trail.at(-1)).toBe(`outcome ${PRESS} error`);
  });

  it("again and again does not pause the session: nothing has failed", async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      const began = holdKeys();
      const caller = new AbortController();
      const running = failureOf(perform(session, press(caller.signal)));
      await began;
      caller.abort();
      await running;
    }
    expect([session.state, session.failuresInRow]).toEqual(["active", 0]);
  });
});
