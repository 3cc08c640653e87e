import type { AuditProof } from "@deskfleet/contracts";
import { Link } from "wouter";
import { urlOf } from "../../client/http.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";

const MEANS: Readonly<Record<NonNullable<AuditProof["fault"]>["problem"], string>> = {
  edited: "its content is not what its hash was made of",
  dropped: "a record before it is missing",
  reordered: "it does not follow the one before it",
  head_mismatch: "the chain does not end where the signed head says",
};

/** What was recomputed of one chain, and what anybody can recompute from the export. */
export function ProofPanel({ proof, tenantId }: { proof: AuditProof; tenantId: string }) {
  const { chain, records, isIntact, fault, openIntents, headHash } = proof;
  const isSession = !chain.startsWith("tenant:");
  const query = { tenantId, ...(isSession && { sessionId: chain }) };
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  return (
    <Panel
      className="proof"
      title={isSession ? `The chain of session ${chain.slice(-8)}` : "The tenant's own chain"}
      actions={<StateBadge state={isIntact ? "intact" : "broken"} tone={isIntact ? "good" : "bad"} />}
    >
      <p className="panel-note" role="status" data-tone={isIntact ? undefined : "warn"}>
        {fault === null
          ? `${records === 1 ? "Its one record is as it was" : `All ${records} records are as they were`} written, in order, and none is missing.`
          : `At record ${fault.seq}: ${MEANS[fault.problem]}.`}
      </p>
      <Facts
        facts={[
          ["Chain", <CopyId key="chain" id={chain} isWhole />],
          ["Records", String(records)],
          ["Head", <CopyId key="head" id={headHash} isWhole />],
          ["Open", openIntents > 0 && `${openIntents} actions without an outcome yet`],
          [
            "See",
            <Link key="records" href={`/audit?${search}`}>
              its records in the list
            </Link>,
          ],
        ]}
      />
      <div className="panel-body">
        <p className="muted">
          Each hash is SHA-256 over the hash before and the record as canonical JSON, the first over 64 zeros. The head
          is signed with the fleet's secret, so that a cut end shows too.{" "}
          <a href={urlOf("/v1/audit/export", query)} download="chain.jsonl">
            Export the records
          </a>{" "}
          with their hashes, to recompute them elsewhere.
        </p>
      </div>
    </Panel>
  );
}
