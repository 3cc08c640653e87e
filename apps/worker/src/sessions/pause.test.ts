import { FleetError, type Principal } from "@deskfleet/contracts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { perform } from "../perform.ts";
import { type Bench, createBench, failureOf, OPERATOR, TENANT } from "./testing.ts";

const PERSON: Principal = {
  id: "00000000-0000-7000-8000-00000000000a",
  tenantId: TENANT,
  role: "operator",
  name: "Ada",
};
const BY = `principal:${PERSON.id}`;
const size = { tool: "computer_screen_size", params: {}, principal: OPERATOR };
const click = { tool: "computer_mouse_click", params: { x: 1, y: 1 }, principal: OPERATOR };
const WAIT = { timeout: 10_000, interval: 5 };

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
const rowOf = ({ id }: { id: string }) => bench.records.sessions.get(id);
/** Type and data of a session's events about what people decided, once they are written. */
async function announced(session: { id: string }) {
  await bench.services.events.flush();
  return bench.records.events
    .filter(({ type, sessionId }) => sessionId === session.id && /paused|resumed|stopped|controlled/.test(type))
    .map(({ type, data }) => ({ type, data }));
}
const recorded = (action: string) => bench.audit.records.filter((one) => one.action === action);
/** Every event with the row as it was when the event was written. */
function watchRows() {
  const seen: string[] = [];
  const { appendEvents, updateSession } = bench.records;
  // A store answers later: what is announced at once is announced before the row.
  bench.records.updateSession = async (...change) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await updateSession.apply(bench.records, change);
  };
  bench.records.appendEvents = async (tenantId, events) => {
    for (const { type, sessionId } of events) {
      const row = bench.records.sessions.get(sessionId ?? "");
      seen.push(`${type} ${row?.state} ${row?.control?.name ?? "-"}`);
    }
    await appendEvents.call(bench.records, tenantId, events);
  };
  return seen;
}

describe("a person's pause", () => {
  it("lets nothing change any more, reading goes on, and says who it was", async () => {
    const session = await bench.open();
    await bench.host.pause(session.id, PERSON);
    expect(await failureOf(perform(session, click))).toMatchObject({ code: "session.paused" });
    expect((await perform(session, size)).outcome).toBe("done");
    expect(rowOf(session)).toMatchObject({ state: "paused" });
    expect(await announced(session)).toEqual([
      { type: "session.paused", data: { reason: "person", principalId: PERSON.id, name: "Ada" } },
    ]);
    expect(recorded("session.paused")).toMatchObject([
      { actor: BY, params: { reason: "person", principalId: PERSON.id, name: "Ada" } },
    ]);
  });

  it("leaves what runs to come to its end", async () => {
    const session = await bench.open();
    let end: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      bench.machine(session).overrides.set("computer_mouse_click", () => {
        resolve();
        return new Promise((done) => {
          end = () => done({});
        });
      });
    });
    const clicking = perform(session, click);
    await running;
    await bench.host.pause(session.id, PERSON);
    end();
    expect((await clicking).outcome).toBe("done");
  });

  it("that comes between verdict and execution: nothing is executed", async () => {
    const session = await bench.open();
    bench.audit.before = async ({ kind }) => {
      if (kind === "intent") await bench.host.pause(session.id, PERSON);
    };
    expect(await failureOf(perform(session, click))).toMatchObject({ code: "session.paused" });
    expect(bench.machine(session).calls.map(({ method }) => method)).not.toContain("computer_mouse_click");
  });

  it("again changes nothing; of a stopped session it is a conflict, of an ended one too late", async () => {
    const session = await bench.open();
    await bench.host.pause(session.id, PERSON);
    await bench.host.pause(session.id, { ...PERSON, name: "Grace" });
    expect(await announced(session)).toHaveLength(1);
    await bench.host.stop(session.id, "enough");
    expect(await failureOf(bench.host.pause(session.id, PERSON))).toMatchObject({ code: "resource.conflict" });
    expect(session.state).toBe("stopped");
    await bench.host.close(session.id, "closed");
    expect(await failureOf(bench.host.pause(session.id, PERSON))).toMatchObject({ code: "resource.not_found" });
  });

  it("holds while the store does not answer; the row catches up once it does", async () => {
    const session = await bench.open();
    bench.records.failure = new FleetError("store.unavailable", "down");
    bench.audit.isAvailable = false;
    await bench.host.pause(session.id, PERSON);
    expect(await failureOf(perform(session, click))).toMatchObject({ code: "audit.unavailable" });
    expect(session.state).toBe("paused");
    expect(rowOf(session)).toMatchObject({ state: "active" });
    bench.records.failure = null;
    await bench.host.tick();
    await expect.poll(() => rowOf(session)?.state, WAIT).toBe("paused");
  });

  it("is no idleness, however long it lasts, and resuming begins the time anew", async () => {
    const session = await bench.open({ idleTimeoutSeconds: 60 });
    await bench.host.pause(session.id, PERSON);
    bench.clock.nowMs += 3_600_000;
    await bench.host.tick();
    expect(bench.host.find(session.id)).toBe(session);
    bench.clock.nowMs += 59_000;
    await bench.host.resume(session.id, BY);
    bench.clock.nowMs += 59_000;
    await bench.host.tick();
    expect(bench.host.find(session.id)).toBe(session);
    expect((await perform(session, click)).outcome).toBe("done");
  });

  it("that failures made is still bounded by the idle time: nobody may ever come", async () => {
    const session = await bench.open({ idleTimeoutSeconds: 60 });
    bench.machine(session).overrides.set("computer_mouse_click", () => Promise.reject(new Error("broken")));
    for (let count = 0; count < 3; count += 1) await failureOf(perform(session, click));
    expect(session.state).toBe("paused");
    expect(await announced(session)).toEqual([
      { type: "session.paused", data: { reason: "failures_in_row", failures: 3 } },
    ]);
    bench.clock.nowMs += 60_000;
    await bench.host.tick();
    await expect.poll(() => rowOf(session), WAIT).toMatchObject({ endReason: "idle" });
  });
});

