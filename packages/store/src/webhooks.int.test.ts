import { FleetEvent } from "@deskfleet/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { appendEvent, eventsAfter, eventsNow } from "./events.ts";
import { insertTask } from "./insert-task.ts";
import { claimDeliveries, listDeliveries, recordTry, redeliver } from "./webhook-deliveries.ts";
import { webhookSecret } from "./webhook-secret.ts";
import { insertWebhook, listWebhooks, removeWebhook, WEBHOOKS_MAX } from "./webhooks.ts";

let store: StoreFixture;
let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "hooked");
  other = await makeTenant(store.database, "other");
});
afterAll(() => store.close());
beforeEach(() => store.admin.query("delete from webhook_deliveries; update webhooks set disabled_at = now()"));

const inTenant: StoreFixture["database"]["system"] = (work) => store.database.tenant(tenant.tenantId, work);
const register = (types: FleetEvent["type"][] = [], owner = tenant) =>
  store.database.tenant(owner.tenantId, (tx) =>
    insertWebhook(tx, { tenantId: owner.tenantId, url: "https://hooks.example/", types }),
  );
const append = (owner = tenant) =>
  store.database.tenant(owner.tenantId, (tx) =>
    appendEvent(tx, { tenantId: owner.tenantId, type: "session.action", data: { n: 1 } }),
  );
const claim = (changes: Partial<Parameters<typeof claimDeliveries>[1]> = {}) =>
  store.database.system((tx) =>
    claimDeliveries(tx, { limit: 100, perTenant: 100, leaseMs: 60_000, busyTenants: [], ...changes }),
  );
const deliveriesOf = (webhookId: string, state?: "pending" | "delivered" | "failed", cursor?: string) =>
  inTenant((tx) => listDeliveries(tx, { of: { webhookId }, state }, { limit: 2, cursor }));

describe("a webhook", () => {
  it("is not seen, removed or sent again by another tenant", async () => {
    const { id } = await register();
    await append();
    const [delivery] = (await deliveriesOf(id)).items;
    await store.database.tenant(other.tenantId, async (tx) => {
      expect(await listWebhooks(tx)).toEqual([]);
      expect((await listDeliveries(tx, { of: { webhookId: id } }, { limit: 10 })).items).toEqual([]);
      await expect(removeWebhook(tx, id)).rejects.toMatchObject({ code: "resource.not_found" });
      const input = { webhookId: id, id: delivery!.id };
      await expect(redeliver(tx, input)).rejects.toMatchObject({ code: "resource.not_found" });
    });
  });

  it("gets nothing once it is removed, not even what waited or was written meanwhile", async () => {
    const { id } = await register();
    await append();
    const late = await store.admin.connect();
    await late.query("begin");
    await late.query(
      `insert into webhook_deliveries (tenant_id, event_id, webhook_id, url, body)
       select tenant_id, event_id, webhook_id, url, body from webhook_deliveries`,
    );
    await inTenant((tx) => removeWebhook(tx, id));
    await late.query("commit");
    late.release();
    await append();
    expect(await claim()).toEqual([]);
    expect((await deliveriesOf(id, "failed")).items.map(({ lastError }) => lastError)).toEqual(["webhook_removed"]);
    await expect(inTenant((tx) => removeWebhook(tx, id))).rejects.toMatchObject({ code: "resource.not_found" });
  });

  it(`is one of at most ${WEBHOOKS_MAX}`, async () => {
    for (let n = 0; n < WEBHOOKS_MAX; n += 1) await register();
    await expect(register()).rejects.toMatchObject({ code: "resource.conflict" });
    await register([], other);
  });

  it("has a secret of its own, from which nothing of the fleet's can be told", () => {
    const [a, b] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"];
    const secrets = [
      webhookSecret(store.secret, { webhookId: a! }),
      webhookSecret(store.secret, { webhookId: b! }),
      webhookSecret(store.secret, { tenantId: a! }),
      webhookSecret("00".repeat(32), { webhookId: a! }),
    ];
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhookSecret(store.secret, { webhookId: a! })).toBe(secrets[0]);
  });
});

