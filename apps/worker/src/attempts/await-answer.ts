import { FleetError } from "@deskfleet/contracts";
import { type Database, findApproval } from "@deskfleet/store";
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
    const state = await stateOf(database, tenantId, approval.id);
    if (state === "approved") return;
    if (state === "denied") throw new FleetError("policy.denied", "A person said no");
    const isOver = state !== null && state !== "pending";
    if (isOver || Date.now() > expiresAtMs) throw new FleetError("approval.expired", "Nobody answered in time");
  }
}

/** null: the database does not answer now, so nothing is known yet. */
async function stateOf(database: Database, tenantId: string, approvalId: string): Promise<string | null> {
  try {
    const found = await database.tenant(tenantId, (tx) => findApproval(tx, approvalId));
    return found?.state ?? "expired";
  } catch (error) {
    if (error instanceof FleetError && error.code === "store.unavailable") return null;
    throw error;
  }
}