it("a resume that could not be written is not undone by what the store still says when it is back", async () => {
  const session = await bench.open();
  await bench.host.stop(session.id, "enough", BY);
  bench.records.failure = new FleetError("store.unavailable", "down");
  await bench.host.resume(session.id, BY);
  bench.records.failure = null;
  expect(rowOf(session)?.state).toBe("stopped");
  await bench.host.onReconnect();
  expect([session.state, rowOf(session)?.state]).toEqual(["active", "active"]);
});

describe("the order of things", () => {
  it("is the row first and then the event, for pause, stop, resume and end alike", async () => {
    const seen = watchRows();
    const session = await bench.open();
    await bench.host.pause(session.id, PERSON);
    await bench.services.events.flush();
    await bench.host.resume(session.id, BY);
    await bench.services.events.flush();
    await bench.host.stop(session.id, "enough", BY);
    await bench.services.events.flush();
    await bench.host.close(session.id, "closed");
    await bench.services.events.flush();
    expect(seen).toEqual([
      "session.started active -",
      "session.paused paused -",
      "session.resumed active -",
      "session.stopped stopped -",
      "session.ended ended -",
    ]);
  });

  it.each([
    ["session", { kind: "session.stop" }],
    ["tenant", { kind: "tenant.stop", tenantId: TENANT }],
    ["fleet", { kind: "fleet.stop" }],
  ] as const)(
    "of a stop of the %s: the event tells when it was in force, and that the desktop said so",
    async (scope, signal) => {
      const seen = watchRows();
      const session = await bench.open();
      bench.host.onSignal(signal.kind === "session.stop" ? { ...signal, sessionId: session.id } : signal);
      await expect.poll(async () => (await announced(session)).length, WAIT).toBe(1);
      const [event] = await announced(session);
      expect(event).toMatchObject({ type: "session.stopped", data: { scope, isConfirmed: true } });
      expect(event?.data.effectMs).toBeLessThan(100);
      expect(seen.at(-1)).toBe("session.stopped stopped -");
      expect(recorded("session.stopped")[0]?.params).toMatchObject({ scope, effectMs: event?.data.effectMs });
    },
  );

  it("of a stop that the desktop does not confirm: it is in force here, and says so", async () => {
    const session = await bench.open();
    vi.spyOn(session.desktop.executor, "call").mockRejectedValue(new FleetError("desktop.lost", "gone"));
    await bench.host.stop(session.id, "enough");
    expect(session.state).toBe("stopped");
    expect((await announced(session))[0]?.data).toMatchObject({ isConfirmed: false, effectMs: expect.any(Number) });
    expect(recorded("session.stopped")[0]?.params).toMatchObject({ isConfirmed: false });
  });

  it("a store that does not answer holds the event of a stop up for a second, and the stop not at all", async () => {
    const session = await bench.open();
    bench.records.updateSession = () => new Promise(() => undefined);
    bench.audit.before = () => new Promise(() => undefined);
    const startedMs = performance.now();
    const stopping = bench.host.stop(session.id, "enough");
    expect(session.state).toBe("stopped");
    await expect.poll(() => bench.machine(session).isStopped, { interval: 1 }).toBe(true);
    expect(performance.now() - startedMs).toBeLessThan(100);
    expect(await announced(session)).toEqual([]);
    await expect.poll(async () => (await announced(session)).length, WAIT).toBe(1);
    void stopping;
  });
});

