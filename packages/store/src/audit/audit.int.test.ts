import type { AuditRecord } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  makeTenant,
  newAuditRecord,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../../test/support/store-fixture.ts";
import { newId } from "../ids.ts";
import { AuditWriter } from "./audit-writer.ts";
import { contentOf, GENESIS_HASH, type Head, headHmac, recordHash, tenantChain } from "./chain.ts";
import { exportAudit, listAudit, openIntents } from "./read-audit.ts";
import { verifyChain, verifyTenant } from "./verify-chain.ts";

let store: StoreFixture;
let tenant: TestTenant;
let writer: AuditWriter;

beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "audited");
  writer = new AuditWriter(store);
});
afterAll(async () => {
  await writer.close();
  await store.close();
});

const verify = (chain: string) => store.database.tenant(tenant.tenantId, (tx) => verifyChain(tx, chain, store.secret));

/** A new chain of five intents. */
async function chainOfFive(): Promise<{ chain: string; records: AuditRecord[] }> {
  const chain = newId();
  const records = await Promise.all(
    [1, 2, 3, 4, 5].map((x) =>
      writer.append(newAuditRecord(tenant.tenantId, chain, { sessionId: chain, params: { x } })),
    ),
  );
  return { chain, records };
}

/** As somebody who owns the server would: triggers off, then any SQL. */
async function tamper(...statements: [sql: string, values: unknown[]][]): Promise<void> {
  const client = await store.admin.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const [sql, values] of statements) await client.query(sql, values);
  } finally {
    await client.query("set session_replication_role = origin");
    client.release();
  }
}

describe("an intact chain", () => {
  it("links every record to the one before and signs the head", async () => {
    const { chain, records } = await chainOfFive();
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(records.map(({ previousHash }) => previousHash)).toEqual([
      GENESIS_HASH,
      ...records.slice(0, 4).map(({ hash }) => hash),
    ]);
    expect(await verify(chain)).toEqual({
      chain,
      records: 5,
      isIntact: true,
      fault: null,
      openIntents: 5,
      headHash: records[4]!.hash,
    });
  });

  it("verifies with everything that jsonb changes or refuses on the way", async () => {
    const chain = newId();
    const params = {
      z: 1.0,
      a: [1e21, -0, 0.1, 1e-7, Number.NaN],
      "ключ \u{1F600}": "NUL \0, lone \ud800 and \udc00, pair \u{1F600}",
      nested: { b: undefined, a: null },
      long: "x".repeat(100_000),
    };
    const written = await writer.append(
      newAuditRecord(tenant.tenantId, chain, { params, durationMs: 0.1 + 0.2, at: "2026-01-01T00:00:00.123456Z" }),
    );
    expect(written.params.a).toEqual([1e21, 0, 0.1, 1e-7, null]);
    expect(written.params["ключ \u{1F600}"]).toBe("NUL \uFFFD, lone \uFFFD and \uFFFD, pair \u{1F600}");
    expect(await verify(chain)).toMatchObject({ isIntact: true, records: 1 });
  });

  it("gives back exactly what it hashed", async () => {
    const { chain, records } = await chainOfFive();
    const exported = await store.database.tenant(tenant.tenantId, async (tx) => {
      const all: AuditRecord[] = [];
      for await (const record of exportAudit(tx, { sessionId: chain }, { portion: 2 })) all.push(record);
      return all;
    });
    expect(exported).toEqual(records);
    const page = await store.database.tenant(tenant.tenantId, (tx) => listAudit(tx, { chain }, { limit: 3 }));
    const rest = await store.database.tenant(tenant.tenantId, (tx) =>
      listAudit(tx, { chain }, { limit: 3, cursor: page.nextCursor! }),
    );
    expect([...page.items, ...rest.items]).toEqual(records.toReversed());
    expect(rest.nextCursor).toBeNull();
  });

  it("is nothing at all for a session that never acted", async () => {
    expect(await verify(newId())).toMatchObject({ records: 0, isIntact: true, headHash: GENESIS_HASH });
  });

  it("counts and lists intents without an outcome", async () => {
    const { chain, records } = await chainOfFive();
    await writer.append(
      newAuditRecord(tenant.tenantId, chain, {
        kind: "outcome",
        intentId: records[1]!.id,
        result: "ok",
        sessionId: chain,
      }),
    );
    const open = await store.database.system((tx) => openIntents(tx, { sessionIds: [chain] }));
    expect(open.map(({ id }) => id)).toEqual([0, 2, 3, 4].map((index) => records[index]!.id));
    expect(await store.database.system((tx) => openIntents(tx, { olderThanMs: 60_000 }))).toEqual([]);
    expect((await verify(chain)).openIntents).toBe(4);
  });
});

