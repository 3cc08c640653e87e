import type { DesktopConfinement } from "@deskfleet/contracts";
import { asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { workers } from "./schema/index.ts";

export interface WorkerReport {
  readonly id: string;
  /** Base of its internal API. */
  readonly url: string;
  /** Desktops in use at most, and in use now. */
  readonly slots: number;
  readonly used: number;
  /** Desktops that wait. */
  readonly warm: number;
  readonly images: readonly string[];
  /** OCI runtimes of its engine. */
  readonly runtimes: readonly string[];
  /** What its containers say of confining commands; null until the first is up. */
  readonly confinement: DesktopConfinement | null;
}

/** What the worker says of itself, every few seconds. All functions here: in a system transaction. */
export async function upsertWorker(tx: Tx, report: WorkerReport): Promise<void> {
  const values = { ...report, images: [...report.images], runtimes: [...report.runtimes] };
  await tx
    .insert(workers)
    .values(values)
    .onConflictDoUpdate({ target: workers.id, set: { ...values, seenAt: sql`clock_timestamp()` } });
}

export interface Worker extends WorkerReport {
  /** An operator wants it to take nothing new. */
  readonly isDraining: boolean;
  readonly seenAt: string;
}

const toWorker = ({ startedAt: _startedAt, seenAt, ...row }: typeof workers.$inferSelect): Worker => ({
  ...row,
  seenAt: seenAt.toISOString(),
});

/** Those that reported within `maxAgeMs`, by the database's clock. */
export async function liveWorkers(tx: Tx, maxAgeMs: number): Promise<Worker[]> {
  const rows = await tx
    .select()
    .from(workers)
    .where(gt(workers.seenAt, sql`clock_timestamp() - ${maxAgeMs} * interval '1 millisecond'`))
    .orderBy(asc(workers.id));
  return rows.map(toWorker);
}

export async function findWorker(tx: Tx, id: string): Promise<Worker | null> {
  const [row] = await tx.select().from(workers).where(eq(workers.id, id));
  return row ? toWorker(row) : null;
}

/** On a clean stop: nobody sends it anything any more. */
export async function removeWorker(tx: Tx, id: string): Promise<void> {
  await tx.delete(workers).where(eq(workers.id, id));
}
