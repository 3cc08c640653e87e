import type { Approval } from "@deskfleet/contracts";
import { Link } from "wouter";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago, Countdown } from "../../ui/time.tsx";

interface ApprovalListProps {
  readonly approvals: readonly Approval[];
  readonly current: string | null;
  readonly suffix: string;
}

export function ApprovalList({ approvals, current, suffix }: ApprovalListProps) {
  return (
    <nav className="panel inbox-list" aria-label="Approvals">
      {approvals.length === 0 && <p className="panel-body muted">Nothing waits.</p>}
      <ul>
        {approvals.map((approval) => (
          <li key={approval.id}>
            <Link
              href={`/approvals/${approval.id}${suffix}`}
              aria-current={approval.id === current ? "true" : undefined}
            >
              <span className="inbox-line">
                <strong className="mono cut">{approval.tool.replace(/^computer_/, "")}</strong>
                {approval.state === "pending" ? (
                  <Countdown until={approval.expiresAt} />
                ) : (
                  <StateBadge state={approval.state} />
                )}
              </span>
              <span className="inbox-line muted">
                <span className="cut">{approval.evaluation.decisive.reason}</span>
                <Ago at={approval.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