describe("tampering is found", () => {
  it.each([
    "update audit_records set reason = 'x'",
    "delete from audit_records",
    "truncate audit_records",
    "delete from audit_heads",
    "truncate audit_heads",
    "update audit_heads set seq = seq",
  ])("and refused to the owner while the triggers stand: %s", async (sql) => {
    await chainOfFive();
    await expect(store.admin.query(sql)).rejects.toMatchObject({ code: "DF001" });
  });

  it.each([
    ["params", `params = '{"x": 99}'`],
    ["actor", "actor = 'person:x'"],
    ["time", "at = at + interval '1 millisecond'"],
    ["result", "result = 'ok'"],
    ["session", "session_id = null"],
    ["evaluation", "evaluation = '{}'"],
    ["own hash", `hash = repeat('a', 64)`],
  ])("edited: %s", async (_what, change) => {
    const { chain } = await chainOfFive();
    await tamper([`update audit_records set ${change} where chain = $1 and seq = 3`, [chain]]);
    expect(await verify(chain)).toMatchObject({ isIntact: false, fault: { seq: 3, problem: "edited" } });
  });

  it.each([
    ["first", 1],
    ["middle", 3],
    ["last", 5],
  ])("dropped: the %s record", async (_which, seq) => {
    const { chain } = await chainOfFive();
    await tamper(["delete from audit_records where chain = $1 and seq = $2", [chain, seq]]);
    expect(await verify(chain)).toMatchObject({ isIntact: false, fault: { seq, problem: "dropped" } });
  });

  it("dropped: and the numbers closed up behind it", async () => {
    const { chain } = await chainOfFive();
    await tamper(
      ["delete from audit_records where chain = $1 and seq = 3", [chain]],
      ["update audit_records set seq = seq - 1 where chain = $1 and seq = 4", [chain]],
      ["update audit_records set seq = seq - 1 where chain = $1 and seq = 5", [chain]],
    );
    expect(await verify(chain)).toMatchObject({ isIntact: false, fault: { seq: 3, problem: "dropped" } });
  });

  it("dropped at the tail: even with the head set back, because nobody else can sign it", async () => {
    const { chain, records } = await chainOfFive();
    await tamper(
      ["delete from audit_records where chain = $1 and seq = 5", [chain]],
      ["update audit_heads set seq = 4, hash = $2 where chain = $1", [chain, records[3]!.hash]],
    );
    expect(await verify(chain)).toMatchObject({ isIntact: false, fault: { seq: 4, problem: "head_mismatch" } });
  });

  it("reordered: two records swapped", async () => {
    const { chain } = await chainOfFive();
    await tamper(
      ["update audit_records set seq = -1 where chain = $1 and seq = 2", [chain]],
      ["update audit_records set seq = 2 where chain = $1 and seq = 4", [chain]],
      ["update audit_records set seq = 4 where chain = $1 and seq = -1", [chain]],
    );
    expect(await verify(chain)).toMatchObject({ isIntact: false, fault: { seq: 2, problem: "reordered" } });
  });

  it("head_mismatch: the whole chain rewritten with new hashes, the head too, signed with another secret", async () => {
    const { chain, records } = await chainOfFive();
    const edited = records.map((record) => ({ ...contentOf(record), reason: "nothing happened" }));
    let head: Head = { seq: 0, hash: GENESIS_HASH };
    const statements: [string, unknown[]][] = edited.map((content) => {
      const previous = head.hash;
      head = { seq: head.seq + 1, hash: recordHash(content, previous) };
      return [
        "update audit_records set reason = $2, previous_hash = $3, hash = $4 where id = $1",
        [content.id, content.reason, previous, head.hash],
      ];
    });
    const hmac = headHmac("00".repeat(32), { chain, tenantId: tenant.tenantId, ...head });
    await tamper(...statements, [
      "update audit_heads set hash = $2, hmac = $3 where chain = $1",
      [chain, head.hash, hmac],
    ]);
    expect(await verify(chain)).toMatchObject({
      records: 5,
      isIntact: false,
      fault: { seq: 5, problem: "head_mismatch" },
    });
  });

  it("head_mismatch: the head removed", async () => {
    const { chain } = await chainOfFive();
    await tamper(["delete from audit_heads where chain = $1", [chain]]);
    expect(await verify(chain)).toMatchObject({ isIntact: false, fault: { seq: 5, problem: "head_mismatch" } });
  });

  it("dropped: a whole chain with its head, missed by the tenant's chain", async () => {
    const { chain } = await chainOfFive();
    await tamper(
      ["delete from audit_records where chain = $1", [chain]],
      ["delete from audit_heads where chain = $1", [chain]],
    );
    expect(await verify(chain)).toMatchObject({ isIntact: false, fault: { seq: 1, problem: "dropped" } });
    const proofs = await store.database.tenant(tenant.tenantId, (tx) =>
      verifyTenant(tx, tenant.tenantId, store.secret),
    );
    expect(proofs.find((proof) => proof.chain === chain)).toMatchObject({
      isIntact: false,
      fault: { seq: 1, problem: "dropped" },
    });
    expect(proofs.find((proof) => proof.chain === tenantChain(tenant.tenantId))).toMatchObject({ isIntact: true });
  });

  it("dropped: the tenant's own chain, when others remain", async () => {
    const other = await makeTenant(store.database, "without a chain");
    await writer.append(newAuditRecord(other.tenantId, newId()));
    await tamper(
      ["delete from audit_records where chain = $1", [tenantChain(other.tenantId)]],
      ["delete from audit_heads where chain = $1", [tenantChain(other.tenantId)]],
    );
    const proofs = await store.database.tenant(other.tenantId, (tx) => verifyTenant(tx, other.tenantId, store.secret));
    expect(proofs.filter(({ isIntact }) => !isIntact).map(({ chain }) => chain)).toEqual([tenantChain(other.tenantId)]);
  });

  it("longer than one portion: the fault in record 1,503 of 2,500", async () => {
    const chain = newId();
    await Promise.all(Array.from({ length: 2_500 }, () => writer.append(newAuditRecord(tenant.tenantId, chain))));
    expect(await verify(chain)).toMatchObject({ records: 2_500, isIntact: true });
    await tamper(["update audit_records set actor = 'x' where chain = $1 and seq = 1503", [chain]]);
    expect(await verify(chain)).toMatchObject({ isIntact: false, fault: { seq: 1_503, problem: "edited" } });
  });
});

