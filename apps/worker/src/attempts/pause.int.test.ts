import type { Principal, Task } from "@deskfleet/contracts";
import { cancelTask, findSession, findTask } from "@deskfleet/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestFleet, testFleet } from "../queue/testing-fleet.ts";
import { startTestWorker, type TestWorker } from "../queue/testing-worker.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { HumanControl } from "../view/human-control.ts";

const PATIENCE = { timeout: 30_000, interval: 50 };
const TITLE = "Ready";
/** Waits for a window by reading, for as long as its step has time. */
const AWAIT = (timeout: string) => ({ do: "computer_window_list", expect: { window: { title: TITLE } }, timeout });
const WRITE = { do: "computer_file_write", with: { path: "/workspace/out", content: "x" } };

describe("a task in a session that a person holds", () => {
  let fleet: TestFleet;
  let worker: TestWorker;
  let person: Principal;
  beforeEach(async () => {
    fleet = await testFleet();
    worker = await startTestWorker({ databaseUrl: fleet.url, workerId: "one", slots: 2 });
    person = { id: fleet.principalId, tenantId: fleet.tenantId, role: "operator", name: "Ada" };
  });
  afterEach(async () => {
    await worker.close();
    await fleet.close();
  });

  const task = async (id: string) => (await fleet.database.system((tx) => findTask(tx, id))) as Task;
  const reaches = (id: string, state: Task["state"]) =>
    vi.waitFor(async () => expect((await task(id)).state).toBe(state), PATIENCE);
  const row = (id: string) => fleet.database.tenant(fleet.tenantId, (tx) => findSession(tx, id));
  /** Its session, as soon as its program reads the desktop. */
  async function sessionOf(taskId: string): Promise<LiveSession> {
    return vi.waitFor(async () => {
      const found = (await task(taskId)).attempts.at(-1)?.sessionId;
      const session = worker.host.find(found ?? "");
      expect(session && machine(session).calls.length).toBeGreaterThan(0);
      return session as LiveSession;
    }, PATIENCE);
  }
  const machine = (session: LiveSession) => worker.driver.machine(session.desktop.id);
  const shows = (session: LiveSession) => machine(session).openWindow(TITLE, "mousepad", ["mousepad"]);
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it("waits as paused, reads nothing, and goes on past the time that its step and its attempt had", async () => {
    const [id = ""] = await fleet.submit(1, [AWAIT("8s"), WRITE], { timeoutMs: 9_000, maxAttempts: 1 });
    const session = await sessionOf(id);
    await worker.host.pause(session.id, person);
    expect(await row(session.id)).toMatchObject({ state: "paused", endedAt: null });
    await reaches(id, "paused");
    const before = machine(session).calls.length;
    // Longer than the attempt had: what is shown here is that this time does not count.
    await sleep(9_500);
    expect(await task(id)).toMatchObject({ state: "paused", attempts: [{ outcome: null }] });
    expect(machine(session).calls.length).toBe(before);
    shows(session);
    await worker.host.resume(session.id, `principal:${person.id}`);
    await reaches(id, "succeeded");
    expect((await task(id)).attempts).toMatchObject([{ outcome: "success" }]);
    expect(session.failuresInRow).toBe(0);
  });

  it("waits as human_control alike, whatever the person does to the screen meanwhile", async () => {
    const control = new HumanControl({ graceMs: 1 });
    const [id = ""] = await fleet.submit(1, [AWAIT("8s")], { timeoutMs: 60_000, maxAttempts: 1 });
    const session = await sessionOf(id);
    const turn = await control.take(session, person);
    await reaches(id, "human_control");
    expect(await row(session.id)).toMatchObject({ controller: "human", control: { name: "Ada" } });
    await sleep(8_500);
    expect(await task(id)).toMatchObject({ state: "human_control", attempts: [{ outcome: null }] });
    shows(session);
    turn.release();
    await reaches(id, "succeeded");
    await vi.waitFor(async () => expect((await row(session.id))?.control).toBeNull(), PATIENCE);
  });

  it("goes on in the middle of a script with what is left of it, and nothing twice", async () => {
    const click = (x: number) => ({ tool: "computer_mouse_click", params: { x, y: 1 } });
    const script = { do: "computer_run_steps", with: { steps: [1, 2, 3].map(click) } };
    const whole = { expect: { that: "result.stoppedAt == null && size(result.steps) == 3" } };
    const [id = ""] = await fleet.submit(1, [AWAIT("1h"), { ...script, ...whole }], { maxAttempts: 1 });
    const session = await sessionOf(id);
    const clicked: number[] = [];
    machine(session).overrides.set("computer_mouse_click", async ({ x }: { x: number }) => {
      clicked.push(x);
      if (x === 1) await worker.host.pause(session.id, person);
      return { x, y: 1 };
    });
    shows(session);
    await reaches(id, "paused");
    expect(clicked).toEqual([1]);
    await worker.host.resume(session.id, `principal:${person.id}`);
    await reaches(id, "succeeded");
    expect(clicked).toEqual([1, 2, 3]);
  });

  it("can be cancelled while it is paused, and its desktop goes", async () => {
    const [id = ""] = await fleet.submit(1, [AWAIT("1h")]);
    const session = await sessionOf(id);
    await worker.host.pause(session.id, person);
    await reaches(id, "paused");
    await fleet.database.system((tx) => cancelTask(tx, id));
    await reaches(id, "cancelled");
    await vi.waitFor(async () => expect(await worker.driver.list()).toEqual([]), PATIENCE);
    await vi.waitFor(async () => expect((await row(session.id))?.state).toBe("ended"), PATIENCE);
  });

  it("ends as cancelled when somebody stops it while it is paused", async () => {
    const [id = ""] = await fleet.submit(1, [AWAIT("1h"), WRITE], { maxAttempts: 3 });
    const session = await sessionOf(id);
    await worker.host.pause(session.id, person);
    await reaches(id, "paused");
    await worker.host.stop(session.id, "enough", `principal:${person.id}`);
    await reaches(id, "cancelled");
    expect((await task(id)).attempts).toMatchObject([{ outcome: "cancelled" }]);
  });

  it("that is lost with its worker has nobody in control any more", async () => {
    const control = new HumanControl();
    const [id = ""] = await fleet.submit(1, [AWAIT("1h")]);
    const session = await sessionOf(id);
    await control.take(session, person);
    await vi.waitFor(async () => expect((await row(session.id))?.control).toMatchObject({ name: "Ada" }), PATIENCE);
    await worker.host.close(session.id, "gone");
    await vi.waitFor(
      async () => expect(await row(session.id)).toMatchObject({ state: "ended", controller: "agent", control: null }),
      PATIENCE,
    );
  });
});