describe("a delivery", () => {
  it("is not written when the event's transaction does not commit", async () => {
    await register();
    const lost = inTenant(async (tx) => {
      await appendEvent(tx, { tenantId: tenant.tenantId, type: "session.action", data: {} });
      throw new Error("no");
    });
    await expect(lost).rejects.toThrow("no");
    expect(await claim()).toEqual([]);
  });

  it("carries the very event that SSE sends", async () => {
    await register(["session.action"]);
    const start = await inTenant(eventsNow);
    await append();
    const [delivery] = await claim();
    const events = () => inTenant((tx) => eventsAfter(tx, { afterId: start, limit: 10 }));
    await expect.poll(events).toEqual([FleetEvent.parse(delivery?.body)]);
  });

  it("of a task's own address is one, even where the address is registered too", async () => {
    const { id: webhookId } = await register(["task.queued"]);
    await inTenant((tx) => insertTask(tx, newTask(tenant, { webhook: "https://hooks.example/" })));
    const { id: taskId } = await inTenant((tx) => insertTask(tx, newTask(tenant, { webhook: "https://own.example/" })));
    const claimed = await claim();
    expect(claimed.map(({ webhookId: owner, url }) => [owner, url]).sort()).toEqual(
      [
        [webhookId, "https://hooks.example/"],
        [webhookId, "https://hooks.example/"],
        [null, "https://own.example/"],
      ].sort(),
    );
    const own = await inTenant((tx) => listDeliveries(tx, { of: { taskId } }, { limit: 10 }));
    expect(own.items).toMatchObject([{ webhookId: null, taskId, url: "https://own.example/", tries: 1 }]);
  });

  it("is claimed by one of many senders, and again only when its lease is over", async () => {
    await register();
    for (let n = 0; n < 20; n += 1) await append();
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim({ limit: 4 })));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await claim();
    expect(await claim()).toEqual([]);
    await store.admin.query("update webhook_deliveries set next_at = now() - interval '1 s'");
    const again = await claim();
    expect([again.length, new Set(again.map(({ tries }) => tries))]).toEqual([20, new Set([2])]);
  });

  it("of one tenant does not wait for another tenant's thousands", async () => {
    await register();
    await register([], other);
    for (let n = 0; n < 10; n += 1) await append();
    await append(other);
    const claimed = await claim({ limit: 4, perTenant: 3 });
    expect(claimed.map(({ tenantId }) => tenantId).sort()).toEqual(
      [tenant.tenantId, tenant.tenantId, tenant.tenantId, other.tenantId].sort(),
    );
    expect(await claim({ busyTenants: [tenant.tenantId, other.tenantId] })).toEqual([]);
  });

  it("is found at once however many wait", async () => {
    await register();
    await register([], other);
    await append();
    await store.admin.query(
      `insert into webhook_deliveries (tenant_id, event_id, webhook_id, url, body)
       select d.tenant_id, d.event_id, d.webhook_id, d.url, d.body from webhook_deliveries d, generate_series(1, 100000)`,
    );
    await append(other);
    const startedMs = performance.now();
    const claimed = await claim({ limit: 8, perTenant: 4 });
    expect(performance.now() - startedMs).toBeLessThan(250);
    expect(claimed.map(({ tenantId }) => tenantId === other.tenantId)).toContain(true);
    expect(claimed).toHaveLength(5);
  });

  it("keeps the result of its last try only", async () => {
    const { id } = await register();
    await append();
    const [first] = await claim({ leaseMs: 0 });
    const [second] = await claim();
    await store.database.system((tx) => recordTry(tx, first!, { isDelivered: true, status: 200 }));
    expect((await deliveriesOf(id)).items).toMatchObject([{ state: "pending", tries: 2, lastStatus: null }]);
    const refused = { isDelivered: false, status: 500, error: "status", retryInMs: 60_000 } as const;
    await store.database.system((tx) => recordTry(tx, second!, refused));
    expect((await deliveriesOf(id)).items).toMatchObject([{ state: "pending", lastStatus: 500, lastError: "status" }]);
    expect(await claim()).toEqual([]);
  });

  it("that was given up is sent again on request, under the same id and with all its tries", async () => {
    const { id: webhookId } = await register();
    await append();
    const [claimed] = await claim();
    const over = { isDelivered: false, status: null, error: "timeout", retryInMs: null } as const;
    await store.database.system((tx) => recordTry(tx, claimed!, over));
    expect((await deliveriesOf(webhookId, "failed")).items).toMatchObject([{ nextAt: null, lastError: "timeout" }]);
    await inTenant((tx) => redeliver(tx, { webhookId, id: claimed!.id }));
    expect(await claim()).toMatchObject([{ id: claimed!.id, tries: 1 }]);
  });

  it("is listed once on pages, newest first", async () => {
    const { id } = await register();
    for (let n = 0; n < 3; n += 1) await append();
    const first = await deliveriesOf(id);
    const second = await deliveriesOf(id, undefined, first.nextCursor ?? "");
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
    const ids = [...first.items, ...second.items].map((delivery) => delivery.id);
    expect(new Set(ids).size).toBe(3);
    await expect(deliveriesOf(id, undefined, "AAAA")).rejects.toMatchObject({ code: "request.invalid" });
  });
});
