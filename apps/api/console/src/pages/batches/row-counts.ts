import type { Batch, TaskState } from "@deskfleet/contracts";

/** Rows that are in one state, or that ended in one way: a filter with its count. */
export interface RowCount {
  readonly by: "state" | "outcome";
  readonly name: string;
  readonly count: number;
}

/** What is not over yet, the nearest to its end first. */
const OPEN = ["running", "waiting_approval", "human_control", "paused", "queued"] as const satisfies TaskState[];

/**
 * The rows of a batch by how they ended or by what they are now, every row in exactly one of the counts: success first, then what went
 * wrong, the most frequent first, then what is not over. A row that expired has a state and no outcome.
 */
export function rowCounts({ counts, outcomes }: Pick<Batch, "counts" | "outcomes">): RowCount[] {
  const ended = Object.entries(outcomes)
    .map(([name, count]): RowCount => ({ by: name === "expired" ? "state" : "outcome", name, count }))
    .toSorted((a, b) => Number(b.name === "success") - Number(a.name === "success") || b.count - a.count);
  const open = OPEN.map((name): RowCount => ({ by: "state", name, count: counts[name] ?? 0 }));
  return [...ended, ...open].filter(({ count }) => count > 0);
}

/** Rows that ended without success. */
export const deadCount = ({ outcomes }: Pick<Batch, "outcomes">): number =>
  Object.entries(outcomes).reduce((total, [name, count]) => (name === "success" ? total : total + count), 0);
