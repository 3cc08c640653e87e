import { createHmac } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { FleetEvent, type WebhookDelivery } from "@deskfleet/contracts";
import { appendEvent, insertTask, insertWebhook, listDeliveries, redeliver, webhookSecret } from "@deskfleet/store";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../../test/support/store-fixture.ts";
import { startTestWorker } from "../queue/testing-worker.ts";
import { DeliveryLoop } from "./delivery-loop.ts";

interface Received {
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}
let store: StoreFixture;
let tenant: TestTenant;
let receiver: Server;
let url: string;
let received: Received[] = [];
/** What the receiver answers next; 0: nothing, ever. */
let status = 200;
const logged: unknown[] = [];
const log = {
  debug: () => undefined,
  info: (...line: unknown[]) => void logged.push(line),
  warn: (...line: unknown[]) => void logged.push(line),
  error: (...line: unknown[]) => void logged.push(line),
};

beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "hooked");
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    received.push({ headers: request.headers, body });
    if (status !== 0) response.writeHead(status).end("the receiver's words");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in?token=of-the-receiver`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await store.close();
});
beforeEach(() => {
  received = [];
  status = 200;
});
afterEach(() => store.admin.query("delete from webhook_deliveries; update webhooks set disabled_at = now()"));

const inTenant: StoreFixture["database"]["system"] = (work) => store.database.tenant(tenant.tenantId, work);
const register = () => inTenant((tx) => insertWebhook(tx, { tenantId: tenant.tenantId, url, types: [] }));
const append = () =>
  inTenant((tx) => appendEvent(tx, { tenantId: tenant.tenantId, type: "session.action", data: { text: "Łódź 東京" } }));
async function deliveries(webhookId: string): Promise<WebhookDelivery[]> {
  return (await inTenant((tx) => listDeliveries(tx, { of: { webhookId } }, { limit: 50 }))).items;
}
async function runOnce(changes: { allowPrivate?: boolean; timeoutMs?: number } = {}): Promise<void> {
  const loop = new DeliveryLoop({ database: store.database, log, allowPrivate: true, ...changes });
  await loop.run();
  await loop.settled();
}
const verify = ({ headers, body }: Received, secret: string): boolean => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return headers["webhook-signature"] === `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
};

describe("a delivery", () => {
  it("does not reach a private address unless that is configured, and is given up at once", async () => {
    const { id } = await register();
    await append();
    await runOnce({ allowPrivate: false });
    expect(received).toEqual([]);
    expect(await deliveries(id)).toMatchObject([{ state: "failed", tries: 1, lastError: "address_refused" }]);
  });

  it("is the event, signed with the webhook's secret and no other", async () => {
    const { id } = await register();
    await append();
    await runOnce();
    expect(received).toHaveLength(1);
    const [one] = received as [Received];
    expect(FleetEvent.parse(JSON.parse(one.body))).toMatchObject({
      type: "session.action",
      data: { text: "Łódź 東京" },
    });
    expect(verify(one, webhookSecret(store.secret, { webhookId: id }))).toBe(true);
    expect(verify(one, webhookSecret(store.secret, { tenantId: tenant.tenantId }))).toBe(false);
    expect(Math.abs(Number(one.headers["webhook-timestamp"]) - Date.now() / 1_000)).toBeLessThan(5);
    expect(await deliveries(id)).toMatchObject([
      { id: one.headers["webhook-id"], state: "delivered", tries: 1, lastStatus: 200, lastError: null, nextAt: null },
    ]);
  });

  it("to a task's own address is signed with the tenant's secret for tasks", async () => {
    await inTenant((tx) => insertTask(tx, newTask(tenant, { webhook: url })));
    await runOnce();
    const secret = webhookSecret(store.secret, { tenantId: tenant.tenantId });
    expect(received.map((one) => verify(one, secret))).toEqual([true]);
  });

  it.each([500, 302, 404])("answered with %d is tried again later, under the same id", async (answer) => {
    const { id } = await register();
    await append();
    status = answer;
    await runOnce();
    await runOnce();
    expect(received).toHaveLength(1);
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: "pending", tries: 1, lastStatus: answer, lastError: "status" });
    const waitMs = Date.parse(delivery!.nextAt ?? "") - Date.now();
    expect(waitMs).toBeGreaterThan(5_000);
    expect(waitMs).toBeLessThan(11_500);
    await store.admin.query("update webhook_deliveries set next_at = now()");
    status = 200;
    await runOnce();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([delivery!.id, delivery!.id]);
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", tries: 2 }]);
  });

  it("is given up after the eighth try, or at once on 410; asked again it comes again", async () => {
    const { id } = await register();
    await append();
    status = 503;
    for (let tries = 1; tries <= 8; tries += 1) {
      await runOnce();
      expect(await deliveries(id)).toMatchObject([{ state: tries === 8 ? "failed" : "pending", tries }]);
      await store.admin.query("update webhook_deliveries set next_at = now()");
    }
    await runOnce();
    expect(received).toHaveLength(8);
    status = 410;
    const [delivery] = await deliveries(id);
    await inTenant((tx) => redeliver(tx, { webhookId: id, id: delivery!.id }));
    await runOnce();
    expect(await deliveries(id)).toMatchObject([{ state: "failed", tries: 1, lastStatus: 410 }]);
  });

  it("that nobody answers ends in time, and is tried again", async () => {
    const { id } = await register();
    await append();
    status = 0;
    await runOnce({ timeoutMs: 200 });
    expect(await deliveries(id)).toMatchObject([{ state: "pending", lastStatus: null, lastError: "timeout" }]);
  });

  it("leaves neither secret, address nor the receiver's words in the log", () => {
    const text = JSON.stringify(logged);
    expect(text).toContain("a delivery failed");
    expect(text).not.toMatch(/whsec_|of-the-receiver|127\.0\.0\.1|receiver's words/);
  });
});

