import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeTenant, type StoreFixture, storeFixture, type TestTenant } from "../../../test/support/store-fixture.ts";
import { endLeftSessions, endSessionOfAttempt, endSessionsOfWorker } from "./end-left-sessions.ts";
import { findSession, insertSession, updateSession } from "./sessions.ts";

let store: StoreFixture;
let tenant: TestTenant;
beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "a");
});
afterAll(() => store.close());
beforeEach(() => store.admin.query("delete from sessions; delete from events"));

/** One that a person has the input of. */
async function openSession(workerId: string | null): Promise<string> {
  const { tenantId, principalId } = tenant;
  return store.database.system(async (tx) => {
    const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
    const { id } = await insertSession(tx, {
      ...{ tenantId, principalId, desktop, workerId, grants: [], idleTimeoutSeconds: 60 },
    });
    const control = { principalId, name: "Ada", since: new Date().toISOString() };
    await updateSession(tx, id, { state: "active", controller: "human", control });
    return id;
  });
}
const find = (id: string) => store.database.system((tx) => findSession(tx, id));
const told = async () =>
  (await store.admin.query("select type, tenant_id, session_id, data from events order by id")).rows;
const telling = (sessionId: string, reason: string) => ({
  ...{ type: "session.ended", tenant_id: tenant.tenantId, session_id: sessionId, data: { reason } },
});
const ENDED = { state: "ended", controller: "agent", control: null, endedAt: expect.any(String) };

it("sessions of a worker that is gone end, nobody has their input any more, and who follows them is told once", async () => {
  const [first, second, other] = [await openSession("w1"), await openSession("w1"), await openSession("w2")];
  const end = () => store.database.system((tx) => endSessionsOfWorker(tx, "w1", "worker_silent"));
  expect((await end()).toSorted()).toEqual([first, second].toSorted());
  for (const id of [first, second]) expect(await find(id)).toMatchObject({ ...ENDED, endReason: "worker_silent" });
  expect(await find(other)).toMatchObject({ state: "active", controller: "human" });
  expect(await end()).toEqual([]);
  expect(await told()).toHaveLength(2);
  expect(await told()).toEqual(
    expect.arrayContaining([first, second].map((id) => expect.objectContaining(telling(id, "worker_silent")))),
  );
});

it("so are those of one whose attempt ended, and those that no worker took", async () => {
  const id = await openSession("w1");
  expect(await store.database.system((tx) => endSessionOfAttempt(tx, id, "worker_silent"))).toEqual([id]);
  expect(await find(id)).toMatchObject(ENDED);
  const untaken = await openSession(null);
  const end = (untakenMs: number) =>
    store.database.system((tx) => endLeftSessions(tx, { attemptEndedMs: 0, untakenMs }));
  expect(await end(60_000)).toEqual([]);
  expect(await end(0)).toEqual([untaken]);
  expect(await told()).toMatchObject([telling(id, "worker_silent"), telling(untaken, "left_behind")]);
});
