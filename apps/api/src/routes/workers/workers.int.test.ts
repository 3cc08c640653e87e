import { createKey, upsertWorker, type WorkerReport } from "@deskfleet/store";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { FakeWorker } from "../../testing/fake-worker.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
let second: FakeWorker;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  second = new FakeWorker({ id: "worker-2", secret: harness.worker.secret });
  await second.start();
});
afterAll(async () => {
  await second.close();
  await harness.close();
  await database.drop();
});

const EDITOR = { id: "editor", name: "Editor", class: "text" };
const report = (id: string, changes: Partial<WorkerReport> = {}): WorkerReport => ({
  ...{
    id,
    url: (id === second.id ? second : harness.worker).url,
    slots: 4,
    used: 1,
    warm: 2,
    runtimes: ["runc"],
    confinement: null,
  },
  images: [{ name: "default", apps: null }],
  ...changes,
});
const order = (id: string, verb: "drain" | "resume", as: Caller = harness.operator) =>
  harness.request("POST", `/v1/workers/${id}/${verb}`, { as });
const capacity = async () => (await harness.request("GET", "/v1/capacity")).json;
const start = () => harness.request("POST", "/v1/sessions", { as: harness.ours.operator, json: {} });

beforeEach(async () => {
  for (const { calls } of [harness.worker, second]) calls.length = 0;
  for (const worker of [report("worker-1"), report("worker-2", { slots: 2 })])
    await harness.database.system((tx) => upsertWorker(tx, worker));
  for (const id of ["worker-1", "worker-2"]) expect((await order(id, "resume")).status).toBe(200);
});

describe("POST /v1/workers/{id}/drain and resume", () => {
  it("403 for everybody else, whether or not there is such a worker, and nothing is changed", async () => {
    const viewer = await harness.database.system((tx) =>
      createKey(tx, { tenantId: harness.operator.tenantId, name: "looks on", role: "viewer" }),
    );
    const others: Caller[] = [harness.ours.admin, harness.ours.operator, { ...harness.operator, key: viewer.key }];
    for (const as of others)
      for (const verb of ["drain", "resume"] as const)
        for (const id of ["worker-1", "no-such"])
          expect(codeOf(await order(id, verb, as))).toEqual({ status: 403, code: "auth.forbidden" });
    expect((await capacity()).workers).toMatchObject([{ isDraining: false }, { isDraining: false }]);
  });

  it("404 for a worker that never reported, 400 for no name", async () => {
    for (const verb of ["drain", "resume"] as const)
      expect(codeOf(await order("no-such", verb))).toEqual({ status: 404, code: "resource.not_found" });
    expect(codeOf(await order("x".repeat(101), "drain"))).toEqual({ status: 400, code: "request.invalid" });
  });

  it("200 with the worker afterwards, again without a change, and both are in the operator's audit", async () => {
    const worker = { id: "worker-1", slots: 4, used: 1, warm: 2, isDraining: true, confinement: null };
    for (const _time of [1, 2]) {
      const drained = await order("worker-1", "drain");
      expect([drained.status, drained.json]).toEqual([200, worker]);
    }
    expect((await order("worker-1", "resume")).json).toEqual({ ...worker, isDraining: false });
    const { items } = (await harness.request("GET", "/v1/audit?action=worker.drained", { as: harness.operator })).json;
    expect(items[0]).toMatchObject({
      actor: `principal:${harness.operator.principalId}`,
      params: { workerId: "worker-1" },
    });
    expect((await harness.request("GET", "/v1/audit?action=worker.drained")).json.items).toEqual([]);
  });

  it("what the worker reports afterwards does not undo it", async () => {
    await order("worker-1", "drain");
    await harness.database.system((tx) => upsertWorker(tx, report("worker-1", { used: 3 })));
    await order("worker-2", "drain"); // whoever asks next reads again
    expect((await capacity()).workers).toMatchObject([
      { id: "worker-1", isDraining: true },
      { id: "worker-2", isDraining: true },
    ]);
  });
});

describe("a drained worker", () => {
  it("is not chosen for a session, although it has most free desktops", async () => {
    await order("worker-1", "drain");
    expect((await start()).status).toBe(201);
    expect([harness.worker.calls.length, second.calls.length]).toEqual([0, 1]);
    await order("worker-2", "drain");
    await order("worker-1", "resume");
    expect((await start()).status).toBe(201);
    expect([harness.worker.calls.length, second.calls.length]).toEqual([1, 1]);
  });

  it("is the reason where no other is free", async () => {
    await order("worker-1", "drain");
    await order("worker-2", "drain");
    const refused = await start();
    expect(codeOf(refused)).toEqual({ status: 503, code: "capacity.exhausted" });
    expect(refused.json.data.reasons.sort()).toEqual([
      "worker worker-1: an operator drained it",
      "worker worker-2: an operator drained it",
    ]);
    expect([...harness.worker.calls, ...second.calls]).toEqual([]);
    const selfTest = await harness.request("POST", "/v1/selftest", { as: harness.operator });
    expect(codeOf(selfTest)).toEqual({ status: 503, code: "capacity.exhausted" });
  });

  it("counts for nothing that is free or warm, and for what it uses", async () => {
    expect(await capacity()).toMatchObject({ used: 2, free: 4, warm: 4, refusals: [] });
    await order("worker-1", "drain");
    expect(await capacity()).toMatchObject({
      ...{ used: 2, free: 1, warm: 2, refusals: [] },
      workers: [
        { id: "worker-1", isDraining: true },
        { id: "worker-2", isDraining: false },
      ],
    });
    await order("worker-2", "drain");
    expect(await capacity()).toMatchObject({
      ...{ used: 2, free: 0, warm: 0 },
      refusals: [{ code: "capacity.drained", reason: "2 of 2 workers take nothing new; an operator drained them" }],
    });
  });

  it("still performs actions in the sessions that it holds", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    await order("worker-1", "drain");
    await harness.request("POST", `/v1/sessions/${id}/pause`, { as: harness.ours.operator });
    expect(harness.worker.calls.map(({ path }) => path)).toEqual([`/internal/sessions/${id}/pause`]);
  });
});

describe("GET /v1/images", () => {
  it("names each image once, with its workers, what waits there, and its applications as far as they are known", async () => {
    const images = [
      { name: "office", apps: null },
      { name: "default", apps: [EDITOR] },
    ];
    await harness.database.system((tx) => upsertWorker(tx, report("worker-2", { images, warm: 3 })));
    await order("worker-1", "drain");
    const answer = await harness.request("GET", "/v1/images", { as: harness.ours.viewer });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        items: [
          { name: "default", workers: ["worker-1", "worker-2"], warm: 3, apps: [EDITOR] },
          { name: "office", workers: ["worker-2"], warm: 3, apps: null },
        ],
      },
    ]);
    expect((await harness.request("GET", "/v1/images", { as: null })).status).toBe(401);
  });
});
