import type { Approval, Session } from "@deskfleet/contracts";
import { Link } from "wouter";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago, Countdown } from "../../ui/time.tsx";

const SHOWN = 5;

/** What does not go on without a person; nothing is shown where there is nothing. */
export function AttentionPanel({
  approvals,
  sessions,
}: {
  approvals: readonly Approval[];
  sessions: readonly Session[];
}) {
  const held = sessions.filter(
    ({ state, controller }) => state === "paused" || state === "stopped" || controller === "human",
  );
  if (approvals.length + held.length === 0) return null;
  return (
    <Panel title="Needs a person" className="attention" note={String(approvals.length + held.length)}>
      <ul className="lines">
        {approvals.slice(0, SHOWN).map(({ id, tool, evaluation, expiresAt }) => (
          <li key={id}>
            <Link className="mono" href={`/approvals/${id}`}>
              {tool}
            </Link>
            <span className="muted cut">{evaluation.decisive.reason}</span>
            <Countdown until={expiresAt} />
          </li>
        ))}
        {approvals.length > SHOWN && (
          <li>
            <Link href="/approvals">{approvals.length - SHOWN} more approvals</Link>
          </li>
        )}
        {held.slice(0, SHOWN).map(({ id, state, controller, control, createdAt }) => (
          <li key={id}>
            <Link className="mono" href={`/sessions/${id}`}>
              session {id.slice(-8)}
            </Link>
            <StateBadge state={controller === "human" ? "human_control" : state} />
            <span className="muted cut">{control !== null && `${control.name} is in control`}</span>
            <Ago at={control?.since ?? createdAt} />
          </li>
        ))}
        {held.length > SHOWN && (
          <li>
            <Link href="/sessions?live=true">{held.length - SHOWN} more sessions</Link>
          </li>
        )}
      </ul>
    </Panel>
  );
}
