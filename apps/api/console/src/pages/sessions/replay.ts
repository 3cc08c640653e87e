import type { Artifact } from "@deskfleet/contracts";
import type { ActionEntry } from "./action-entries.ts";

/** One moment of a session that is over: what was done, and the last frame that was kept until then. */
export interface Moment {
  readonly entry: ActionEntry;
  readonly frame: Artifact | null;
}

/** The actions oldest first, each with the newest kept frame that is not younger than its end. */
export function momentsOf(entries: readonly ActionEntry[], frames: readonly Artifact[]): Moment[] {
  const sorted = frames
    .filter(({ contentType }) => contentType.startsWith("image/"))
    .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return entries.toReversed().map((entry, index, all) => {
    const next = all[index + 1];
    const untilMs = next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next.record.at);
    return { entry, frame: sorted.findLast(({ createdAt }) => Date.parse(createdAt) <= untilMs) ?? null };
  });
}
