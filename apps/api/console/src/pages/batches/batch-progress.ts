import type { Batch, TaskState } from "@deskfleet/contracts";
import type { Tone } from "../../ui/state-badge.tsx";

const TONES: Readonly<Record<TaskState, Tone | null>> = {
  ...{ succeeded: "good", failed: "bad", expired: "bad", cancelled: "bad", running: "busy", waiting_approval: "warn" },
  ...{ human_control: "warn", paused: "warn", queued: null },
};

export interface Progress {
  readonly parts: readonly { readonly tone: Tone; readonly count: number }[];
  readonly done: number;
  readonly text: string;
  /** Milliseconds until the last row, at the pace so far; null while nothing is done, or nothing is left or moves. */
  readonly leftMs: number | null;
}

/** How far a batch is, in words and shares, and when it will be done if it goes on like this. */
export function progressOf(batch: Batch, nowMs: number): Progress {
  const { rows, counts, state, createdAt } = batch;
  const byTone = new Map<Tone, number>();
  for (const [name, count] of Object.entries(counts)) {
    const tone = TONES[name as TaskState];
    if (tone !== null) byTone.set(tone, (byTone.get(tone) ?? 0) + count);
  }
  const of = (tone: Tone) => byTone.get(tone) ?? 0;
  const done = of("good") + of("bad");
  const said = [
    [of("bad"), "did not"],
    [of("busy"), "running"],
    [of("warn"), "wait for a person"],
  ] as const;
  const rest = said.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const isMoving = state === "running" && done > 0 && done < rows;
  return {
    parts: (["good", "bad", "busy", "warn"] as const).map((tone) => ({ tone, count: of(tone) })),
    done,
    text: [`${of("good")} of ${rows} succeeded`, ...rest].join(", "),
    leftMs: isMoving ? ((nowMs - Date.parse(createdAt)) / done) * (rows - done) : null,
  };
}
