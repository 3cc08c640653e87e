import { timingSafeEqual } from "node:crypto";
import { type Approval, FleetError } from "@deskfleet/contracts";
import { and, eq, gt, sql } from "drizzle-orm";
import { type ApprovalRecord, tellDecided, toApprovalRecord } from "./approvals.ts";
import type { Tx } from "./database.ts";
import { expireApproval } from "./expire-approvals.ts";
import { isOneKeyLine } from "./key-line.ts";
import { approvals } from "./schema/index.ts";

export interface ApprovalAnswer {
  readonly id: string;
  readonly answer: NonNullable<Approval["answer"]>;
  /** `principal:<id>` … */
  readonly answeredBy: string;
  readonly note?: string;
  /** SHA-256 hex of the code that was entered; compared when there is one. */
  readonly codeSha256?: string | undefined;
  /** Policy wants the code for a yes; what the record itself says counts too. */
  readonly isCodeRequired?: boolean;
  /** The requester may not be the approver, nor may a key that it made or that made it; what was frozen may say so too. */
  readonly fourEyes: boolean;
}

/** The code was wrong, and that has been counted: commit it, then refuse. */
export interface WrongCode {
  readonly triesLeft: number;
}

/**
 * 40 bits of code and five tries: whoever guesses finds it once in 200 thousand million approvals. The fifth wrong one ends the
 * approval; the requester asks again.
 */
const WRONG_CODES_MAX = 5;

/**
 * One answer counts; the row's lock decides between several. The event and the signal for the waiting worker go with it.
 * @throws FleetError `resource.not_found`, `approval.expired`, `approval.used`, `auth.forbidden` by the four-eyes rule,
 *   `request.invalid` when a code is needed; nothing changes then.
 */
export async function answerApproval(tx: Tx, input: ApprovalAnswer): Promise<ApprovalRecord | WrongCode> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, input.id)).for("update");
  if (!row) throw new FleetError("resource.not_found", "there is no such approval");
  if (row.state === "expired") throw expiredError(row.expiredBecause);
  if (row.state !== "pending") throw new FleetError("approval.used", "the approval was already answered");
  // A no needs neither, and a mistyped code does not stop it: whoever sees a reason to refuse shall not be kept from it.
  if (input.answer !== "no") {
    if (
      (input.fourEyes || row.frozen.isFourEyes === true) &&
      (await isSamePerson(tx, row.requestedBy, input.answeredBy))
    )
      throw new FleetError("auth.forbidden", "the policy wants another person than the requester to answer");
    if (input.codeSha256 === undefined && (input.isCodeRequired || row.isCodeRequired)) throw codeFault("is needed");
    if (input.codeSha256 !== undefined && !isSameCode(row.codeSha256, input.codeSha256)) return countWrongCode(tx, row);
  }
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
  if (!answered) throw expiredError("time");
  await tellDecided(tx, answered);
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

/**
 * Another confirmation code in place of the first, for the requester, who alone may be shown it. Wrong codes stay counted.
 * @throws FleetError `resource.not_found` also for everybody else's, `approval.used`, `approval.expired`
 */
export async function replaceCode(
  tx: Tx,
  input: { readonly id: string; readonly requestedBy: string; readonly codeSha256: string },
): Promise<void> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, input.id)).for("update");
  if (!row || row.requestedBy !== input.requestedBy)
    throw new FleetError("resource.not_found", "there is no such approval of this requester");
  if (row.state === "expired" || row.expiresAt.getTime() <= Date.now()) throw expiredError(row.expiredBecause);
  if (row.state !== "pending") throw new FleetError("approval.used", "the approval was already answered");
  await tx.update(approvals).set({ codeSha256: input.codeSha256 }).where(eq(approvals.id, input.id));
}

async function countWrongCode(tx: Tx, { id, wrongCodes }: typeof approvals.$inferSelect): Promise<WrongCode> {
  const counted = wrongCodes + 1;
  await tx.update(approvals).set({ wrongCodes: counted }).where(eq(approvals.id, id));
  if (counted >= WRONG_CODES_MAX) await expireApproval(tx, id, "wrong_codes");
  return { triesLeft: Math.max(0, WRONG_CODES_MAX - counted) };
}

const codeFault = (message: string): FleetError =>
  new FleetError("request.invalid", `the confirmation code ${message}`, {
    faults: [{ path: "/code", message: "the code that the requester was shown" }],
  });

/** For the caller, once the count is committed. */
export const wrongCodeError = ({ triesLeft }: WrongCode): FleetError => {
  const { detail, faults } = codeFault("is wrong");
  return new FleetError("request.invalid", detail, { faults: faults ?? [], data: { triesLeft } });
};

const EXPIRED: Record<NonNullable<Approval["expiredBecause"]>, string> = {
  time: "nobody answered in time",
  session_ended: "the session that asked has ended",
  not_held: "the worker no longer holds the frozen action; ask again",
  wrong_codes: "too many wrong confirmation codes were entered; ask again",
};

/** What everybody is told of an approval that came to nothing. `data.because` is for programs. */
export function expiredError(because: Approval["expiredBecause"]): FleetError {
  const reason = because ?? "time";
  return new FleetError("approval.expired", `the approval has expired: ${EXPIRED[reason]}`, {
    data: { because: reason },
  });
}

/** Keys are principals, and one person may hold several. Whatever is no key is compared as it is. */
function isSamePerson(tx: Tx, requestedBy: string, answeredBy: string): Promise<boolean> {
  const idOf = (actor: string) => /^principal:([0-9a-f-]{36})$/.exec(actor)?.[1];
  const [one, other] = [idOf(requestedBy), idOf(answeredBy)];
  if (one === undefined || other === undefined) return Promise.resolve(requestedBy === answeredBy);
  return isOneKeyLine(tx, one, other);
}

function isSameCode(stored: string | null, given: string): boolean {
  if (stored === null) return false;
  const [a, b] = [Buffer.from(stored), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
