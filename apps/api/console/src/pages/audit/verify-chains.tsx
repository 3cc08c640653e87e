import type { AuditProof } from "@deskfleet/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../client/http.ts";
import { toProblem } from "../../client/problem.ts";
import { Button } from "../../ui/button.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";

const COLUMNS: readonly Column<AuditProof>[] = [
  {
    name: "Proof",
    width: "110px",
    cell: ({ isIntact }) => <StateBadge state={isIntact ? "intact" : "broken"} tone={isIntact ? "good" : "bad"} />,
  },
  {
    name: "Chain",
    cell: ({ chain }) =>
      chain.startsWith("tenant:") ? (
        "the tenant's own records"
      ) : (
        <Link className="mono" href={`/audit?sessionId=${chain}`}>
          session {chain.slice(-8)}
        </Link>
      ),
  },
  { name: "Records", width: "90px", align: "end", cell: ({ records }) => records },
  { name: "Open intents", width: "110px", align: "end", cell: ({ openIntents }) => openIntents },
  { name: "Head", width: "130px", cell: ({ headHash }) => <CopyId id={headHash} /> },
  {
    name: "Fault",
    width: "26%",
    cell: ({ fault }) => fault && <span className="fault-text">{`${fault.problem} at record ${fault.seq}`}</span>,
  },
];

/** Recomputes every hash of every chain, on the server, when it is asked for. */
export function VerifyChains() {
  const [proofs, setProofs] = useState<readonly AuditProof[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const verify = async () => {
    setIsBusy(true);
    setError(null);
    try {
      setProofs((await call<{ items: AuditProof[] }>("GET", "/v1/audit/verify")).items);
    } catch (thrown) {
      setError(toProblem(thrown));
    }
    setIsBusy(false);
  };
  const broken = proofs?.filter(({ isIntact }) => !isIntact).length ?? 0;
  return (
    <>
      <div className="buttons">
        <Button kind="primary" disabled={isBusy} onClick={verify}>
          {isBusy ? "Verifying…" : "Verify all chains"}
        </Button>
        <span role="status">
          {proofs === null ? (
            <span className="muted">
              Each record holds the hash of the one before: an edit, a gap or a new order shows.
            </span>
          ) : (
            <StateBadge
              state={
                broken === 0 ? `${proofs.length} chains, all intact` : `${broken} of ${proofs.length} chains are broken`
              }
              tone={broken === 0 ? "good" : "bad"}
            />
          )}
        </span>
      </div>
      {error !== null && <ProblemCard error={error} />}
      {proofs !== null && (
        <DataTable
          label="Chains"
          columns={COLUMNS}
          rows={proofs.toSorted((a, b) => Number(a.isIntact) - Number(b.isIntact))}
          rowKey={({ chain }) => chain}
          empty={<p className="empty">There is no chain yet.</p>}
        />
      )}
    </>
  );
}
