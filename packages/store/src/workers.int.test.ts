import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StoreFixture, storeFixture } from "../../../test/support/store-fixture.ts";
import { dispatchRoom } from "./dispatch-room.ts";
import {
  findWorker,
  liveWorkers,
  removeWorker,
  setWorkerDraining,
  upsertWorker,
  type WorkerReport,
} from "./workers.ts";

let store: StoreFixture;
beforeAll(async () => {
  store = await storeFixture();
});
afterAll(() => store.close());
beforeEach(() => store.admin.query("delete from workers"));

const MAX_AGE_MS = 60_000;
const report = (id: string): WorkerReport => ({
  ...{ id, url: "http://127.0.0.1:1", slots: 4, used: 1, warm: 2, runtimes: ["runc"], confinement: null },
  images: [{ name: "default", apps: [{ id: "editor", name: "Editor", class: "text" }] }],
});
const upsert = (id: string) => store.database.system((tx) => upsertWorker(tx, report(id)));
const drain = (id: string, isDraining = true) => store.database.system((tx) => setWorkerDraining(tx, id, isDraining));
const find = (id: string) => store.database.system((tx) => findWorker(tx, id));
const live = async () =>
  (await store.database.system((tx) => liveWorkers(tx, MAX_AGE_MS))).map(({ id, isDraining }) => ({ id, isDraining }));

describe("an operator's wish that a worker takes nothing new", () => {
  it("comes back with the worker's next report, and none of its reports takes it away", async () => {
    expect(await upsert("w1")).toEqual({ isDraining: false });
    expect(await drain("w1")).toMatchObject({ id: "w1", isDraining: true, used: 1 });
    expect(await upsert("w1")).toEqual({ isDraining: true });
    expect(await drain("w1", false)).toMatchObject({ isDraining: false });
    expect(await upsert("w1")).toEqual({ isDraining: false });
  });

  it("is for a worker that is known", async () => {
    expect(await drain("w9")).toBeNull();
    expect(await find("w9")).toBeNull();
  });

  it("outlives the worker's clean stop: it is off the list, and still drained when it comes back", async () => {
    await upsert("w1");
    await upsert("w2");
    await drain("w1");
    for (const id of ["w1", "w2"]) await store.database.system((tx) => removeWorker(tx, id));
    expect(await live()).toEqual([]);
    expect([(await find("w1"))?.isDraining, await find("w2")]).toEqual([true, null]);
    expect(await upsert("w1")).toEqual({ isDraining: true });
    expect(await live()).toEqual([{ id: "w1", isDraining: true }]);
  });

  it("leaves the dispatcher no room for it", async () => {
    const room = (slotsMin: number) =>
      store.database.system((tx) => dispatchRoom(tx, { workerMaxAgeMs: MAX_AGE_MS, slotsMin, spare: 1 }));
    await upsert("w1");
    await upsert("w2");
    expect(await room(0)).toBe(9);
    await drain("w1");
    expect(await room(0)).toBe(5);
    await drain("w2");
    expect(await room(0)).toBe(1);
  });
});

it("a worker of the version before names its images only", async () => {
  await upsert("w1");
  await store.admin.query(`update workers set images = '["default"]'`);
  expect((await find("w1"))?.images).toEqual([{ name: "default", apps: null }]);
  await upsert("w1");
  expect((await find("w1"))?.images).toEqual(report("w1").images);
});
