import type { Approval, Artifact, AuditRecord, Session, SessionFrame } from "@deskfleet/contracts";
import { useMemo } from "react";
import { useAllPages } from "../../../client/use-all-pages.ts";
import { useResource } from "../../../client/use-resource.ts";
import { namesIn, useActorName } from "../people.ts";
import { type Mark, marksOf } from "./marks.ts";
import { type Moment, momentsOf } from "./moments.ts";
import { type Picture, picturesOf } from "./picture.ts";
import { type Point, pointsOf } from "./points.ts";
import { type Span, spansOf } from "./spans.ts";

export interface Recording {
  readonly session: Session;
  readonly startMs: number;
  readonly endMs: number;
  readonly moments: readonly Moment[];
  readonly pictures: readonly Picture[];
  readonly points: readonly Point[];
  readonly spans: readonly Span[];
  readonly marks: readonly Mark[];
  readonly approvals: readonly Approval[];
  nameOf(actor: string): string;
  /** There is more than the replay takes. */
  readonly isCut: boolean;
}

interface Reading {
  readonly recording: Recording | null;
  readonly error: Error | null;
  readonly records: number;
  readonly frames: number;
  /** Everything anew: of a live session, with what has come since. */
  again(): void;
}

/** A day's work of a fast agent; more is read in the audit. */
export const RECORDS_MAX = 20_000;
export const FRAMES_MAX = 20_000;
const APPROVALS_MAX = 1_000;
const ORDERS_MAX = 1_000;
const SETTLED_MS = 60_000;

const isNamelessStop = ({ action, actor }: AuditRecord) => action === "session.stopped" && actor === "system";
const newestFirst = (a: AuditRecord, b: AuditRecord) => (a.id < b.id ? 1 : -1);

/** All that is known of a session, put in order once everything is read: half of it would stand at other places on the line. */
export function useRecording(session: Session): Reading {
  const { id } = session;
  // What is recorded at the very end may come a little later than that.
  const isFinal = session.endedAt !== null && Date.now() - Date.parse(session.endedAt) > SETTLED_MS;
  const records = useAllPages<AuditRecord>("audit", "/v1/audit", {
    ...{ query: { sessionId: id }, itemsMax: RECORDS_MAX, isFinal },
  });
  const frames = useAllPages<SessionFrame>("sessions", `/v1/sessions/${id}/frames`, { itemsMax: FRAMES_MAX, isFinal });
  const approvals = useAllPages<Approval>("approvals", "/v1/approvals", {
    ...{ query: { sessionId: id }, itemsMax: APPROVALS_MAX, isFinal },
  });
  // Who ordered a stop that came by signal stands in the tenant's own chain.
  const orders = useAllPages<AuditRecord>("audit", "/v1/audit", {
    query: { action: "session.stop", from: session.createdAt, ...(session.endedAt && { to: session.endedAt }) },
    ...{ itemsMax: ORDERS_MAX, isEnabled: records.items.some(isNamelessStop) },
  });
  const hasTaskFrames = frames.isComplete && frames.items.length === 0 && session.taskId !== null;
  const artifacts = useResource<{ items: Artifact[] }>("tasks", `/v1/tasks/${session.taskId}/artifacts`, {
    isEnabled: hasTaskFrames,
  });
  const nameOf = useActorName(useMemo(() => namesIn(records.items), [records.items]));
  const areOrdersRead = orders.isComplete || orders.error !== null || !records.items.some(isNamelessStop);
  const isRead =
    areOrdersRead &&
    records.isComplete &&
    frames.isComplete &&
    approvals.isComplete &&
    !(hasTaskFrames && artifacts.isLoading);
  const kept = artifacts.data?.items;
  const isCut = records.isCut || frames.isCut;
  const recording = useMemo((): Recording | null => {
    if (!isRead) return null;
    const pictures = picturesOf(frames.items, kept ?? [], session.id);
    const ordered = orders.items.filter(({ sessionId }) => sessionId === session.id);
    const all = ordered.length === 0 ? records.items : [...records.items, ...ordered].toSorted(newestFirst);
    const moments = momentsOf(all, pictures);
    const points = pointsOf(moments, pictures);
    const startMs = Math.min(Date.parse(session.createdAt), points[0]?.atMs ?? Number.POSITIVE_INFINITY);
    const ended = session.endedAt === null ? startMs : Date.parse(session.endedAt);
    const endMs = Math.max(ended, points.at(-1)?.atMs ?? startMs);
    return {
      ...{ session, startMs, endMs, moments, pictures, points, isCut, nameOf, approvals: approvals.items },
      spans: spansOf(moments, pictures, endMs),
      marks: marksOf(moments, approvals.items, nameOf),
    };
  }, [isRead, isCut, session, records.items, orders.items, frames.items, approvals.items, kept, nameOf]);
  const all = [records, frames, approvals];
  return {
    recording,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    records: records.items.length,
    frames: frames.items.length,
    again: () => {
      for (const each of all) each.retry();
    },
  };
}
