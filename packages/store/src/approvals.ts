import { Approval, type Evaluation, type JsonObject, type Page, type PageQuery } from "@deskfleet/contracts";
import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { appendEvent } from "./events.ts";
import { newId } from "./ids.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { approvals } from "./schema/index.ts";
import { notify } from "./signals.ts";

/** An approval with what the worker compares before it executes. */
export interface ApprovalRecord extends Approval {
  readonly tenantId: string;
  readonly frozen: JsonObject;
}

export interface NewApproval {
  readonly id?: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly taskId: string | null;
  /** A task's program waits for the answer. */
  readonly isTaskStep?: boolean;
  readonly tool: string;
  /** Redacted. */
  readonly params: JsonObject;
  /** SHA-256 hex of the canonical action. */
  readonly digest: string;
  /** What execution compares again, and what was seen: frame, target digest, policy version. Never a secret. */
  readonly frozen: JsonObject;
  readonly evaluation: Evaluation;
  readonly warnings?: Approval["warnings"];
  readonly offers?: Approval["offers"];
  /** SHA-256 hex of the confirmation code. */
  readonly codeSha256: string | null;
  readonly isCodeRequired?: boolean;
  /** `principal:<id>` … */
  readonly requestedBy: string;
  readonly ttlSeconds: number;
}

/** With its event. */
export async function insertApproval(tx: Tx, input: NewApproval): Promise<ApprovalRecord> {
  const { ttlSeconds, ...columns } = input;
  const [row] = await tx
    .insert(approvals)
    .values({ ...columns, id: input.id ?? newId(), expiresAt: sql`now() + make_interval(secs => ${ttlSeconds})` })
    .returning();
  await appendEvent(tx, {
    tenantId: input.tenantId,
    type: "approval.requested",
    taskId: input.taskId,
    sessionId: input.sessionId,
    data: { approvalId: row!.id, tool: input.tool, expiresAt: row!.expiresAt.toISOString() },
  });
  return toApprovalRecord(row!);
}

export async function findApproval(tx: Tx, id: string): Promise<ApprovalRecord | null> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id));
  return row ? toApprovalRecord(row) : null;
}

export interface ApprovalFilters {
  readonly state?: Approval["state"] | undefined;
  readonly sessionId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly tool?: string | undefined;
  readonly requestedBy?: string | undefined;
}

/** Newest first. `toApproval` makes of each what clients see. */
export async function listApprovals(tx: Tx, filters: ApprovalFilters, page: PageQuery): Promise<Page<ApprovalRecord>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(approvals)
    .where(
      and(
        filters.state === undefined ? undefined : eq(approvals.state, filters.state),
        filters.sessionId === undefined ? undefined : eq(approvals.sessionId, filters.sessionId),
        filters.taskId === undefined ? undefined : eq(approvals.taskId, filters.taskId),
        filters.tool === undefined ? undefined : eq(approvals.tool, filters.tool),
        filters.requestedBy === undefined ? undefined : eq(approvals.requestedBy, filters.requestedBy),
        after === null ? undefined : lt(approvals.id, after),
      ),
    )
    .orderBy(desc(approvals.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toApprovalRecord);
}

/** Event and signal that an approval is decided, one way or another. */
export async function tellDecided(tx: Tx, row: typeof approvals.$inferSelect): Promise<void> {
  const { id: approvalId, tool, state, answer, expiredBecause } = row;
  await appendEvent(tx, {
    tenantId: row.tenantId,
    type: state === "expired" ? "approval.expired" : "approval.answered",
    taskId: row.taskId,
    sessionId: row.sessionId,
    data: state === "expired" ? { approvalId, tool, because: expiredBecause } : { approvalId, tool, state, answer },
  });
  await notify(tx, { kind: "approval.answered", approvalId });
}

export function toApprovalRecord(row: typeof approvals.$inferSelect): ApprovalRecord {
  const { codeSha256: _code, wrongCodes: _wrong, createdAt, expiresAt, answeredAt, executedAt, ...fields } = row;
  return {
    ...fields,
    frameId: textOf(row.frozen.frameId),
    frame: Approval.shape.frame.catch(null).parse(row.frozen.frame ?? null),
    policyVersion: textOf(row.frozen.policyVersion) ?? "",
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    executedAt: executedAt?.toISOString() ?? null,
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Without what is the fleet's own business. */
export function toApproval(record: ApprovalRecord): Approval {
  const { tenantId: _tenantId, frozen: _frozen, ...approval } = record;
  return approval;
}
