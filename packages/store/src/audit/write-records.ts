import type { AuditRecord, NewAuditRecord } from "@deskfleet/contracts";
import type pg from "pg";
import { newId } from "../ids.ts";
import { CHAIN_OPENED, GENESIS_HASH, type Head, headHmac, linkRecord, tenantChain } from "./chain.ts";

/** Fields of a record and their SQL types. */
const FIELDS = {
  id: "uuid",
  tenantId: "uuid",
  chain: "text",
  seq: "bigint",
  kind: "text",
  at: "timestamptz",
  sessionId: "uuid",
  taskId: "uuid",
  attemptId: "uuid",
  actor: "text",
  action: "text",
  params: "jsonb",
  evaluation: "jsonb",
  intentId: "uuid",
  result: "text",
  reason: "text",
  durationMs: "double precision",
  frame: "jsonb",
  previousHash: "text",
  hash: "text",
} as const satisfies Record<keyof AuditRecord, string>;
const names = Object.keys(FIELDS);
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * All records and all heads in one statement: one round trip, one commit, whatever their number. A head moves only from the place
 * this writer believed it at; together with the unique (chain, seq) a stale belief fails as a whole and nothing is written.
 * jsonb_to_recordset and not a VALUES list: one parameter, one plan.
 */
const INSERT = `
  with written as (
    insert into audit_records (${names.map(snake).join(", ")})
    select ${names.map((name) => `r."${name}"`).join(", ")}
    from json_to_recordset($1::json) as r(${Object.entries(FIELDS)
      .map(([name, type]) => `"${name}" ${type}`)
      .join(", ")})
  )
  insert into audit_heads as h (chain, tenant_id, seq, hash, hmac)
  select r.chain, r."tenantId", r.seq, r.hash, r.hmac
  from json_to_recordset($2::json) as r(chain text, "tenantId" uuid, seq bigint, hash text, hmac text)
  on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash, hmac = excluded.hmac`;

export type Heads = Map<string, Head>;

/** Heads of these chains as they are stored now, into `heads`; a chain that does not exist yet starts at zero. */
export async function readHeads(client: pg.Client, chains: readonly string[], heads: Heads): Promise<void> {
  const { rows } = await client.query<{ chain: string; seq: string; hash: string }>(
    "select chain, seq, hash from audit_heads where chain = any($1)",
    [chains],
  );
  for (const chain of chains) heads.set(chain, { seq: 0, hash: GENESIS_HASH });
  for (const { chain, seq, hash } of rows) heads.set(chain, { seq: Number(seq), hash });
}

/** Those of the ids that are stored already: an earlier flush whose answer got lost. */
export async function readStored(
  client: pg.Client,
  ids: readonly string[],
): Promise<Map<string, Head & { previousHash: string }>> {
  const { rows } = await client.query<{ id: string; seq: string; hash: string; previous_hash: string }>(
    "select id, seq, hash, previous_hash from audit_records where id = any($1)",
    [ids],
  );
  return new Map(
    rows.map((row) => [row.id, { seq: Number(row.seq), hash: row.hash, previousHash: row.previous_hash }]),
  );
}

/** Links the records to `heads` in their order, writes them, and moves `heads` on. Throws the driver's error; `heads` is as before then. */
export async function writeRecords(
  client: pg.Client,
  records: readonly NewAuditRecord[],
  heads: Heads,
  secret: string,
): Promise<AuditRecord[]> {
  const moved: Heads = new Map();
  const link = (record: NewAuditRecord): AuditRecord => {
    const linked = linkRecord(record, moved.get(record.chain) ?? heads.get(record.chain)!);
    moved.set(record.chain, { seq: linked.seq, hash: linked.hash });
    return linked;
  };
  const opened = chainOpenings(records, heads).map(link);
  const linked = records.map(link);
  const all = [...opened, ...linked];
  const tenantOf = new Map(all.map(({ chain, tenantId }) => [chain, tenantId]));
  const signed = [...moved].map(([chain, head]) => {
    const signable = { chain, tenantId: tenantOf.get(chain)!, ...head };
    return { ...signable, hmac: headHmac(secret, signable) };
  });
  // By chain, so that two writers with several chains in common meet in the same order and do not deadlock.
  const byChain = <T extends { chain: string; seq: number }>(a: T, b: T): number =>
    a.chain === b.chain ? a.seq - b.seq : a.chain < b.chain ? -1 : 1;
  await client.query({
    name: "audit-append",
    text: INSERT,
    values: [JSON.stringify(all.sort(byChain)), JSON.stringify(signed.sort(byChain))],
  });
  for (const [chain, head] of moved) heads.set(chain, head);
  return linked;
}

/** Chains that `records` also reach: that of the tenant, when they begin a new one. */
export function reachedChains(records: readonly NewAuditRecord[], heads: Heads): string[] {
  const chains = new Set(records.map(({ chain }) => chain));
  for (const { chain, tenantId } of records) if ((heads.get(chain)?.seq ?? 0) === 0) chains.add(tenantChain(tenantId));
  return [...chains];
}

function chainOpenings(records: readonly NewAuditRecord[], heads: Heads): NewAuditRecord[] {
  const begun = new Map<string, NewAuditRecord>();
  for (const record of records) {
    const isNew = heads.get(record.chain)!.seq === 0 && record.chain !== tenantChain(record.tenantId);
    if (!isNew || begun.has(record.chain)) continue;
    begun.set(record.chain, {
      ...record,
      id: newId(),
      chain: tenantChain(record.tenantId),
      kind: "event",
      actor: "system",
      action: CHAIN_OPENED,
      params: { chain: record.chain },
      evaluation: null,
      intentId: null,
      result: null,
      reason: null,
      durationMs: null,
      frame: null,
    });
  }
  return [...begun.values()];
}
