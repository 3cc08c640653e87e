import { afterEach, expect, it, vi } from "vitest";
import type { TestJob } from "./testing-thread.ts";
import { Thread } from "./thread.ts";

const MINUTE_MS = 60_000;
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let thread: Thread<TestJob, number>;

afterEach(async () => {
  await thread.close();
  vi.clearAllMocks();
});

/** The limits are wide: a thread starts in half a second, on a busy machine in many. */
function start({ jobMsMax = MINUTE_MS, idleMs = MINUTE_MS } = {}): void {
  thread = new Thread({ entry: "testing-thread", log, jobMsMax, idleMs });
}
function job(what: TestJob["do"], times = 0): TestJob {
  const shared = new SharedArrayBuffer(4);
  new Int32Array(shared)[0] = times;
  return { do: what, times: shared };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: { code?: string; name: string }) => error.code ?? error.name,
  );

it("what is wrong with an input is said, and the thread goes on", { timeout: MINUTE_MS }, async () => {
  start();
  const id = await thread.run(job("answer"));
  await expect(thread.run(job("fault", 1))).rejects.toMatchObject({ name: "ThreadFault", message: "that cannot be" });
  expect(await thread.run(job("answer"))).toBe(id);
  expect(log.warn).not.toHaveBeenCalled();
});

it.each(["die", "leave"] as const)(
  "a thread that does `%s` is started again, and the job tried once more",
  { timeout: MINUTE_MS },
  async (what) => {
    start();
    const id = await thread.run(job("answer"));
    expect(await thread.run(job(what, 1))).not.toBe(id);
    expect(log.warn).toHaveBeenCalledTimes(1);
  },
);

it("a job that breaks two threads is an error, and the next one is answered", { timeout: MINUTE_MS }, async () => {
  start();
  expect(await codeOf(thread.run(job("die", 9)))).toBe("action.failed");
  expect(await thread.run(job("answer"))).toBeGreaterThan(0);
});

it("a job that does not end is ended with its thread, and the next one is answered", {
  timeout: MINUTE_MS,
}, async () => {
  start({ jobMsMax: 3_000 });
  const hanging = thread.run(job("hang", 1));
  expect(await codeOf(hanging)).toBe("action.timeout");
  await vi.waitFor(async () => expect(await thread.run(job("answer"))).toBeGreaterThan(0), { timeout: MINUTE_MS });
});

it("more jobs than can be waited for are refused at once", { timeout: MINUTE_MS }, async () => {
  start();
  const some = Array.from({ length: 33 }, () => codeOf(thread.run(job("answer"))));
  expect(await some[32]).toBe("action.failed");
  expect(await Promise.all(some.slice(0, 32))).toEqual(Array.from({ length: 32 }, () => "none"));
});

it("an idle thread ends, and the next job starts another", { timeout: MINUTE_MS }, async () => {
  start({ idleMs: 1 });
  const id = await thread.run(job("answer"));
  await vi.waitFor(async () => expect(await thread.run(job("answer"))).not.toBe(id), { timeout: MINUTE_MS });
  expect(log.warn).not.toHaveBeenCalled();
});

it("closing answers who waits, and whoever comes later", { timeout: MINUTE_MS }, async () => {
  start();
  await thread.run(job("answer"));
  const waiting = [codeOf(thread.run(job("hang", 9))), codeOf(thread.run(job("answer")))];
  await thread.close();
  await thread.close();
  expect(await Promise.all(waiting)).toEqual(["action.failed", "action.failed"]);
  expect(await codeOf(thread.run(job("answer")))).toBe("action.failed");
  expect(log.warn).not.toHaveBeenCalled();
});
