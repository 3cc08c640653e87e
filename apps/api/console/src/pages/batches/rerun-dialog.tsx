import type { Batch, RerunBatch } from "@deskfleet/contracts";
import { useState } from "react";
import { call } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useAttempt } from "../../ui/toasts.tsx";

type Outcome = NonNullable<RerunBatch["outcomes"]>[number];
/** How a row can have ended that may run again, and whether that makes sense without changing it. */
const OUTCOMES: Readonly<Record<Outcome, boolean>> = {
  application_error: true,
  infrastructure_error: true,
  timeout: true,
  policy_denied: true,
  approval_expired: true,
  cancelled: true,
  expired: true,
  business_error: false,
};
const ALL = Object.keys(OUTCOMES) as Outcome[];
const says = (count: number) => `${count} ${count === 1 ? "row" : "rows"}`;

export function RerunDialog({ batch, onClose }: { batch: Batch; onClose(): void }) {
  const attempt = useAttempt();
  const there = ALL.filter((outcome) => batch.outcomes[outcome] > 0);
  const [chosen, setChosen] = useState<readonly Outcome[]>(() => there.filter((outcome) => OUTCOMES[outcome]));
  const count = chosen.reduce((total, outcome) => total + batch.outcomes[outcome], 0);
  const toggle = (outcome: Outcome) =>
    setChosen((old) => (old.includes(outcome) ? old.filter((each) => each !== outcome) : [...old, outcome]));
  const rerun = async () => {
    const body = { outcomes: chosen };
    const done = await attempt(
      () => call("POST", `/v1/batches/${batch.id}/rerun`, { body }),
      "The rows are queued again",
    );
    if (done !== null) onClose();
  };
  return (
    <Dialog title="Run rows again" onClose={onClose}>
      <div className="dialog-text">
        <p>As further attempts of the same tasks. Rows that succeeded or still run are never touched.</p>
        <div className="stack tight">
          {there.map((outcome) => (
            <label key={outcome} className="check">
              <input type="checkbox" checked={chosen.includes(outcome)} onChange={() => toggle(outcome)} />
              {outcome.replaceAll("_", " ")} <strong>{batch.outcomes[outcome]}</strong>
              {!OUTCOMES[outcome] && <span className="muted">ends so again unless the world has changed</span>}
            </label>
          ))}
        </div>
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={chosen.length === 0} onClick={rerun}>
          Run {says(count)} again
        </Button>
      </footer>
    </Dialog>
  );
}
