import { beginAttempt, findTask, insertTask } from "@deskfleet/store";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTenant, newTask, type StoreFixture, storeFixture } from "../../../../test/support/store-fixture.ts";
import { createLogger } from "../log.ts";
import { settleAttempt } from "./settle-attempt.ts";

let store: StoreFixture;
beforeAll(async () => {
  store = await storeFixture();
});
afterAll(() => store.close());

it("a reason that quotes a window's title is stored whatever the title is: the row is not done again", async () => {
  const { database } = store;
  const tenant = await makeTenant(database, "titles");
  const task = await database.tenant(tenant.tenantId, (tx) => insertTask(tx, newTask(tenant)));
  const begun = await database.system((tx) => beginAttempt(tx, { taskId: task.id, workerId: "w", leaseMs: 60_000 }));
  await settleAttempt(
    { database, log: createLogger("silent") },
    { attemptId: begun!.attempt.id, token: begun!.fencingToken },
    { outcome: "business_error", reason: "not saved: \0Error \ud83d", output: null, isGivenBack: false },
  );
  expect(await database.tenant(tenant.tenantId, (tx) => findTask(tx, task.id))).toMatchObject({
    state: "failed",
    outcome: "business_error",
    reason: "not saved: \ufffdError \ufffd",
  });
});
