import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { FleetError, toProblem } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { emptyDatabase } from "../../../test/support/database.ts";
import {
  makeTenant,
  newAuditRecord,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { AuditWriter } from "./audit/audit-writer.ts";
import { verifyTenant } from "./audit/verify-chain.ts";
import { bootstrapAdmin } from "./bootstrap-admin.ts";
import { openDatabase, type Tx } from "./database.ts";
import { insertTask } from "./insert-task.ts";
import { findPrincipalByKey } from "./keys.ts";
import { migrate } from "./migrate.ts";
import { insertSession } from "./sessions.ts";
import { findTask } from "./tasks.ts";

let store: StoreFixture;
let tenant: TestTenant;
beforeAll(async () => {
  store = await storeFixture({ max: 4 });
  tenant = await makeTenant(store.database, "plain");
});
afterAll(() => store.close());

describe("a transaction", () => {
  it("takes everything back when its work fails, and the connection is good for the next", async () => {
    let id = "";
    const failing = store.database.tenant(tenant.tenantId, async (tx) => {
      id = (await insertTask(tx, newTask(tenant))).id;
      throw new Error("later");
    });
    await expect(failing).rejects.toThrow("later");
    expect(await store.database.tenant(tenant.tenantId, (tx) => findTask(tx, id))).toBeNull();
  });

  it("does not pretend to commit after a statement that failed and was ignored", async () => {
    const careless = store.database.system(async (tx) => {
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
      return "fine";
    });
    await expect(careless).rejects.toMatchObject({
      code: "internal",
      detail: "the transaction had failed and was rolled back",
    });
  });

  it.each(["select 3000000000::int", "select '0000-01-01'::timestamptz", "select '2030-02-30'::date"])(
    "calls a value that its type does not hold the caller's fault, not ours: %s",
    async (statement) => {
      const refused = store.database.tenant(tenant.tenantId, (tx) => tx.execute(sql.raw(statement)));
      await expect(refused).rejects.toMatchObject({ code: "request.invalid" });
    },
  );

  it("does not wait for a server that hangs, and goes on when it is back", { timeout: 30_000 }, async () => {
    const { url, hang, goOn } = await hangingProxy(store.url);
    const remote = openDatabase({ url, applicationName: "hanging", max: 1, secret: store.secret });
    onTestFinished(() => remote.close());
    const one = () => remote.tenant(tenant.tenantId, (tx) => tx.execute(sql`select 1`));
    await one();
    hang();
    const startedMs = performance.now();
    await expect(one()).rejects.toMatchObject({ code: "store.unavailable" });
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    goOn();
    await one();
  });

  it("leaves neither role nor tenant on the connection", async () => {
    const single = openDatabase({ url: store.url, applicationName: "single", max: 1, secret: store.secret });
    onTestFinished(() => single.close());
    const who = sql`select current_user as role, current_setting('app.tenant', true) as tenant, pg_backend_pid() as pid`;
    const first = await single.tenant(tenant.tenantId, (tx) => tx.execute(who));
    const second = await single.system((tx) => tx.execute(who));
    expect(first.rows[0]).toMatchObject({ role: "deskfleet_tenant", tenant: tenant.tenantId });
    expect(second.rows[0]).toEqual({ role: "deskfleet_system", tenant: "", pid: first.rows[0]!.pid });
  });

  it.each(["", "x'; reset role; --", "01890000-0000-7000-8000-00000000000"])("refuses %j as a tenant", (tenantId) => {
    expect(() => store.database.tenant(tenantId, async () => 1)).toThrow(FleetError);
  });
});

describe("what the driver says stays inside", () => {
  const secretText = "hunter2-in-a-parameter";
  it.each([
    ["a broken statement", sql`select ${secretText}::text from nowhere_at_all`, "internal"],
    ["a NUL in text", sql`select ${`${secretText}\0`}::text`, "request.invalid"],
    ["an id that is none", sql`select ${secretText}::uuid`, "request.invalid"],
    ["no right", sql`delete from audit_records where actor = ${secretText}`, "internal"],
    [
      "a timeout",
      sql`select set_config('statement_timeout', '20ms', true), pg_sleep(0), ${secretText}::text`,
      "store.unavailable",
    ],
  ])("%s", async (_what, statement, code) => {
    const failing = store.database.system(async (tx) => {
      await tx.execute(statement);
      await tx.execute(sql`select pg_sleep(1)`);
    });
    const error = await failing.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "FleetError", code });
    expect(JSON.stringify(toProblem(error, "r")) + (error as Error).message).not.toContain(secretText);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  it("a database that is not there is store.unavailable", async () => {
    const nowhere = openDatabase({
      url: "postgres://nobody:secretword@127.0.0.1:9/none",
      applicationName: "x",
      secret: store.secret,
    });
    const error = await nowhere.system(async () => 1).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: "store.unavailable",
      message: "store.unavailable: the database does not answer",
    });
    await nowhere.close();
  });

  it("a connection that is killed under the work is store.unavailable, and the pool recovers", async () => {
    const kill = async (tx: Tx, meanwhile: () => Promise<unknown>) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const running = meanwhile();
      await store.admin.query("select pg_terminate_backend($1, 2000)", [rows[0]!.pid]);
      await running;
    };
    const sleeping = store.database.system((tx) => kill(tx, () => tx.execute(sql`select pg_sleep(10)`)));
    await expect(sleeping).rejects.toMatchObject({ code: "store.unavailable" });
    // Between two statements nobody waits for the socket: its error must not end the process.
    const idle = store.database.system((tx) => kill(tx, () => new Promise((resolve) => setTimeout(resolve, 100))));
    await expect(idle).rejects.toMatchObject({ code: "store.unavailable" });
    expect(await store.database.system(async () => "again")).toBe("again");
  });
});

