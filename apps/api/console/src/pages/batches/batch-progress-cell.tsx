import type { Batch } from "@deskfleet/contracts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { progressOf } from "./batch-progress.ts";

export function BatchProgressCell({ batch }: { batch: Batch }) {
  const { parts, text } = progressOf(batch, 0);
  return (
    <span className="progress-cell" title={text}>
      <ProgressBar parts={parts} total={batch.rows} />
      <span className="muted">{text}</span>
    </span>
  );
}
