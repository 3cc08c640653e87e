import type { Batch } from "@deskfleet/contracts";
import { useState } from "react";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call, urlOf } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useAttempt } from "../../ui/toasts.tsx";
import { RerunDialog } from "./rerun-dialog.tsx";
import { deadCount } from "./row-counts.ts";

export function BatchActions({ batch }: { batch: Batch }) {
  const attempt = useAttempt();
  const isOperator = useHasRole("operator");
  const [isRerunOpen, setIsRerunOpen] = useState(false);
  const order = (verb: "pause" | "resume" | "cancel", done: string) =>
    attempt(() => call("POST", `/v1/batches/${batch.id}/${verb}`), done);
  const dead = deadCount(batch);
  return (
    <>
      <a className="button plain normal" href={urlOf(`/v1/batches/${batch.id}/results.csv`)} download>
        <Icon name="download" size={14} /> Results CSV
      </a>
      {isOperator && dead > 0 && <Button onClick={() => setIsRerunOpen(true)}>Rerun failed rows…</Button>}
      {isOperator && batch.state === "running" && (
        <Button onClick={() => void order("pause", "Paused: no further row starts")}>Pause</Button>
      )}
      {isOperator && batch.state === "paused" && (
        <Button kind="primary" onClick={() => void order("resume", "Rows start again")}>
          Resume
        </Button>
      )}
      {isOperator && (batch.state === "running" || batch.state === "paused") && (
        <ConfirmButton
          label="Cancel batch"
          title="Cancel this batch?"
          onConfirm={() => order("cancel", "Waiting rows are cancelled, running ones asked to stop")}
        >
          <p>Waiting rows are cancelled at once, running ones are asked to stop. Finished rows stay as they are.</p>
        </ConfirmButton>
      )}
      {isRerunOpen && <RerunDialog batch={batch} onClose={() => setIsRerunOpen(false)} />}
    </>
  );
}