it("a slow receiver holds up its own tenant only", async () => {
  const other = await makeTenant(store.database, "other");
  await register();
  for (let n = 0; n < 20; n += 1) await append();
  const sent: string[] = [];
  const gate = new EventEmitter();
  const post = async (target: string) => {
    sent.push(target);
    if (target === url) await once(gate, "open");
    return { status: 200, error: null };
  };
  const loop = new DeliveryLoop({ database: store.database, log, allowPrivate: true, post });
  await loop.run();
  await loop.run();
  expect(sent).toHaveLength(8);
  await store.database.tenant(other.tenantId, async (tx) => {
    await insertWebhook(tx, { tenantId: other.tenantId, url: "https://quick.example/", types: [] });
    await appendEvent(tx, { tenantId: other.tenantId, type: "session.action" });
  });
  await loop.run();
  expect(sent.slice(8)).toEqual(["https://quick.example/"]);
  gate.emit("open");
  await loop.settled();
});

it("two workers deliver each event of a thousand once, and only the one that leads", async () => {
  const { id } = await register();
  const start = (workerId: string) =>
    startTestWorker({
      databaseUrl: store.url,
      workerId,
      slots: 1,
      allowPrivateWebhooks: true,
      times: { deliverMs: 20 },
    });
  const workers = [await start("one"), await start("two")];
  try {
    await inTenant(async (tx) => {
      for (let n = 0; n < 1_000; n += 1)
        await appendEvent(tx, { tenantId: tenant.tenantId, type: "session.action", data: { n } });
    });
    // Tasks of the cases before run too, and have events of their own.
    const ours = () => received.map(({ body }) => JSON.parse(body).data.n).filter((n) => n !== undefined) as number[];
    await vi.waitFor(() => expect(ours().length).toBeGreaterThanOrEqual(1_000), { timeout: 40_000, interval: 100 });
    const numbers = ours();
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
    await vi.waitFor(async () => {
      const { rows } = await store.admin.query(
        "select state, count(*)::int from webhook_deliveries where webhook_id = $1 and body->'data' ? 'n' group by 1",
        [id],
      );
      expect(rows).toEqual([{ state: "delivered", count: 1_000 }]);
    });
  } finally {
    for (const worker of workers) await worker.close();
  }
});
