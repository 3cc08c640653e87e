import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/** A client that repeats a request does so within a day. */
const IDEMPOTENCY_KEYS_DAYS = 1;
/** Live events are for those who watch; what happened stays in tasks and audit. */
const EVENTS_DAYS = 7;
/** What the tenant's model cost stays for the reports of a quarter. */
const MODEL_CALLS_DAYS = 100;
/** Kept for a while after their end, to tell why one was refused. */
const SPENT_DAYS = 1;

/**
 * Removes what was only ever for a while: idempotency keys, events, deliveries (their tries end within a day), hours of the auditor's model, tickets and log-ins that have ended.
 * In a system transaction, once an hour or so; safe to repeat. Tasks, sessions, approvals and audit are never removed.
 */
export async function forgetTransient(tx: Tx): Promise<void> {
  const before = (days: number) => sql`now() - make_interval(days => ${days})`;
  await tx.execute(sql`delete from idempotency_keys where created_at < ${before(IDEMPOTENCY_KEYS_DAYS)}`);
  await tx.execute(sql`delete from events where at < ${before(EVENTS_DAYS)}`);
  await tx.execute(sql`delete from webhook_deliveries where created_at < ${before(EVENTS_DAYS)}`);
  await tx.execute(sql`delete from auditor_model_calls where hour < ${before(MODEL_CALLS_DAYS)}`);
  await tx.execute(sql`delete from tickets where expires_at < ${before(SPENT_DAYS)}`);
  await tx.execute(sql`delete from console_sessions where expires_at < ${before(SPENT_DAYS)}`);
}
