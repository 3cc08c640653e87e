import type { AuditRecord } from "@deskfleet/contracts";
import { Link } from "wouter";
import { Actor } from "../../ui/actor.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";
import { VerdictList } from "../../ui/verdict-list.tsx";
import { chainHref } from "./chain-href.ts";

interface AuditRecordDialogProps {
  readonly record: AuditRecord;
  /** Another tenant's: its sessions and tasks have no page here. */
  readonly isOther: boolean;
  onClose(): void;
}

/** One record as it was written: who, what, with which verdicts, and its place in the chain. */
export function AuditRecordDialog({ record, isOther, onClose }: AuditRecordDialogProps) {
  const { evaluation, params, chain, seq, previousHash, hash, id, at, actor, result, reason, kind, action } = record;
  const { sessionId, taskId, tenantId } = record;
  const idOf = (page: string, value: string) =>
    isOther ? <CopyId id={value} /> : <Link href={`/${page}/${value}`}>{value.slice(-8)}</Link>;
  return (
    <Dialog title={action} size="wide" onClose={onClose}>
      <div className="dialog-text">
        <Facts
          facts={[
            ["At", <At key="at" at={at} withAgo />],
            ["Kind", kind],
            ["Result", result && <StateBadge state={result} />],
            ["Actor", <Actor key="actor" actor={actor} />],
            ["Session", sessionId && idOf("sessions", sessionId)],
            ["Task", taskId && idOf("tasks", taskId)],
            ["Reason", reason],
          ]}
        />
        {evaluation !== null && <VerdictList verdicts={evaluation.verdicts} />}
        <h3>Parameters, redacted</h3>
        {kind !== "event" && !isOther && (
          <p>
            <Link
              href={`/policies/explain?${new URLSearchParams({ kind: "tool", ask: action, params: JSON.stringify(params) })}`}
            >
              Explain it under the policy of now
            </Link>
          </p>
        )}
        <JsonView value={params} label="Parameters" />
        <h3>In the chain</h3>
        <Facts
          facts={[
            ["Place", `record ${seq}`],
            ["Id", <CopyId key="id" id={id} />],
            ["Hash", <CopyId key="hash" id={hash} />],
            ["Before it", seq === 1 ? "nothing: the first" : <CopyId key="before" id={previousHash} />],
            [
              "Proof",
              <Link key="proof" href={chainHref(chain, isOther ? tenantId : null)}>
                Verify this chain
              </Link>,
            ],
          ]}
        />
      </div>
    </Dialog>
  );
}
