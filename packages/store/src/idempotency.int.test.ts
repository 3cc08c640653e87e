import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { openDatabase } from "./database.ts";
import { withIdempotency } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { insertTask } from "./insert-task.ts";
import { forgetTransient } from "./retention.ts";
import { listTasks } from "./tasks.ts";

let store: StoreFixture;
let tenant: TestTenant;
beforeAll(async () => {
  store = await storeFixture({ max: 5 });
  tenant = await makeTenant(store.database, "idempotent");
});
afterAll(() => store.close());

const call = (key: string, changes: { bodySha256?: string; route?: string; waitMs?: number } = {}) => ({
  tenantId: tenant.tenantId,
  key,
  route: "POST /v1/tasks",
  bodySha256: "one",
  ...changes,
});
const submit = (database: StoreFixture["database"], key: string) =>
  withIdempotency(database, call(key), async (tx) => ({
    status: 202,
    body: await insertTask(tx, newTask(tenant, { reference: key })),
  }));
const tasksWith = async (reference: string) =>
  (await store.database.tenant(tenant.tenantId, (tx) => listTasks(tx, { reference }, { limit: 200 }))).items;

describe("withIdempotency", () => {
  it("makes one task of 100 calls at once through a pool of five, and answers them all the same", async () => {
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(store.database, key)));
    expect(answers).toEqual(Array.from({ length: 100 }, () => answers[0]));
    expect((await tasksWith(key)).map(({ id }) => id)).toEqual([answers[0]!.body.id]);
  });

  it("makes one task of calls that reach several processes", async () => {
    const key = newId();
    // The waiting room is in memory: transactions begun by hand stand for another process.
    const other = openDatabase({ url: store.url, applicationName: "other", max: 3, secret: store.secret });
    const client = await store.admin.connect();
    await client.query("begin");
    await client.query(
      "insert into idempotency_keys (tenant_id, key, route, body_sha256, answer) values ($1, $2, 'POST /v1/tasks', 'one', '{\"from\":\"the other\"}')",
      [tenant.tenantId, key],
    );
    const waiting = submit(other, key);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await client.query("commit");
    client.release();
    expect(await waiting).toEqual({ from: "the other" });
    expect(await tasksWith(key)).toEqual([]);
    await other.close();
  });

  it.each([
    ["another body", { bodySha256: "two" }],
    ["another route", { route: "POST /v1/batches" }],
  ])("refuses a key that comes back with %s", async (_what, changes) => {
    const key = newId();
    await submit(store.database, key);
    await expect(withIdempotency(store.database, call(key, changes), async () => 1)).rejects.toMatchObject({
      code: "idempotency.mismatch",
    });
  });

  it("runs again after a failure, whose work is taken back with the key", async () => {
    const key = newId();
    const failing = withIdempotency(store.database, call(key), async (tx) => {
      await insertTask(tx, newTask(tenant, { reference: key }));
      throw new Error("crash");
    });
    await expect(failing).rejects.toThrow("crash");
    expect(await tasksWith(key)).toEqual([]);
    expect((await submit(store.database, key)).status).toBe(202);
  });

  it("is not blocked by a first call whose process was killed", async () => {
    const key = newId();
    const client = await store.admin.connect();
    client.on("error", () => undefined); // killed below
    await client.query("begin");
    await client.query(
      "insert into idempotency_keys (tenant_id, key, route, body_sha256) values ($1, $2, 'POST /v1/tasks', 'one')",
      [tenant.tenantId, key],
    );
    const { rows } = await client.query("select pg_backend_pid() as pid");
    const waiting = submit(store.database, key);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await store.admin.query("select pg_terminate_backend($1)", [rows[0].pid]);
    expect((await waiting).status).toBe(202);
    client.release(true);
  });

  it("does not wait longer than it was told to, here or for another process", async () => {
    const [here, elsewhere] = [newId(), newId()];
    let release: (() => void) | undefined;
    const first = withIdempotency(
      store.database,
      call(here),
      () =>
        new Promise<number>((resolve) => {
          release = () => resolve(1);
        }),
    );
    await expect(withIdempotency(store.database, call(here, { waitMs: 50 }), async () => 2)).rejects.toMatchObject({
      code: "idempotency.in_progress",
    });
    release?.();
    expect(await first).toBe(1);
    const client = await store.admin.connect();
    await client.query("begin");
    await client.query(
      "insert into idempotency_keys (tenant_id, key, route, body_sha256) values ($1, $2, 'POST /v1/tasks', 'one')",
      [tenant.tenantId, elsewhere],
    );
    await expect(withIdempotency(store.database, call(elsewhere, { waitMs: 50 }), async () => 2)).rejects.toMatchObject(
      { code: "idempotency.in_progress" },
    );
    await client.query("rollback");
    client.release();
  });

  it("knows keys by tenant", async () => {
    const other = await makeTenant(store.database, "other");
    const key = newId();
    expect(await withIdempotency(store.database, call(key), async () => "mine")).toBe("mine");
    expect(
      await withIdempotency(store.database, { ...call(key), tenantId: other.tenantId }, async () => "theirs"),
    ).toBe("theirs");
  });

  it("forgets keys after a day", async () => {
    const key = newId();
    await withIdempotency(store.database, call(key), async () => 1);
    await store.admin.query("update idempotency_keys set created_at = now() - interval '25 h' where key = $1", [key]);
    await store.database.system(forgetTransient);
    expect(await withIdempotency(store.database, call(key), async () => 2)).toBe(2);
  });
});
