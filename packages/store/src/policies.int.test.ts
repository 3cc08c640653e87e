import type { PolicyDocument } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { insertTask } from "./insert-task.ts";
import { actFor, findPolicy, listPolicyVersions, type PolicyOwner, policiesInForce, putPolicy } from "./policies.ts";
import { findProject, insertProject, listProjects } from "./projects.ts";
import { listenSignals } from "./signals.ts";

let store: StoreFixture;
let mine: TestTenant;
let theirs: TestTenant;
let orders: string;
let invoices: string;
let foreign: string;

beforeAll(async () => {
  store = await storeFixture();
  mine = await makeTenant(store.database, "mine");
  theirs = await makeTenant(store.database, "theirs");
  const project = async ({ tenantId, principalId: createdBy }: TestTenant, name: string) =>
    (await store.database.tenant(tenantId, (tx) => insertProject(tx, { tenantId, name, createdBy }))).id;
  orders = await project(mine, "orders");
  invoices = await project(mine, "invoices");
  foreign = await project(theirs, "orders");
});
afterAll(() => store.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => store.database.tenant(mine.tenantId, work);
const put = (owner: Omit<PolicyOwner, "tenantId">, document: PolicyDocument, as = mine.principalId) =>
  inTenant(async (tx) => {
    await actFor(tx, as);
    return putPolicy(tx, { tenantId: mine.tenantId, ...owner, document, comment: "", createdBy: `principal:${as}` });
  });
const weighing = (readBytesMax: number) => ({ paths: { readBytesMax } });

describe("policy layers", () => {
  it("are five documents with versions of their own, and a subject gets the newest of each that holds for it", async () => {
    const { tenantId, principalId } = mine;
    const system = { tenantId: null, document: weighing(1), comment: "", createdBy: "system" };
    await store.database.system((tx) => putPolicy(tx, system));
    for (const size of [20, 2]) await put({}, weighing(size));
    await put({ projectId: orders }, weighing(3));
    await put({ projectId: invoices }, weighing(30));
    await put({ principalId }, weighing(4));
    await put({ principalId, projectId: orders }, weighing(5));
    const other = newId();
    await put({ principalId: other }, weighing(40), other);

    const inForce = async (projectId: string | null) =>
      (await inTenant((tx) => policiesInForce(tx, { tenantId, principalId, projectId })))
        .map(({ layer, version, document }) => `${layer}@${version} ${document.paths?.readBytesMax}`)
        .toSorted();
    expect(await inForce(orders)).toEqual(["fleet@1 1", "local@1 5", "project@1 3", "tenant@2 2", "user@1 4"]);
    expect(await inForce(invoices)).toEqual(["fleet@1 1", "project@1 30", "tenant@2 2", "user@1 4"]);
    expect(await inForce(null)).toEqual(["fleet@1 1", "tenant@2 2", "user@1 4"]);
  });

  it("of a principal are written by nobody else, whatever the code in front forgot", async () => {
    const other = newId();
    await expect(put({ principalId: other }, {})).rejects.toMatchObject({ code: "internal" });
    await expect(put({ principalId: other, projectId: orders }, {})).rejects.toMatchObject({ code: "internal" });
    const forgotten = inTenant((tx) =>
      putPolicy(tx, {
        ...{ tenantId: mine.tenantId, principalId: mine.principalId },
        ...{ document: {}, comment: "", createdBy: "x" },
      }),
    );
    await expect(forgotten).rejects.toMatchObject({ code: "internal" });
  });

  it("do not take another tenant's project, which a plain foreign key would accept", async () => {
    await expect(put({ projectId: foreign }, {})).rejects.toMatchObject({ code: "resource.not_found" });
    const task = newTask(mine, { projectId: foreign });
    await expect(inTenant((tx) => insertTask(tx, task))).rejects.toMatchObject({ code: "resource.not_found" });
  });

  it("of the fleet belong to no project and no principal", async () => {
    const stray = { tenantId: null, projectId: orders, document: {}, comment: "", createdBy: "system" };
    await expect(store.database.system((tx) => putPolicy(tx, stray))).rejects.toMatchObject({ code: "internal" });
  });

  it("refuse a change that is based on another version than the one in force, and say which that is", async () => {
    const owner = { tenantId: mine.tenantId, projectId: invoices };
    const { version } = await put({ projectId: invoices }, weighing(7));
    const based = (expectedVersion: number) =>
      inTenant((tx) =>
        putPolicy(tx, { ...owner, document: weighing(8), comment: "", createdBy: "x", expectedVersion }),
      );
    const refused = { code: "resource.conflict", data: { currentVersion: version } };
    await expect(based(version - 1)).rejects.toMatchObject(refused);
    await expect(based(0)).rejects.toMatchObject(refused);
    expect((await based(version)).version).toBe(version + 1);
    const settled = await Promise.allSettled([1, 2, 3, 4].map(() => based(version + 1)));
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("that name no version to be based on come one after the other, also at the same time, and workers hear of each", async () => {
    const heard: string[] = [];
    const listener = await listenSignals({
      url: store.url,
      onSignal: (signal) =>
        "tenantId" in signal && signal.kind === "policy.changed" && heard.push(signal.tenantId ?? ""),
      onReconnect: () => undefined,
    });
    const { version } = await put({ projectId: invoices }, weighing(1));
    const stored = await Promise.all([1, 2, 3, 4, 5, 6].map((size) => put({ projectId: invoices }, weighing(size))));
    expect(stored.map((each) => each.version - version).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    await expect.poll(() => heard).toEqual(Array.from({ length: 7 }, () => mine.tenantId));
    await listener.close();
  });

  it("keep every version, newest first", async () => {
    const owner = { tenantId: mine.tenantId };
    const { items } = await inTenant((tx) => listPolicyVersions(tx, owner, { limit: 10 }));
    expect(items.map(({ layer, version }) => `${layer}@${version}`)).toEqual(["tenant@2", "tenant@1"]);
    expect((await inTenant((tx) => findPolicy(tx, owner, 1)))?.document).toEqual(weighing(20));
    expect(await inTenant((tx) => findPolicy(tx, owner, 3))).toBeNull();
    const change = store.database.system((tx) => tx.execute("update policies set version = 9"));
    await expect(change).rejects.toMatchObject({ code: "internal" });
  });
});

describe("projects", () => {
  it("are found by id and by name, and another tenant's are not", async () => {
    expect((await inTenant((tx) => findProject(tx, "orders")))?.id).toBe(orders);
    expect((await inTenant((tx) => findProject(tx, orders)))?.name).toBe("orders");
    expect(await inTenant((tx) => findProject(tx, foreign))).toBeNull();
    expect(await inTenant((tx) => findProject(tx, "unknown"))).toBeNull();
    const { items } = await inTenant((tx) => listProjects(tx, { limit: 10 }));
    expect(items.map(({ name }) => name)).toEqual(["invoices", "orders"]);
  });

  it("have a name of their own within the tenant", async () => {
    const { tenantId, principalId: createdBy } = mine;
    const again = inTenant((tx) => insertProject(tx, { tenantId, name: "orders", createdBy }));
    await expect(again).rejects.toMatchObject({ code: "resource.conflict" });
  });
});
