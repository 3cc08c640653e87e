import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { AuditRecord, NewAuditRecord } from "@deskfleet/contracts";
import type { auditRecords } from "../schema/index.ts";
import { canonicalJson, storable } from "./canonical.ts";

/**
 * A chain: record n holds the hash of record n-1, and its own hash covers that and its whole content (not its place, so that a
 * record moved elsewhere is told from one that was edited). The head is signed, so that a cut tail shows too.
 */
export const GENESIS_HASH = "0".repeat(64);
/** The chain of what belongs to no session. */
export const tenantChain = (tenantId: string): string => `tenant:${tenantId}`;
/** Recorded in the tenant's chain when another chain begins: a chain that is dropped whole is missed there. */
export const CHAIN_OPENED = "audit.chain_opened";

export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** Exactly what will be stored; the next link after `head`. */
export function linkRecord(record: NewAuditRecord, head: Head): AuditRecord {
  const clean = storable(record);
  const stored = { ...clean, at: new Date(clean.at).toISOString() };
  return { ...stored, seq: head.seq + 1, previousHash: head.hash, hash: recordHash(stored, head.hash) };
}

/** Hex SHA-256 over the previous hash and the canonical record. */
export function recordHash(record: NewAuditRecord, previousHash: string): string {
  return createHash("sha256").update(previousHash).update("\n").update(canonicalJson(record)).digest("hex");
}

export function contentOf(record: AuditRecord): NewAuditRecord {
  const { seq: _seq, previousHash: _previousHash, hash: _hash, ...content } = record;
  return content;
}

/** @param secret 64 hex characters, the fleet's. */
export function headHmac(secret: string, chain: { tenantId: string; chain: string } & Head): string {
  const text = canonicalJson([chain.tenantId, chain.chain, chain.seq, chain.hash]);
  return createHmac("sha256", Buffer.from(secret, "hex")).update(`deskfleet-audit-head\n${text}`).digest("hex");
}

export function isSameHmac(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function toAuditRecord(row: typeof auditRecords.$inferSelect): AuditRecord {
  return { ...row, at: row.at.toISOString() };
}