describe("the writer", () => {
  it("keeps one chain whole when four writers append to it at once", async () => {
    const chain = newId();
    const writers = [0, 1, 2, 3].map(() => new AuditWriter(store));
    onTestFinished(async () => {
      await Promise.all(writers.map((each) => each.close()));
    });
    const written = await Promise.all(
      writers.flatMap((each) => Array.from({ length: 50 }, () => each.append(newAuditRecord(tenant.tenantId, chain)))),
    );
    expect(new Set(written.map(({ seq }) => seq)).size).toBe(200);
    expect(await verify(chain)).toMatchObject({ records: 200, isIntact: true });
    expect(await verify(tenantChain(tenant.tenantId))).toMatchObject({ isIntact: true });
  });

  it("survives its connection being killed under load: every acknowledged record is there once", async () => {
    const chain = newId();
    const pending: Promise<AuditRecord>[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 10; n += 1) pending.push(writer.append(newAuditRecord(tenant.tenantId, chain)));
      if (round % 5 === 2)
        await store.admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'deskfleet-audit' and datname = current_database()",
        );
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const written = await Promise.all(pending);
    expect(new Set(written.map(({ seq }) => seq)).size).toBe(200);
    expect(await verify(chain)).toMatchObject({ records: 200, isIntact: true });
  });

  it("refuses one record that cannot be stored, and writes the others of the same flush", async () => {
    const chain = newId();
    const appended = [0, 1, 2, 3, 4].map((n) =>
      writer.append(newAuditRecord(tenant.tenantId, chain, n === 2 ? { taskId: "not-a-uuid" } : {})),
    );
    const settled = await Promise.allSettled(appended);
    expect(settled.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    await expect(appended[2]).rejects.toMatchObject({
      code: "audit.unavailable",
      message: "audit.unavailable: the audit store refused the record",
    });
    expect(await verify(chain)).toMatchObject({ records: 4, isIntact: true });
  });

  it("writes a record once when it is appended twice", async () => {
    const record = newAuditRecord(tenant.tenantId, newId());
    const [first, second] = [await writer.append(record), await writer.append(record)];
    expect(second).toEqual(first);
    expect(await verify(record.chain)).toMatchObject({ records: 1, isIntact: true });
  });

  it("refuses another record under an id that is taken", async () => {
    const record = newAuditRecord(tenant.tenantId, newId());
    await writer.append(record);
    await expect(writer.append({ ...record, actor: "person:x" })).rejects.toMatchObject({ code: "audit.unavailable" });
    expect(await verify(record.chain)).toMatchObject({ records: 1, isIntact: true });
  });

  it("answers audit.unavailable in time when nothing is there, and when the table is locked", async () => {
    const nowhere = new AuditWriter({
      url: "postgres://nobody@127.0.0.1:9/none",
      secret: store.secret,
      timeoutMs: 300,
    });
    await expect(nowhere.append(newAuditRecord(tenant.tenantId, "c"))).rejects.toMatchObject({
      code: "audit.unavailable",
    });
    await nowhere.close();
    const locked = new AuditWriter({ ...store, timeoutMs: 300 });
    const client = await store.admin.connect();
    await client.query("begin; lock table audit_records in exclusive mode");
    const chain = newId();
    await expect(locked.append(newAuditRecord(tenant.tenantId, chain))).rejects.toMatchObject({
      code: "audit.unavailable",
    });
    await client.query("rollback");
    client.release();
    await locked.append(newAuditRecord(tenant.tenantId, chain));
    await locked.close();
    expect(await verify(chain)).toMatchObject({ isIntact: true });
  });

  it("writes what waits when it is closed, and nothing afterwards", async () => {
    const closing = new AuditWriter(store);
    const last = closing.append(newAuditRecord(tenant.tenantId, newId()));
    await closing.close();
    expect((await last).seq).toBe(1);
    await expect(closing.append(newAuditRecord(tenant.tenantId, newId()))).rejects.toMatchObject({
      code: "audit.unavailable",
    });
  });
});
