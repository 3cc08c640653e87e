import type { FleetEvent, Signal } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { appendEvent, eventsAfter, eventsNow } from "./events.ts";
import { insertTask } from "./insert-task.ts";
import { forgetTransient } from "./retention.ts";
import { listenSignals, notify } from "./signals.ts";

let store: StoreFixture;
let tenant: TestTenant;
beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "eventful");
});
afterAll(() => store.close());

const inTenant: StoreFixture["database"]["system"] = (work) => store.database.tenant(tenant.tenantId, work);
const append = (n: number) =>
  inTenant((tx) => appendEvent(tx, { tenantId: tenant.tenantId, type: "session.action", data: { n } }));
const read = (afterId: string | null, limit = 1_000) => inTenant((tx) => eventsAfter(tx, { afterId, limit }));
const numbers = (events: FleetEvent[]) => events.map(({ data }) => data.n);

describe("events", () => {
  it("of a transaction that commits late do not appear behind a reader", async () => {
    const start = await inTenant(eventsNow);
    const late = await store.admin.connect();
    await late.query("begin");
    await late.query("insert into events (tenant_id, type, data) values ($1, 'session.action', '{\"n\": 1}')", [
      tenant.tenantId,
    ]);
    await append(2);
    const seenBefore = await read(start);
    await late.query("commit");
    late.release();
    const seenAfter = await read(seenBefore.at(-1)?.id ?? start);
    expect([...numbers(seenBefore), ...numbers(seenAfter)]).toEqual([1, 2]);
  });

  it("are not held back by a transaction of another database of the server", async () => {
    const elsewhere = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await elsewhere.connect();
    onTestFinished(() => elsewhere.end());
    await elsewhere.query("begin");
    await elsewhere.query("select pg_current_xact_id()");
    const start = await inTenant(eventsNow);
    await append(1);
    // One of our own, of the server itself, may hold it back for a moment.
    await expect.poll(async () => numbers(await read(start))).toEqual([1]);
    await elsewhere.query("rollback");
  });

  it("reach a reader exactly once and in a stable order while 20 writers commit", async () => {
    let cursor = await inTenant(eventsNow);
    const seen: FleetEvent[] = [];
    let isWriting = true;
    const reader = (async () => {
      for (let isLast = false; ; isLast = !isWriting) {
        const events = await read(cursor, 7);
        seen.push(...events);
        cursor = events.at(-1)?.id ?? cursor;
        if (isLast && events.length === 0) return;
      }
    })();
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        for (let n = 0; n < 10; n += 1)
          await inTenant(async (tx) => {
            await appendEvent(tx, { tenantId: tenant.tenantId, type: "session.action", data: { n: writer * 10 + n } });
            await tx.execute(sql`select pg_sleep(${((writer * 7 + n) % 5) / 1_000})`);
          });
      }),
    );
    isWriting = false;
    await reader;
    expect(numbers(seen).sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 200 }, (_, n) => n));
    expect((await read(seen[99]!.id)).map(({ id }) => id)).toEqual(seen.slice(100).map(({ id }) => id));
  });

  it.each(["", "x", "1-2-3", "1;drop table events", "99999999999999999999999-1"])(
    "refuse the cursor %j",
    async (cursor) => {
      await expect(read(cursor)).rejects.toMatchObject({ code: "request.invalid" });
    },
  );

  it("vanish with the transaction that appended them", async () => {
    const start = await inTenant(eventsNow);
    await expect(
      inTenant(async (tx) => {
        await appendEvent(tx, { tenantId: tenant.tenantId, type: "session.action", data: {} });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await read(start)).toEqual([]);
  });

  it("are forgotten after a week", async () => {
    const start = await inTenant(eventsNow);
    await append(1);
    await expect.poll(async () => (await read(start)).length).toBe(1);
    const kept = await read(null);
    await store.admin.query("update events set at = now() - interval '8 days' where id < $1", [
      Number(kept.at(-1)!.id.split("-")[1]),
    ]);
    await store.database.system(forgetTransient);
    expect(await read(null)).toEqual(kept.slice(-1));
  });

  it("are put down for delivery to the task's webhook and to the tenant's that want the type", async () => {
    await store.admin.query(
      `insert into webhooks (id, tenant_id, url, types, disabled_at) values
        (gen_random_uuid(), $1, 'https://all.example/', '[]', null), (gen_random_uuid(), $1, 'https://queued.example/', '["task.queued"]', null),
        (gen_random_uuid(), $1, 'https://other.example/', '["task.finished"]', null), (gen_random_uuid(), $1, 'https://off.example/', '[]', now())`,
      [tenant.tenantId],
    );
    const { id } = await inTenant((tx) => insertTask(tx, newTask(tenant, { webhook: "https://task.example/" })));
    const { rows } = await store.admin.query(
      "select url, body->>'type' as type, body->>'taskId' as task, state from webhook_deliveries order by url",
    );
    expect(rows).toEqual(
      ["https://all.example/", "https://queued.example/", "https://task.example/"].map((url) => ({
        url,
        type: "task.queued",
        task: id,
        state: "pending",
      })),
    );
  });
});

describe("signals", () => {
  it("arrive when the transaction commits, and again after the connection was killed", async () => {
    const got: Signal[] = [];
    let reconnects = 0;
    const errors: Error[] = [];
    const listener = await listenSignals({
      url: store.url,
      onSignal: (signal) => got.push(signal),
      onReconnect: () => {
        reconnects += 1;
      },
      onError: (error) => errors.push(error),
    });
    onTestFinished(() => listener.close());
    const send = (signal: Signal) => store.database.system((tx) => notify(tx, signal));
    await send({ kind: "fleet.stop" });
    await store.database
      .system(async (tx) => {
        await notify(tx, { kind: "task.queued" });
        throw new Error("no");
      })
      .catch(() => undefined);
    await expect.poll(() => got).toEqual([{ kind: "fleet.stop" }]);
    await store.admin.query("select pg_notify('deskfleet_signals', '{\"kind\":\"from the future\"}')");
    await expect.poll(() => errors.length).toBe(1);
    await store.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'deskfleet-signals' and datname = current_database()",
    );
    await expect.poll(() => reconnects, { timeout: 5_000 }).toBe(1);
    await send({ kind: "tenant.stop", tenantId: tenant.tenantId });
    await expect.poll(() => got).toEqual([{ kind: "fleet.stop" }, { kind: "tenant.stop", tenantId: tenant.tenantId }]);
  });
});
