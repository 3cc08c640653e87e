import { Link } from "wouter";
import { Countdown } from "../../ui/time.tsx";
import { usePendingApprovals } from "../approvals/use-pending-approvals.ts";

/** What waits for an answer in this session. */
export function SessionApprovals({ sessionId }: { sessionId: string }) {
  const waiting = usePendingApprovals().filter((approval) => approval.sessionId === sessionId);
  return waiting.map(({ id, tool, expiresAt }) => (
    <p key={id} className="note" data-tone="warn">
      <Link href={`/approvals/${id}`}>{tool} waits for an answer</Link> <Countdown until={expiresAt} />
    </p>
  ));
}
