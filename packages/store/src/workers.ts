import type { DesktopConfinement, Image } from "@deskfleet/contracts";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { workers } from "./schema/index.ts";

/** `apps`: null until a desktop of it was up. */
export type ReportedImage = Pick<Image, "name" | "apps">;

export interface WorkerReport {
  readonly id: string;
  /** Base of its internal API. */
  readonly url: string;
  /** Desktops in use at most, and in use now. */
  readonly slots: number;
  readonly used: number;
  /** Desktops that wait. */
  readonly warm: number;
  readonly images: readonly ReportedImage[];
  /** OCI runtimes of its engine. */
  readonly runtimes: readonly string[];
  /** What its containers say of confining commands; null until the first is up. */
  readonly confinement: DesktopConfinement | null;
}

/** What the worker says of itself, every few seconds; answers what an operator wishes of it. All functions here: in a system transaction. */
export async function upsertWorker(tx: Tx, report: WorkerReport): Promise<{ readonly isDraining: boolean }> {
  const values = { ...report, images: [...report.images], runtimes: [...report.runtimes] };
  const [row] = await tx
    .insert(workers)
    .values(values)
    .onConflictDoUpdate({ target: workers.id, set: { ...values, seenAt: sql`clock_timestamp()` } })
    .returning({ isDraining: workers.isDraining });
  return row!;
}

export interface Worker extends WorkerReport {
  /** An operator wants it to take nothing new. */
  readonly isDraining: boolean;
  readonly seenAt: string;
}

const toWorker = ({ startedAt: _startedAt, seenAt, images, ...row }: typeof workers.$inferSelect): Worker => ({
  ...row,
  // A worker of the version before reports names alone.
  images: images.map((image) => (typeof image === "string" ? { name: image, apps: null } : image)),
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

/** An operator's wish, which the worker meets with its next report. Null: there is no such worker. */
export async function setWorkerDraining(tx: Tx, id: string, isDraining: boolean): Promise<Worker | null> {
  const [row] = await tx.update(workers).set({ isDraining }).where(eq(workers.id, id)).returning();
  return row ? toWorker(row) : null;
}

/** On a clean stop: nobody sends it anything any more. Of a drained one the wish stays, for when it comes back. */
export async function removeWorker(tx: Tx, id: string): Promise<void> {
  await tx.delete(workers).where(and(eq(workers.id, id), eq(workers.isDraining, false)));
  await tx.update(workers).set({ seenAt: sql`'epoch'`, used: 0, warm: 0 }).where(eq(workers.id, id));
}
