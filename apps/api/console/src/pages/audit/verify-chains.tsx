import type { AuditProof } from "@deskfleet/contracts";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "wouter";
import { call } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { chainHref } from "./chain-href.ts";
import { ProofPanel } from "./proof-panel.tsx";

const columns = (tenantId: string): readonly Column<AuditProof>[] => [
  {
    name: "Proof",
    width: "110px",
    cell: ({ isIntact }) => <StateBadge state={isIntact ? "intact" : "broken"} tone={isIntact ? "good" : "bad"} />,
  },
  {
    name: "Chain",
    cell: ({ chain }) => (
      <Link href={chainHref(chain, tenantId || null)}>
        {chain.startsWith("tenant:") ? "the tenant's own records" : `session ${chain.slice(-8)}`}
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

/** Recomputes every hash, on the server, when it is asked for: of all chains, or of the one that `?chain=` names. */
export function VerifyChains({ tenantId }: { tenantId: string }) {
  const [{ chain }] = useUrlFilters(["chain"]);
  const [proofs, setProofs] = useState<readonly AuditProof[] | null>(null);
  const verifying = useSubmit();
  const verify = async () => {
    const answer = await verifying.run(() =>
      call<{ items: AuditProof[] }>("GET", "/v1/audit/verify", { query: { tenantId } }),
    );
    if (answer !== null) setProofs(answer.items);
  };
  const broken = proofs?.filter(({ isIntact }) => !isIntact).length ?? 0;
  if (chain !== "") return <OneChain key={chain} chain={chain} tenantId={tenantId} />;
  return (
    <>
      <div className="buttons">
        <Button kind="primary" disabled={verifying.isBusy} onClick={() => void verify()}>
          {verifying.isBusy ? "Verifying…" : "Verify all chains"}
        </Button>
        <span role="status">
          {proofs !== null && (
            <StateBadge
              state={
                broken === 0 ? `${proofs.length} chains, all intact` : `${broken} of ${proofs.length} chains are broken`
              }
              tone={broken === 0 ? "good" : "bad"}
            />
          )}
        </span>
      </div>
      {verifying.problem !== null && <ProblemCard error={verifying.problem} />}
      {proofs === null ? (
        <section className="panel">
          <EmptyState title="Every session has a chain of records, and the tenant has one for the rest.">
            <p>
              Each record holds the hash of the one before, and the newest hash is signed: an edit, a gap, a cut end or
              a new order shows. Verify them all here, or one from its record.
            </p>
          </EmptyState>
        </section>
      ) : (
        <DataTable
          label="Chains"
          columns={columns(tenantId)}
          rows={proofs.toSorted((a, b) => Number(a.isIntact) - Number(b.isIntact))}
          rowKey={({ chain: name }) => name}
          empty={<p className="empty">There is no chain yet.</p>}
        />
      )}
    </>
  );
}

function OneChain({ chain, tenantId }: { chain: string; tenantId: string }) {
  const [proof, setProof] = useState<AuditProof | null>(null);
  const verifying = useSubmit();
  const verify = async () =>
    setProof(await verifying.run(() => call("GET", "/v1/audit/verify", { query: { chain, tenantId } })));
  const verifyFirst = useEffectEvent(() => void verify());
  useEffect(() => verifyFirst(), []);
  return (
    <>
      <div className="buttons">
        <Button disabled={verifying.isBusy} onClick={() => void verify()}>
          {verifying.isBusy ? "Verifying…" : "Verify again"}
        </Button>
        <Link className="button quiet normal" href={`/audit/verify${tenantId === "" ? "" : `?tenantId=${tenantId}`}`}>
          All chains
        </Link>
      </div>
      {verifying.problem !== null && <ProblemCard error={verifying.problem} />}
      {proof !== null && <ProofPanel proof={proof} tenantId={tenantId} />}
    </>
  );
}
