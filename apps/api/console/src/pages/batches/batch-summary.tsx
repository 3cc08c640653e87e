import type { Batch } from "@deskfleet/contracts";
import { useNow } from "../../ui/now.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { durationText } from "../../ui/relative-time.ts";
import { At, Lasted } from "../../ui/time.tsx";
import { progressOf } from "./batch-progress.ts";

export function BatchSummary({ batch }: { batch: Batch }) {
  const { parts, text } = progressOf(batch, 0);
  const left = useNow((now) => {
    const { leftMs } = progressOf(batch, now);
    return leftMs === null ? "" : durationText(Math.ceil(leftMs / 1_000) * 1_000);
  });
  return (
    <section className="panel batch-summary" aria-label="Progress">
      <ProgressBar parts={parts} total={batch.rows} />
      <p>
        <strong>{text}</strong>
        {left !== "" && <span className="muted"> about {left} left at this pace</span>}
      </p>
      <p className="muted">
        {batch.workflow}, {batch.concurrency} rows at a time, created <At at={batch.createdAt} withAgo />, took{" "}
        <Lasted from={batch.createdAt} to={batch.endedAt} />
      </p>
    </section>
  );
}
