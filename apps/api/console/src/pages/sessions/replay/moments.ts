import type { AuditRecord } from "@deskfleet/contracts";
import { type ActionEntry, entriesOf } from "../action-entries.ts";
import { lookAt, type Picture } from "./picture.ts";

/** One thing that happened, with what was on the screen when it began. */
export interface Moment {
  readonly entry: ActionEntry;
  readonly atMs: number;
  /** Index of the look that was taken for it, else of the last one before it; of what came before the first look, that one. -1: nobody looked at all. */
  readonly picture: number;
  /** The approval that it asked for, or that it executes. */
  readonly approvalId: string | null;
}

/** Oldest first, from records newest first. */
export function momentsOf(records: readonly AuditRecord[], pictures: readonly Picture[]): Moment[] {
  const aimed = new Map(pictures.flatMap(({ cause, actionId }, index) => (cause === "aim" ? [[actionId, index]] : [])));
  return entriesOf(records)
    .toReversed()
    .map((entry) => {
      const atMs = Date.parse(entry.record.at);
      const before = pictures.length === 0 ? -1 : Math.max(0, lookAt(pictures, atMs));
      // A look for an action is taken while its intent is written, so it is a little younger.
      const picture = aimed.get(entry.record.id) ?? before;
      return { entry, atMs, picture, approvalId: approvalOf(entry.record) };
    });
}

/** Index of the newest moment that is not younger; -1: none. */
export function momentAt(moments: readonly Moment[], atMs: number): number {
  return moments.findLastIndex((moment) => moment.atMs <= atMs);
}

const APPROVAL = /\bapproval ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/;

/** Named in the reason by the worker, and in the parameters by whoever answered. */
function approvalOf({ reason, params, result, kind }: AuditRecord): string | null {
  if (typeof params.approvalId === "string") return params.approvalId;
  if (kind === "event" || (kind === "outcome" && result !== "asked")) return null;
  return APPROVAL.exec(reason ?? "")?.[1] ?? null;
}
