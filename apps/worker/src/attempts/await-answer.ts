import { type Approval, FleetError } from "@deskfleet/contracts";
import { type Database, expiredError, findApproval } from "@deskfleet/store";
import { deniedError } from "../approvals/denied-error.ts";
import type { Asked } from "./patient-act.ts";
import type { Wakeups } from "./wakeups.ts";

/** Signals can be lost; the database is asked anyway this often. */
const LOOK_AGAIN_MS = 2_000;

/**
 * Resolves when a person approved. No answer means no: past its expiry an approval that nobody answered has ended, whether or
 * not the reconciler has written so yet.
 * @throws FleetError `policy.denied` when the answer is no, `approval.expired`; the signal's reason when it aborts
 */
export async function awaitAnswer(
  { approval }: Asked,
  options: { database: Database; tenantId: string; wakeups: Wakeups; signal: AbortSignal },
): Promise<void> {
  const { database, tenantId, wakeups, signal } = options;
  const expiresAtMs = Date.parse(approval.expiresAt);
  for (;;) {
    const leftMs = Math.max(0, expiresAtMs - Date.now());
    await wakeups.wait(approval.id, Math.min(LOOK_AGAIN_MS, leftMs + 1), signal);
    signal.throwIfAborted();
    const found = await lookUp(database, tenantId, approval.id);
    if (found?.state === "approved") return;
    if (found?.state === "denied") throw deniedError(found.note);
    if (found !== null && found.state !== "pending") throw expiredError(found.expiredBecause);
    if (Date.now() > expiresAtMs) throw expiredError("time");
  }
}

type Found = Pick<Approval, "state" | "note" | "expiredBecause">;
const GONE: Found = { state: "expired", note: null, expiredBecause: null };

/** null: the database does not answer now, so nothing is known yet. */
async function lookUp(database: Database, tenantId: string, approvalId: string): Promise<Found | null> {
  try {
    return (await database.tenant(tenantId, (tx) => findApproval(tx, approvalId))) ?? GONE;
  } catch (error) {
    if (error instanceof FleetError && error.code === "store.unavailable") return null;
    throw error;
  }
}
