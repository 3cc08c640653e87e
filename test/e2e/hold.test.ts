import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RealFleet, startRealFleet } from "../browser/real-fleet.ts";

/** What people hold on a real desktop: a session that is paused, and a worker that is drained. */
const PATIENT = { timeout: 60_000, interval: 200 };
const GRANTS = ["computer_use", "screen", "write", "app(order-desk)"];
const FIELD = { element: { app: "order-desk", label: "Customer" } };
const TYPED = Array.from({ length: 60 }, (_, number) => `Customer ${number}`);
const STEPS = [
  { do: "computer_process_start", with: { app: "order-desk" } },
  ...TYPED.map((value) => ({ do: "set_value", with: { ...FIELD, value } })),
  { id: "last", do: "set_value", with: { ...FIELD, value: "the last" }, save: { after: "result.after" } },
];
const TASK = {
  steps: STEPS,
  grants: GRANTS,
  output: { last: "steps.last.after" },
  timeout: "2m",
  maxAttempts: 1,
};

let fleet: RealFleet;
beforeAll(async () => {
  fleet = await startRealFleet();
  await fleet.call("PUT", "/v1/policies/tenant", { document: { grants: GRANTS, rate: { actionsPerSecond: 1_000 } } });
});
afterAll(() => fleet?.close());

const task = (id: string) => fleet.call("GET", `/v1/tasks/${id}`);
const reaches = (id: string, state: string) =>
  vi.waitFor(async () => expect((await task(id)).state).toBe(state), PATIENT);
const audit = async (sessionId: string, action: string) =>
  (await fleet.call("GET", `/v1/audit?sessionId=${sessionId}&action=${action}&limit=200`)).items;
const typed = async (sessionId: string) =>
  (await audit(sessionId, "set_value")).filter(({ result }: { result: string }) => result === "ok").length;
/** Of the screen as it is now: the same for the same picture. */
async function frameId(sessionId: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${fleet.key}` };
  const response = await fetch(`${fleet.url}/v1/sessions/${sessionId}/frame`, { headers });
  expect(response.status).toBe(200);
  return response.headers.get("x-frame-id");
}

it("a paused task leaves its desktop alone, a drained worker goes on with it, and takes nothing else", async () => {
  const [worker] = (await fleet.call("GET", "/v1/capacity")).workers;
  expect(worker).toMatchObject({ isDraining: false });
  const { id } = await fleet.call("POST", "/v1/tasks", TASK);
  const sessionId = await vi.waitFor(async () => {
    const [attempt] = (await task(id)).attempts;
    expect(await typed(attempt.sessionId)).toBeGreaterThan(1);
    return attempt.sessionId as string;
  }, PATIENT);

  const paused = await fleet.call("POST", `/v1/sessions/${sessionId}/pause`);
  expect(paused).toMatchObject({ id: sessionId, state: "paused", controller: "agent", control: null });
  await reaches(id, "paused");
  expect((await audit(sessionId, "session.paused"))[0].params).toMatchObject({ reason: "person" });
  const [done, picture] = [await typed(sessionId), await frameId(sessionId)];
  expect(done).toBeLessThan(TYPED.length + 1);

  expect(await fleet.call("POST", `/v1/workers/${worker.id}/drain`)).toMatchObject({ id: worker.id, isDraining: true });
  await expect(fleet.call("POST", "/v1/sessions", {})).rejects.toThrow(/capacity\.exhausted/);
  expect(await fleet.call("GET", "/v1/capacity")).toMatchObject({ free: 0, workers: [{ isDraining: true }] });
  // The worker has reported since, and with that it has met the wish.
  await vi.waitFor(async () => expect((await fleet.call("GET", "/v1/capacity")).used).toBe(1), PATIENT);
  expect([await typed(sessionId), await frameId(sessionId)]).toEqual([done, picture]);

  await fleet.call("POST", `/v1/sessions/${sessionId}/resume`);
  await reaches(id, "succeeded");
  expect(await task(id)).toMatchObject({ output: { last: "the last" }, attempts: [{ outcome: "success" }] });
  expect(await typed(sessionId)).toBe(TYPED.length + 1);
  // The desktop's last picture comes after the task's end.
  const state = async () => (await fleet.call("GET", `/v1/sessions/${sessionId}`)).state;
  await vi.waitFor(async () => expect(await state()).toBe("ended"), PATIENT);

  const { id: later } = await fleet.call("POST", "/v1/tasks", {
    steps: [{ do: "computer_screen_size" }],
    grants: GRANTS,
  });
  // Its desktop is given back, which a report says: time enough to have taken the task.
  await vi.waitFor(async () => expect((await fleet.call("GET", "/v1/capacity")).used).toBe(0), PATIENT);
  expect(await task(later)).toMatchObject({ state: "queued", attempts: [] });
  expect(await fleet.call("POST", `/v1/workers/${worker.id}/resume`)).toMatchObject({ isDraining: false });
  await reaches(later, "succeeded");
}, 240_000);

it("the image's applications are known from its desktops", async () => {
  const { items } = await fleet.call("GET", "/v1/images");
  expect(items).toMatchObject([{ name: "default", workers: [expect.any(String)], apps: expect.any(Array) }]);
  const byId = Object.fromEntries(items[0].apps.map((app: { id: string }) => [app.id, app]));
  expect(Object.keys(byId)).toEqual(
    expect.arrayContaining(["order-desk", "text-editor", "file-manager", "terminal", "browser"]),
  );
  expect(byId["order-desk"]).toMatchObject({ name: expect.any(String), class: expect.any(String) });
});
