import type { AuditProof } from "@deskfleet/contracts";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../database.ts";
import { auditHeads, auditRecords } from "../schema/index.ts";
import {
  CHAIN_OPENED,
  contentOf,
  GENESIS_HASH,
  headHmac,
  isSameHmac,
  recordHash,
  tenantChain,
  toAuditRecord,
} from "./chain.ts";

type Fault = NonNullable<AuditProof["fault"]>;
/** Records read at once. */
const PORTION = 1_000;

/**
 * Reads a chain from its first record and recomputes every link, then compares with the signed head. Memory does not grow with
 * the chain; records appended meanwhile are taken in. The first fault is told:
 * - `edited`: a record's content does not match its own hash
 * - `dropped`: a number or a link is missing, in the middle or at the end
 * - `reordered`: a record follows one that stands elsewhere in the chain
 * - `head_mismatch`: records fit together, but not with the head, or the head is not signed with `secret`: rewritten as a whole
 */
export async function verifyChain(tx: Tx, chain: string, secret: string): Promise<AuditProof> {
  let last = { seq: 0, hash: GENESIS_HASH };
  let fault: Fault | null = null;
  let records = 0;
  while (fault === null) {
    const rows = await tx
      .select()
      .from(auditRecords)
      .where(and(eq(auditRecords.chain, chain), gt(auditRecords.seq, last.seq)))
      .orderBy(asc(auditRecords.seq))
      .limit(PORTION);
    for (const row of rows) {
      fault = await faultOf(tx, row, last);
      if (fault) break;
      last = { seq: row.seq, hash: row.hash };
      records += 1;
    }
    if (fault !== null || rows.length === PORTION) continue;
    const end = await readEnd(tx, chain);
    if (end.lastSeq > last.seq) continue;
    fault = faultOfHead(end.head, last, secret);
    if (last.seq === 0 && end.head === null) fault = await faultOfMissing(tx, chain);
    break;
  }
  return {
    chain,
    records,
    isIntact: fault === null,
    fault,
    openIntents: await countOpenIntents(tx, chain),
    headHash: last.hash,
  };
}

/** Every chain of the tenant, and those that its own chain says were begun: one that was dropped whole is missed. */
export async function verifyTenant(tx: Tx, tenantId: string, secret: string): Promise<AuditProof[]> {
  const { rows } = await tx.execute<{ chain: string }>(sql`
    select chain from audit_heads where tenant_id = ${tenantId}
    union select distinct chain from audit_records where tenant_id = ${tenantId}
    union select params ->> 'chain' from audit_records
      where tenant_id = ${tenantId} and chain = ${tenantChain(tenantId)} and action = ${CHAIN_OPENED}
    union select ${tenantChain(tenantId)} from audit_records where tenant_id = ${tenantId}
    order by 1`);
  const proofs: AuditProof[] = [];
  for (const { chain } of rows) {
    const proof = await verifyChain(tx, chain, secret);
    const isGone = proof.fault === null && proof.records === 0;
    proofs.push(isGone ? { ...proof, isIntact: false, fault: { seq: 1, problem: "dropped" } } : proof);
  }
  return proofs;
}

async function faultOf(
  tx: Tx,
  row: typeof auditRecords.$inferSelect,
  last: { seq: number; hash: string },
): Promise<Fault | null> {
  const record = toAuditRecord(row);
  if (recordHash(contentOf(record), record.previousHash) !== record.hash) return { seq: record.seq, problem: "edited" };
  if (record.seq !== last.seq + 1) return { seq: last.seq + 1, problem: "dropped" };
  if (record.previousHash === last.hash) return null;
  const [before] = await tx
    .select({ seq: auditRecords.seq })
    .from(auditRecords)
    .where(and(eq(auditRecords.chain, record.chain), eq(auditRecords.hash, record.previousHash)));
  const isElsewhere = before !== undefined || record.previousHash === GENESIS_HASH;
  return { seq: record.seq, problem: isElsewhere ? "reordered" : "dropped" };
}

interface End {
  readonly lastSeq: number;
  readonly head: typeof auditHeads.$inferSelect | null;
}

/** Head and last record as one statement sees them: a writer cannot come between. */
async function readEnd(tx: Tx, chain: string): Promise<End> {
  const lastSeq = sql<string>`(select coalesce(max(seq), 0) from audit_records where chain = ${chain})`;
  const [row] = await tx
    .select({ lastSeq, head: auditHeads })
    .from(sql`(values (1)) as one`)
    .leftJoin(auditHeads, eq(auditHeads.chain, chain));
  return { lastSeq: Number(row!.lastSeq), head: row!.head };
}

function faultOfHead(head: End["head"], last: { seq: number; hash: string }, secret: string): Fault | null {
  if (head === null || !isSameHmac(head.hmac, headHmac(secret, head)))
    return { seq: last.seq, problem: "head_mismatch" };
  if (head.seq > last.seq) return { seq: last.seq + 1, problem: "dropped" };
  return head.seq === last.seq && head.hash === last.hash ? null : { seq: last.seq, problem: "head_mismatch" };
}

/** Nothing at all is right for a session that never acted, and wrong when the tenant's chain says that it was begun. */
async function faultOfMissing(tx: Tx, chain: string): Promise<Fault | null> {
  const [opening] = await tx
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(and(eq(auditRecords.action, CHAIN_OPENED), sql`${auditRecords.params} ->> 'chain' = ${chain}`))
    .limit(1);
  return opening ? { seq: 1, problem: "dropped" } : null;
}

async function countOpenIntents(tx: Tx, chain: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from audit_records i
    where i.chain = ${chain} and i.kind = 'intent'
      and not exists (select 1 from audit_records o where o.intent_id = i.id)`);
  return rows[0]!.n;
}