describe("migrations", () => {
  it("are applied once when five processes start together, and again is a no-op", async () => {
    const empty = await emptyDatabase();
    onTestFinished(() => empty.drop());
    await Promise.all([1, 2, 3, 4, 5].map(() => migrate(empty.url)));
    await migrate(empty.url);
    const made = await Promise.all([1, 2, 3].map(() => bootstrapAdmin(empty.url)));
    expect(made.filter(({ key }) => key !== null)).toHaveLength(1);
    expect(new Set(made.map(({ tenantId }) => tenantId)).size).toBe(1);
  });

  it("say what is missing when the user may not create roles, and need nothing more than that afterwards", async () => {
    const empty = await emptyDatabase();
    const name = `plain_owner_${process.pid}`;
    const admin = new pg.Pool({ connectionString: store.url, max: 1 });
    onTestFinished(async () => {
      await empty.drop();
      await admin.query(`drop role ${name}`);
      await admin.end();
    });
    await admin.query(`create role ${name} login password 'test'`);
    const url = new URL(empty.url);
    await admin.query(`alter database ${url.pathname.slice(1)} owner to ${name}`);
    url.username = name;
    url.password = "test";
    const refusal = await migrate(url.href).catch((caught: unknown) => caught);
    const [, statements] = /Let an administrator run: (.*)$/.exec((refusal as FleetError).detail) ?? [];
    expect(statements).toContain(`GRANT deskfleet_tenant TO "${name}"`);
    await admin.query(statements!);

    await migrate(url.href);
    const { tenantId, key } = await bootstrapAdmin(url.href);
    const database = openDatabase({ url: url.href, applicationName: "plain", max: 2, secret: store.secret });
    const principal = await database.system((tx) => findPrincipalByKey(tx, key!));
    expect(principal).toMatchObject({ tenantId, role: "admin" });
    const desktop = { image: "default", display: "1280x800", isolation: "container" as const };
    await database.tenant(tenantId, (tx) =>
      insertSession(tx, { tenantId, principalId: principal!.id, desktop, grants: [], idleTimeoutSeconds: 60 }),
    );
    const writer = new AuditWriter({ url: url.href, secret: store.secret });
    await writer.append(newAuditRecord(tenantId, "chain"));
    await writer.close();
    const proofs = await database.tenant(tenantId, (tx) => verifyTenant(tx, tenantId, store.secret));
    expect(proofs.map(({ isIntact }) => isIntact)).toEqual([true, true]);
    await database.close();

    const owner = new pg.Client({ connectionString: url.href });
    await owner.connect();
    // Forced: the owner, without switching its role, sees nothing either.
    expect((await owner.query("select 1 from sessions")).rowCount).toBe(0);
    await expect(owner.query("update audit_records set actor = 'x'")).rejects.toMatchObject({ code: "DF001" });
    await owner.end();
  });
});

/** Passes bytes between a client and Postgres; while it hangs it takes them and passes none. */
async function hangingProxy(target: string): Promise<{ url: string; hang(): void; goOn(): void }> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => isHanging || to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hang: () => {
      isHanging = true;
    },
    goOn: () => {
      isHanging = false;
    },
  };
}
