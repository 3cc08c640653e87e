import { FleetError } from "@deskfleet/contracts";
import { beforeEach, describe, expect, it } from "vitest";
import { perform } from "../perform.ts";
import type { LiveSession } from "./live-session.ts";
import { ALL_GRANTS, type Bench, createBench, failureOf, OPERATOR, TENANT } from "./testing.ts";

let bench: Bench;
beforeEach(() => {
  bench = createBench({ slots: 2 });
});
const size = { tool: "computer_screen_size", params: {}, principal: OPERATOR };
const click = { tool: "computer_mouse_click", params: { x: 1, y: 1 }, principal: OPERATOR };
/** A click that hangs in the desktop: `isRunning` resolves once it is there, `result` is how it fails. */
function hangingClick(session: LiveSession) {
  let running: () => void = () => undefined;
  const isRunning = new Promise<void>((resolve) => {
    running = resolve;
  });
  bench.machine(session).overrides.set("computer_mouse_click", (_args, { signal }) => {
    running();
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  return { isRunning, result: failureOf(perform(session, click)) };
}
const eventsOf = (session: { id: string }) =>
  bench.audit.records.filter((one) => one.sessionId === session.id && one.kind === "event").map(({ action }) => action);

describe("opening", () => {
  it("claims a desktop, sets the lease and stores that it is active here", async () => {
    const session = await bench.open({ fencingToken: 7 });
    expect(bench.machine(session).token).toBe(7);
    expect(bench.records.sessions.get(session.id)).toEqual({ state: "active", workerId: "worker-1" });
    expect(bench.host.find(session.id)).toBe(session);
    expect(eventsOf(session)).toEqual(["session.started"]);
  });

  it("gives the consents asked for only as far as policy lets callers give them", async () => {
    bench.records.document = { grantable: ["computer_use", "screen"] };
    const session = await bench.open({ grants: ALL_GRANTS });
    expect(session.ownGrants.map(({ grant }) => grant)).toEqual(["computer_use", "screen"]);
    expect((await perform(session, click)).outcome).toBe("ask");
  });

  it.each([
    [
      "an image that is not this worker's",
      { desktop: { image: "alpine", display: "1280x800", isolation: "container" } },
      "desktop.unavailable",
    ],
    [
      "isolation that the host lacks",
      { desktop: { image: "default", display: "1280x800", isolation: "vm" } },
      "desktop.isolation_unavailable",
    ],
  ] as const)("%s is refused and leaves no desktop", async (_name, changes, code) => {
    expect(await failureOf(bench.open(changes))).toMatchObject({ code });
    expect(await bench.driver.list()).toEqual([]);
    expect(bench.host.used).toBe(0);
  });

  it("policy raises the isolation; a session that cannot have it does not start", async () => {
    bench.records.document = { isolation: "gvisor" };
    expect(await failureOf(bench.open())).toMatchObject({ code: "desktop.isolation_unavailable" });
    bench.driver.isolations = ["container", "gvisor"];
    expect((await bench.open()).desktop.kind.isolation).toBe("gvisor");
  });

  it("a failing start gives the desktop back and ends the row", async () => {
    bench.records.failure = new FleetError("store.unavailable", "down");
    expect(await failureOf(bench.open())).toMatchObject({ code: "store.unavailable" });
    bench.records.failure = null;
    const { updateSession } = bench.records;
    bench.records.updateSession = async (tenantId, id, change) => {
      if (change.state === "active") throw new FleetError("resource.not_found", "no row");
      return updateSession.call(bench.records, tenantId, id, change);
    };
    const sessionId = "00000000-0000-7000-8000-0000000000aa";
    expect(await failureOf(bench.open({ sessionId }))).toMatchObject({ code: "resource.not_found" });
    expect(await bench.driver.list()).toEqual([]);
    expect(bench.records.sessions.get(sessionId)).toMatchObject({ state: "ended", endReason: "start_failed" });
  });

  it("is refused twice for one session, beyond the slots, and while draining", async () => {
    const { id: sessionId } = await bench.open();
    expect(await failureOf(bench.open({ sessionId }))).toMatchObject({ code: "resource.conflict" });
    await bench.open();
    expect(await failureOf(bench.open())).toMatchObject({ code: "capacity.exhausted" });
    await bench.host.close(sessionId, "done");
    bench.host.drain();
    expect(await failureOf(bench.open())).toMatchObject({ code: "capacity.exhausted" });
  });

  it("is refused while an operator wants nothing new here; what lives goes on, and afterwards it opens again", async () => {
    const session = await bench.open();
    bench.host.hold(true);
    expect(await failureOf(bench.open())).toMatchObject({ code: "capacity.exhausted" });
    expect(bench.host.used).toBe(1);
    expect((await perform(session, click)).outcome).toBe("done");
    bench.host.hold(false);
    expect((await bench.open()).state).toBe("active");
  });

  it("can be stopped while the desktop still starts", async () => {
    bench.driver.startMs = 5_000;
    const sessionId = "00000000-0000-7000-8000-0000000000ab";
    const opening = failureOf(bench.open({ sessionId }));
    await expect.poll(() => bench.driver.list()).toHaveLength(1);
    bench.host.onSignal({ kind: "session.stop", sessionId });
    expect(await opening).toMatchObject({ code: "session.stopped" });
    expect(await bench.driver.list()).toEqual([]);
  });
});

describe("ending", () => {
  it("destroys the desktop, stores the reason, and is idempotent", async () => {
    const session = await bench.open();
    await Promise.all([bench.host.close(session.id, "closed"), bench.host.close(session.id, "closed again")]);
    await bench.host.close(session.id, "closed late");
    expect(await bench.driver.list()).toEqual([]);
    expect(bench.records.sessions.get(session.id)).toMatchObject({ state: "ended", endReason: "closed" });
    expect(eventsOf(session)).toEqual(["session.started", "session.ended"]);
    expect(await failureOf(perform(session, size))).toMatchObject({ code: "session.ended" });
    expect(bench.host.used).toBe(0);
  });

  it("destroys the desktop although the store does not answer", async () => {
    const session = await bench.open();
    bench.records.failure = new FleetError("store.unavailable", "down");
    bench.audit.isAvailable = false;
    await bench.host.close(session.id, "closed");
    expect(await bench.driver.list()).toEqual([]);
  });

  it("a lost desktop ends its session", async () => {
    const session = await bench.open();
    bench.driver.kill(session.desktop.id);
    await expect.poll(() => bench.records.sessions.get(session.id)).toMatchObject({ endReason: "desktop_lost" });
    expect(bench.host.find(session.id)).toBeUndefined();
  });

  it("an idle interactive session ends; waiting for a person is not idle, and a task's session is its attempt's", async () => {
    const idle = await bench.open({ idleTimeoutSeconds: 60 });
    const ofTask = await bench.open();
    bench.clock.nowMs += 59_000;
    await bench.host.tick();
    await perform(idle, size);
    bench.clock.nowMs += 59_000;
    await bench.host.tick();
    expect(bench.host.find(idle.id)).toBe(idle);
    idle.controlledBy = OPERATOR;
    bench.clock.nowMs += 3_600_000;
    await bench.host.tick();
    idle.controlledBy = null;
    bench.clock.nowMs += 59_000;
    await bench.host.tick();
    expect(bench.host.find(idle.id)).toBe(idle);
    bench.clock.nowMs += 1_000;
    await bench.host.tick();
    await expect.poll(() => bench.records.sessions.get(idle.id)).toMatchObject({ endReason: "idle" });
    expect(bench.host.find(ofTask.id)).toBe(ofTask);
  });

  it("an approval that waits keeps its session alive until it expires", async () => {
    const session = await bench.open({ grants: [], idleTimeoutSeconds: 60 });
    expect((await perform(session, click)).outcome).toBe("ask");
    bench.clock.nowMs += 899_000;
    await bench.host.tick();
    expect(bench.host.find(session.id)).toBe(session);
    bench.clock.nowMs += 60_000;
    await bench.host.tick();
    await expect.poll(() => bench.records.sessions.get(session.id)).toMatchObject({ endReason: "idle" });
  });

  it("an approval that was refused is forgotten with its parameters; one that was given is kept", async () => {
    const session = await bench.open({ grants: [] });
    for (const answer of ["no", "once"] as const) {
      const asked = await perform(session, click);
      if (asked.outcome !== "ask") throw new Error("expected an ask");
      bench.records.answer(asked.approval.id, answer);
      bench.host.onSignal({ kind: "approval.answered", approvalId: asked.approval.id });
    }
    await expect.poll(() => session.frozen.size).toBe(1);
    expect(session.isWaitingForPerson).toBe(true);
  });
});

describe("stopping", () => {
  it("cuts a running action short within 100 ms, releases what is held, and records both", async () => {
    const session = await bench.open();
    const { isRunning, result } = hangingClick(session);
    await isRunning;
    const startedMs = performance.now();
    await bench.host.stop(session.id, "emergency", "principal:person");
    expect(await result).toMatchObject({ code: "session.stopped" });
    expect(performance.now() - startedMs).toBeLessThan(100);
    expect(bench.machine(session).isStopped).toBe(true);
    expect(bench.audit.trail).toEqual(["intent computer_mouse_click", "outcome computer_mouse_click stopped"]);
    expect(bench.audit.records.find(({ action }) => action === "session.stopped")).toMatchObject({
      actor: "principal:person",
      reason: "emergency",
      params: { scope: "session", isConfirmed: true },
    });
    expect(bench.records.sessions.get(session.id)?.state).toBe("stopped");
  });

  it("takes effect within 100 ms of a signal, although neither audit nor store answers", async () => {
    const session = await bench.open();
    const { isRunning, result } = hangingClick(session);
    await isRunning;
    bench.records.failure = new FleetError("store.unavailable", "down");
    bench.audit.before = () => new Promise(() => undefined);
    const startedMs = performance.now();
    bench.host.onSignal({ kind: "session.stop", sessionId: session.id });
    expect(session.state).toBe("stopped");
    await expect.poll(() => bench.machine(session).isStopped, { interval: 1 }).toBe(true);
    expect(performance.now() - startedMs).toBeLessThan(100);
    bench.audit.before = () => undefined;
    void result;
  });

  it("that comes between intent and execution: nothing is executed", async () => {
    const session = await bench.open();
    bench.audit.before = ({ kind }) => {
      if (kind === "intent") bench.host.onSignal({ kind: "session.stop", sessionId: session.id });
    };
    expect(await failureOf(perform(session, click))).toMatchObject({ code: "session.stopped" });
    expect(bench.machine(session).calls.map(({ method }) => method)).not.toContain("computer_mouse_click");
    expect(bench.audit.trail).toEqual(["intent computer_mouse_click", "outcome computer_mouse_click stopped"]);
  });

  it.each([
    ["its tenant", { kind: "tenant.stop", tenantId: TENANT }, "stopped"],
    ["another tenant", { kind: "tenant.stop", tenantId: "00000000-0000-7000-8000-0000000000ff" }, "active"],
    ["the fleet", { kind: "fleet.stop" }, "stopped"],
  ] as const)("%s: the session is %s", async (_name, signal, state) => {
    const session = await bench.open();
    bench.host.onSignal(signal);
    expect(session.state).toBe(state);
    const code = state === "stopped" ? "session.stopped" : null;
    if (code) expect(await failureOf(perform(session, click))).toMatchObject({ code });
    else expect((await perform(session, click)).outcome).toBe("done");
  });

  it("refuses reading too, and every call says so until a person resumes it", async () => {
    const session = await bench.open();
    await bench.host.stop(session.id, "test");
    for (const call of [click, size, { ...click, tool: "computer_screen_capture", params: {} }])
      expect(await failureOf(perform(session, call))).toMatchObject({ code: "session.stopped" });
    await bench.host.resume(session.id, "principal:person");
    expect((await perform(session, click)).outcome).toBe("done");
    expect(eventsOf(session)).toEqual(["session.started", "session.stopped", "session.resumed"]);
  });

  it("that was missed while the signals were lost is found in the store", async () => {
    const stopped = await bench.open();
    const ended = await bench.open();
    bench.records.sessions.set(stopped.id, { state: "stopped" });
    bench.records.sessions.set(ended.id, { state: "ended" });
    await bench.host.onReconnect();
    expect(stopped.state).toBe("stopped");
    expect(bench.host.find(ended.id)).toBeUndefined();
  });

  it("of a session that is not here is not found", async () => {
    expect(await failureOf(bench.host.stop("00000000-0000-7000-8000-0000000000ff", "x"))).toMatchObject({
      code: "resource.not_found",
    });
  });
});

describe("a changed policy", () => {
  it("is in force in running sessions once the signal is worked off", async () => {
    const session = await bench.open();
    expect((await perform(session, click)).outcome).toBe("done");
    bench.records.document = { features: { "computer_mouse_*": false } };
    bench.records.policyVersion = 2;
    bench.host.onSignal({ kind: "policy.changed", tenantId: TENANT });
    await expect.poll(() => session.policy.version).toBe("tenant@2");
    expect(await failureOf(perform(session, click))).toMatchObject({ data: { code: "feature.off" } });
  });

  it("while a session is being opened is in force when it is open", async () => {
    const store = bench.records.updateSession.bind(bench.records);
    bench.records.updateSession = async (...row: Parameters<typeof store>) => {
      bench.records.document = { features: { "computer_mouse_*": false } };
      bench.host.onSignal({ kind: "policy.changed", tenantId: TENANT });
      return store(...row);
    };
    expect(await failureOf(perform(await bench.open(), click))).toMatchObject({ data: { code: "feature.off" } });
  });

  it("takes consents back that callers may give themselves no longer, and gives them again", async () => {
    const session = await bench.open({ grants: ["computer_use", "write"] });
    expect((await perform(session, click)).outcome).toBe("done");
    for (const [grantable, outcome] of [
      [["computer_use"], "ask"],
      [["*"], "done"],
    ] as const) {
      bench.records.document = { grantable: [...grantable] };
      bench.records.policyVersion += 1;
      bench.host.onSignal({ kind: "policy.changed", tenantId: TENANT });
      await expect.poll(() => session.policy.version).toBe(`tenant@${bench.records.policyVersion}`);
      expect((await perform(session, click)).outcome).toBe(outcome);
    }
  });

  it("that cannot be read closes the session until it can", async () => {
    const session = await bench.open();
    bench.records.failure = new FleetError("store.unavailable", "down");
    bench.host.onSignal({ kind: "policy.changed", tenantId: null });
    await expect.poll(() => session.policy.version).toBe("unreadable");
    bench.records.failure = null;
    expect(await failureOf(perform(session, size))).toMatchObject({
      code: "policy.denied",
      data: { code: "feature.off" },
    });
    await bench.host.tick();
    expect((await perform(session, size)).outcome).toBe("done");
  });

  it("that does not parse closes the session", async () => {
    const session = await bench.open();
    bench.records.document = { rules: [{ effect: "maybe" }] } as never;
    bench.host.onSignal({ kind: "policy.changed", tenantId: TENANT });
    await expect.poll(() => session.policy.version).toBe("unreadable");
    expect(await failureOf(bench.open())).toMatchObject({ code: "policy.invalid" });
  });

  it("a consent that was taken back is out of force at the signal, and without one within five seconds", async () => {
    const session = await bench.open({ grants: ["computer_use"] });
    const give = async () => {
      bench.records.given.push({
        ...{ id: "g", tenantId: TENANT, grant: "write", isKept: false, approvalId: "a", givenBy: "x" },
        ...{ principalId: OPERATOR.id, sessionId: session.id },
      });
      bench.host.onSignal({ kind: "policy.changed", tenantId: TENANT });
      await expect.poll(() => session.storedGrants.length).toBe(1);
      expect((await perform(session, click)).outcome).toBe("done");
    };
    await give();
    bench.records.given.length = 0;
    bench.host.onSignal({ kind: "policy.changed", tenantId: TENANT });
    await expect.poll(async () => (await perform(session, click)).outcome).toBe("ask");
    await give();
    bench.records.given.length = 0;
    bench.clock.nowMs += 5_000;
    await bench.host.tick();
    expect((await perform(session, click)).outcome).toBe("ask");
  });

  it("the flag layer narrows and never widens", async () => {
    const session = await bench.open({
      flagPolicy: { features: { computer_mouse_click: false }, grants: ["app(terminal)"] },
    });
    expect(await failureOf(perform(session, click))).toMatchObject({ data: { layer: "flag", code: "feature.off" } });
  });
});