describe("a stop that comes while a session is being resumed", () => {
  it.each(["paused", "stopped"] as const)("wins over the resume of a %s one", async (before) => {
    const session = await bench.open();
    if (before === "paused") await bench.host.pause(session.id, PERSON);
    else await bench.host.stop(session.id, "first");
    bench.audit.before = async ({ action }) => {
      if (action === "session.resumed") await bench.host.stop(session.id, "second");
    };
    expect(await failureOf(bench.host.resume(session.id, BY))).toMatchObject({ code: "resource.conflict" });
    expect(session.state).toBe("stopped");
    expect(bench.machine(session).isStopped).toBe(true);
    expect(rowOf(session)?.state).toBe("stopped");
    expect(await failureOf(perform(session, click))).toMatchObject({ code: "session.stopped" });
  });

  it("and an end is final", async () => {
    const session = await bench.open();
    await bench.host.pause(session.id, PERSON);
    bench.audit.before = async ({ action }) => {
      if (action === "session.resumed") await bench.host.close(session.id, "closed");
    };
    expect(await failureOf(bench.host.resume(session.id, BY))).toMatchObject({ code: "resource.conflict" });
    expect(rowOf(session)?.state).toBe("ended");
  });

  it("wins over another resume too that began after it: what is active is never stopped at its desktop", async () => {
    const session = await bench.open();
    await bench.host.stop(session.id, "first");
    let later: Promise<unknown> | null = null;
    bench.audit.before = async ({ action }) => {
      if (action !== "session.resumed" || later !== null) return;
      await bench.host.stop(session.id, "second");
      later = failureOf(bench.host.resume(session.id, BY));
    };
    expect(await failureOf(bench.host.resume(session.id, BY))).toMatchObject({ code: "resource.conflict" });
    await later;
    expect(bench.machine(session).isStopped).toBe(session.state === "stopped");
    expect(rowOf(session)?.state).toBe(session.state);
    await bench.host.resume(session.id, BY);
    expect((await perform(session, click)).outcome).toBe("done");
  });
});

describe("a resume", () => {
  it.each(["paused", "stopped"] as const)(
    "of a %s session by two persons at once is one resume, and no fault",
    async (before) => {
      const session = await bench.open();
      if (before === "paused") await bench.host.pause(session.id, PERSON);
      else await bench.host.stop(session.id, "first");
      await Promise.all([bench.host.resume(session.id, BY), bench.host.resume(session.id, "principal:other")]);
      expect((await perform(session, click)).outcome).toBe("done");
      expect((await announced(session)).filter(({ type }) => type === "session.resumed")).toHaveLength(1);
    },
  );

  it("does not undo a pause that came after it", async () => {
    const session = await bench.open();
    await bench.host.pause(session.id, PERSON);
    bench.audit.before = async ({ action }) => {
      if (action === "session.resumed") await bench.host.pause(session.id, PERSON);
    };
    expect(await failureOf(bench.host.resume(session.id, BY))).toMatchObject({ code: "resource.conflict" });
    expect(session.state).toBe("paused");
  });
});
