import { timingSafeEqual } from "node:crypto";
import { type Approval, FleetError } from "@deskfleet/contracts";
import { and, eq, gt, sql } from "drizzle-orm";
import { type ApprovalRecord, tellAnswer, toApprovalRecord } from "./approvals.ts";
import type { Tx } from "./database.ts";
import { approvals } from "./schema/index.ts";

export interface ApprovalAnswer {
  readonly id: string;
  readonly answer: NonNullable<Approval["answer"]>;
  /** `principal:<id>` … */
  readonly answeredBy: string;
  readonly note?: string;
  /** SHA-256 hex of the code that was entered; compared when there is one. */
  readonly codeSha256?: string | undefined;
  /** The requester may not be the approver. */
  readonly fourEyes: boolean;
}

/**
 * One answer counts; the row's lock decides between several. The event and the signal for the waiting worker go with it.
 * @throws FleetError `resource.not_found`, `approval.expired`, `approval.used`, `auth.forbidden` by the four-eyes rule,
 *   `request.invalid` for a wrong code; nothing changes then.
 */
export async function answerApproval(tx: Tx, input: ApprovalAnswer): Promise<ApprovalRecord> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, input.id)).for("update");
  if (!row) throw new FleetError("resource.not_found", "there is no such approval");
  if (row.state === "expired") throw new FleetError("approval.expired", "the approval has expired");
  if (row.state !== "pending") throw new FleetError("approval.used", "the approval was already answered");
  if (input.fourEyes && row.requestedBy === input.answeredBy)
    throw new FleetError("auth.forbidden", "the policy wants another person than the requester to answer");
  if (input.codeSha256 !== undefined && !isSameCode(row.codeSha256, input.codeSha256))
    throw new FleetError("request.invalid", "the confirmation code is wrong", {
      faults: [{ path: "/code", message: "the code shown with the request" }],
    });
  const [answered] = await tx
    .update(approvals)
    .set({
      state: input.answer === "no" ? "denied" : "approved",
      answer: input.answer,
      answeredBy: input.answeredBy,
      note: input.note ?? "",
      answeredAt: sql`clock_timestamp()`,
    })
    .where(and(eq(approvals.id, input.id), gt(approvals.expiresAt, sql`clock_timestamp()`)))
    .returning();
  if (!answered) throw new FleetError("approval.expired", "the approval has expired");
  await tellAnswer(tx, answered);
  return toApprovalRecord(answered);
}

/** Takes the right to execute the frozen action: true for exactly one caller, and only while the approval stands. */
export async function markExecuted(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .update(approvals)
    .set({ state: "executed", executedAt: sql`clock_timestamp()` })
    .where(and(eq(approvals.id, id), eq(approvals.state, "approved"), gt(approvals.expiresAt, sql`clock_timestamp()`)))
    .returning({ id: approvals.id });
  return rows.length === 1;
}

function isSameCode(stored: string | null, given: string): boolean {
  const [a, b] = [Buffer.from(stored ?? ""), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
