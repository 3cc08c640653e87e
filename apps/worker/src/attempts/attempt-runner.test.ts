import type { BegunAttempt } from "@deskfleet/store";
import { describe, expect, it, vi } from "vitest";
import { AttemptRunner } from "./attempt-runner.ts";
import type { AttemptServices } from "./attempt-services.ts";

const JOB = {
  taskId: "00000000-0000-7000-8000-000000000001",
  tenantId: "00000000-0000-7000-8000-000000000002",
  dispatch: 1,
};
const BEGUN = {
  attempt: { id: "00000000-0000-7000-8000-000000000003" },
  fencingToken: 7,
  task: { id: JOB.taskId, timeoutMs: 60_000, isCancelRequested: false },
} as BegunAttempt;

/** A database whose first transaction (begin) answers when `begin` is called; the later ones at once. */
function bench() {
  let begin: () => void = () => undefined;
  const begun = new Promise<BegunAttempt>((resolve) => {
    begin = () => resolve(BEGUN);
  });
  const system = vi.fn<() => Promise<unknown>>().mockReturnValueOnce(begun).mockResolvedValue(true);
  const open = vi.fn();
  const silent = () => undefined;
  const services = {
    database: { system },
    host: { used: 0, open, close: async () => undefined },
    log: { debug: silent, info: silent, warn: silent, error: silent },
    workerId: "w",
    leaseMs: 60_000,
    heartbeatMs: 30_000,
  } as unknown as AttemptServices;
  return { services, runner: new AttemptRunner(services, 4), begin: () => begin(), system, open };
}

describe("a drain", () => {
  it("waits for an attempt that is just beginning and gives it back without a desktop", async () => {
    const { runner, begin, system, open } = bench();
    const taken = runner.take(JOB);
    let isDrained = false;
    const drained = runner.drain(10_000).then(() => {
      isDrained = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDrained).toBe(false);
    begin();
    await Promise.all([taken, drained]);
    expect(open).not.toHaveBeenCalled();
    // Begun, then given back: two transactions and none in between.
    expect(system).toHaveBeenCalledTimes(2);
  });

  it("hands a job that comes after it back", async () => {
    const { runner, begin, open } = bench();
    await runner.drain(0);
    begin();
    await runner.take(JOB);
    expect(open).not.toHaveBeenCalled();
  });
});

describe("while an operator wants nothing new here", () => {
  it("a job that the queue still brings goes back, and the next one is taken again after that", async () => {
    const { runner, begin, system, open } = bench();
    system.mockReset().mockResolvedValue(null); // handed back; then: not to be done now
    runner.hold(true);
    await runner.take(JOB);
    expect(system).toHaveBeenCalledTimes(1);
    runner.hold(false);
    begin();
    await runner.take(JOB);
    expect(system).toHaveBeenCalledTimes(2);
    expect(open).not.toHaveBeenCalled();
  });

  it("a job that waits for a free desktop goes back instead of waiting on", async () => {
    const { runner, services, system } = bench();
    Object.assign(services.host, { used: 4 });
    system.mockReset().mockResolvedValue(null);
    const taken = runner.take(JOB);
    await new Promise((resolve) => setImmediate(resolve));
    expect(system).not.toHaveBeenCalled();
    runner.hold(true);
    await taken;
    expect(system).toHaveBeenCalledTimes(1);
  });

  it("an attempt that is just beginning goes back without a desktop", async () => {
    const { runner, begin, system, open } = bench();
    const taken = runner.take(JOB);
    runner.hold(true);
    begin();
    await taken;
    expect(open).not.toHaveBeenCalled();
    expect(system).toHaveBeenCalledTimes(2);
  });
});
