import {
  type DesktopSpec,
  FleetError,
  type Page,
  type PageQuery,
  type Session,
  type SessionState,
} from "@deskfleet/contracts";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { nextFencingToken } from "./leases.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { sessions } from "./schema/index.ts";

/** A session with what the worker needs and clients do not see. */
export interface SessionRecord extends Session {
  readonly tenantId: string;
  readonly principalId: string;
  readonly projectId: string | null;
  readonly goal: string | null;
  readonly trustedDomains: readonly string[];
  readonly fencingToken: number;
  readonly grants: string[];
  readonly idleTimeoutSeconds: number;
}

export interface NewSession {
  /** Default: a new one. */
  readonly id?: string;
  readonly tenantId: string;
  readonly principalId: string;
  readonly projectId?: string | null;
  readonly goal?: string | null | undefined;
  readonly trustedDomains?: readonly string[] | undefined;
  readonly desktop: DesktopSpec;
  readonly grants: readonly string[];
  readonly idleTimeoutSeconds: number;
  readonly workerId?: string | null;
  readonly taskId?: string | null;
  readonly attemptId?: string | null;
  /** The attempt's; default: a new one, for an interactive session. */
  readonly fencingToken?: number;
}

export async function insertSession(tx: Tx, input: NewSession): Promise<SessionRecord> {
  const [row] = await tx
    .insert(sessions)
    .values({
      ...input,
      id: input.id ?? newId(),
      grants: [...input.grants],
      fencingToken: input.fencingToken ?? (await nextFencingToken(tx)),
    })
    .returning();
  return toRecord(row!);
}

export interface SessionChange {
  readonly state?: SessionState;
  readonly controller?: Session["controller"];
  /** Goes with `controller`. */
  readonly control?: Session["control"];
  readonly workerId?: string;
  readonly endReason?: string;
}

export const ENDED = {
  state: "ended",
  endedAt: sql`clock_timestamp()`,
  controller: "agent",
  control: null,
} as const;

/** `ended` is final and sets `endedAt`. Null when there is no such session, or it has ended already: nothing changes then. */
export async function updateSession(tx: Tx, id: string, change: SessionChange): Promise<SessionRecord | null> {
  const [row] = await tx
    .update(sessions)
    .set({ ...change, ...(change.state === "ended" ? ENDED : {}) })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning();
  return row ? toRecord(row) : null;
}

export async function findSession(tx: Tx, id: string): Promise<SessionRecord | null> {
  const [row] = await tx.select().from(sessions).where(eq(sessions.id, id));
  return row ? toRecord(row) : null;
}

export interface SessionFilters {
  readonly state?: SessionState | undefined;
  readonly taskId?: string | undefined;
  readonly workerId?: string | undefined;
  readonly isLive?: boolean | undefined;
}

/** Newest first. `toSession` makes of each what clients see. */
export async function listSessions(tx: Tx, filters: SessionFilters, page: PageQuery): Promise<Page<SessionRecord>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(sessions)
    .where(
      and(
        filters.state === undefined ? undefined : eq(sessions.state, filters.state),
        filters.taskId === undefined ? undefined : eq(sessions.taskId, filters.taskId),
        filters.workerId === undefined ? undefined : eq(sessions.workerId, filters.workerId),
        filters.isLive ? isNull(sessions.endedAt) : undefined,
        after === null ? undefined : lt(sessions.id, after),
      ),
    )
    .orderBy(desc(sessions.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toRecord);
}

/** Without what is the fleet's own business. */
export function toSession(record: SessionRecord): Session {
  const {
    tenantId: _tenantId,
    principalId: _principalId,
    projectId: _projectId,
    goal: _goal,
    trustedDomains: _trusted,
    fencingToken: _token,
    grants: _grants,
    idleTimeoutSeconds: _idle,
    ...session
  } = record;
  return session;
}

/** @throws FleetError `resource.not_found`: unknown and another tenant's look the same. */
export async function requireSession(tx: Tx, id: string): Promise<SessionRecord> {
  const session = await findSession(tx, id);
  if (!session) throw new FleetError("resource.not_found", "there is no such session");
  return session;
}

const toRecord = (row: typeof sessions.$inferSelect): SessionRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});
