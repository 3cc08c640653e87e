import type { Page, Task } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { ARTIFACT_BYTES_MAX, findArtifact, insertArtifact, listArtifacts } from "./artifacts.ts";
import { listBatchRows } from "./batches.ts";
import { insertBatch } from "./insert-batch.ts";
import { insertTask } from "./insert-task.ts";
import { listPolicyVersions, putPolicy } from "./policies.ts";
import { listTasks } from "./tasks.ts";
import { findWorker, liveWorkers, removeWorker, upsertWorker } from "./workers.ts";
import { findWorkflow, insertWorkflow, listWorkflows } from "./workflows.ts";

let store: StoreFixture;
let tenant: TestTenant;
beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "resources");
});
afterAll(() => store.close());
const inTenant: StoreFixture["database"]["system"] = (work) => store.database.tenant(tenant.tenantId, work);

describe("paging", () => {
  it("shows every task once, newest first, while others are submitted", async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1)
      made.push((await inTenant((tx) => insertTask(tx, newTask(tenant, { reference: "paged" })))).id);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Page<Task> = await inTenant((tx) =>
        listTasks(tx, { reference: "paged" }, { limit: 3, cursor: cursor ?? undefined }),
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await inTenant((tx) => insertTask(tx, newTask(tenant, { reference: "paged" })));
    }
    expect(seen).toEqual(made.toReversed());
  });

  it.each(["", "x", "..", Buffer.from("'; drop table tasks; --").toString("base64url")])(
    "refuses the cursor %j",
    async (cursor) => {
      await expect(inTenant((tx) => listTasks(tx, {}, { limit: 3, cursor }))).rejects.toMatchObject({
        code: "request.invalid",
        faults: [{ path: "/cursor" }],
      });
    },
  );

  it("reads a batch's rows in order, in portions", async () => {
    const rows = Array.from({ length: 25 }, (_, n) => ({ name: `行 ${n}` }));
    const batch = { ...newTask(tenant), workflow: tenant.workflow, reference: "streamed", concurrency: 1, rows };
    const { id } = await inTenant((tx) => insertBatch(tx, batch));
    const read = await inTenant(async (tx) => {
      const all: [number | null, unknown][] = [];
      for await (const { row, inputs } of listBatchRows(tx, id, { portion: 10 })) all.push([row, inputs]);
      return all;
    });
    expect(read).toEqual(rows.map((inputs, n) => [n + 1, inputs]));
  });
});

describe("workflows", () => {
  it("are found by version or newest, and a version is written once, also of two that try together", async () => {
    const original = (await inTenant((tx) => findWorkflow(tx, "enter-order")))!;
    const { id: _id, createdAt: _createdAt, ...document } = original;
    const write = () =>
      inTenant((tx) =>
        insertWorkflow(tx, { tenantId: tenant.tenantId, document: { ...document, version: 2 }, createdBy: "x" }),
      );
    const settled = await Promise.allSettled([write(), write()]);
    expect(settled.map((each) => (each.status === "rejected" ? each.reason.code : "stored")).sort()).toEqual([
      "resource.conflict",
      "stored",
    ]);
    expect((await inTenant((tx) => findWorkflow(tx, "enter-order")))?.version).toBe(2);
    expect((await inTenant((tx) => findWorkflow(tx, "enter-order@1")))?.version).toBe(1);
    expect(await inTenant((tx) => findWorkflow(tx, "enter-order@3"))).toBeNull();
    expect(
      (await inTenant((tx) => listWorkflows(tx, { name: "enter-order" }, { limit: 10 }))).items.map(
        ({ version }) => version,
      ),
    ).toEqual([2, 1]);
    await expect(store.database.system((tx) => tx.execute("update workflows set version = 9"))).rejects.toMatchObject({
      code: "internal",
    });
  });
});

describe("policies", () => {
  it("get one version after the other when ten are put at once, and none is lost", async () => {
    const put = (n: number) =>
      inTenant((tx) =>
        putPolicy(tx, {
          tenantId: tenant.tenantId,
          document: { limits: { weight: n } },
          comment: `${n}`,
          createdBy: "x",
        }),
      );
    const stored = await Promise.all(Array.from({ length: 10 }, (_, n) => put(n + 1)));
    const oneToTen = Array.from({ length: 10 }, (_, n) => n + 1);
    expect(stored.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(oneToTen);
    const { items } = await inTenant((tx) => listPolicyVersions(tx, { tenantId: tenant.tenantId }, { limit: 50 }));
    expect(items.map(({ document }) => document.limits?.weight).toSorted((a, b) => a! - b!)).toEqual(oneToTen);
  });
});

describe("artifacts", () => {
  it("come back byte for byte, and not at all beyond their limit", async () => {
    const { id: taskId } = await inTenant((tx) => insertTask(tx, newTask(tenant)));
    const artifact = {
      tenantId: tenant.tenantId,
      taskId,
      sessionId: null,
      kind: "frame",
      name: "f.png",
      contentType: "image/png",
    };
    const content = Buffer.from([0, 255, 10, 13, 0]);
    const { id } = await inTenant((tx) => insertArtifact(tx, { ...artifact, content }));
    expect((await inTenant((tx) => findArtifact(tx, id)))?.content).toEqual(content);
    expect((await inTenant((tx) => listArtifacts(tx, taskId))).map(({ contentBytes }) => contentBytes)).toEqual([5]);
    await expect(
      inTenant((tx) => insertArtifact(tx, { ...artifact, content: Buffer.alloc(ARTIFACT_BYTES_MAX + 1) })),
    ).rejects.toMatchObject({ code: "request.too_large" });
  });
});

it("workers are live while they report, and gone when they say so", async () => {
  const report = {
    id: "w1",
    url: "http://127.0.0.1:1",
    slots: 4,
    used: 1,
    warm: 2,
    images: [{ name: "default", apps: null }],
    runtimes: ["runc"],
    confinement: null,
  };
  const inSystem = store.database.system;
  await inSystem((tx) => upsertWorker(tx, report));
  const confinement = { kind: "namespaces" as const, landlock: 7 };
  await inSystem((tx) => upsertWorker(tx, { ...report, used: 2, confinement }));
  await inSystem((tx) => upsertWorker(tx, { ...report, id: "w2" }));
  await store.admin.query("update workers set seen_at = now() - interval '1 minute' where id = 'w2'");
  expect(await inSystem((tx) => liveWorkers(tx, 15_000))).toEqual([
    { ...report, used: 2, confinement, isDraining: false, seenAt: expect.any(String) },
  ]);
  await inSystem((tx) => removeWorker(tx, "w1"));
  expect(await inSystem((tx) => findWorker(tx, "w1"))).toBeNull();
  await expect(inTenant((tx) => liveWorkers(tx, 15_000))).rejects.toMatchObject({ code: "internal" });
});
