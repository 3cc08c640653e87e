import type { Session } from "@deskfleet/contracts";
import { Link } from "wouter";
import { CopyId } from "../../ui/copy-id.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Lasted } from "../../ui/time.tsx";

const SHOWN = 8;

export function SessionsPanel({ sessions }: { sessions: readonly Session[] }) {
  return (
    <Panel
      title="Sessions"
      note={sessions.length > 0 ? String(sessions.length) : undefined}
      actions={<Link href="/sessions">All</Link>}
    >
      {sessions.length === 0 ? (
        <EmptyState title="No desktop is in use.">
          <p>
            Submit a <Link href="/tasks/new">task</Link> or a <Link href="/batches/new">batch</Link>, or start a session
            of your own under <Link href="/sessions">Sessions</Link>.
          </p>
        </EmptyState>
      ) : (
        <ul className="lines">
          {sessions.slice(0, SHOWN).map(({ id, state, controller, control, taskId, createdAt }) => (
            <li key={id}>
              <Link href={`/sessions/${id}`}>Watch</Link>
              <CopyId id={id} />
              <StateBadge state={controller === "human" ? "human_control" : state} />
              <span className="muted cut">
                {taskId === null ? "interactive" : `task ${taskId.slice(-8)}`}
                {control !== null && `, ${control.name}`}
              </span>
              <Lasted from={createdAt} to={null} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
