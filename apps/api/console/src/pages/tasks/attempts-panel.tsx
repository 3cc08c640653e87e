import type { Attempt } from "@deskfleet/contracts";
import { Link } from "wouter";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At, Lasted } from "../../ui/time.tsx";

export function AttemptsPanel({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Panel title="Attempts" note={attempts.length > 0 ? String(attempts.length) : undefined}>
      {attempts.length === 0 ? (
        <EmptyState title="Not started yet.">
          <p>It starts when a desktop is free and nothing more important waits.</p>
        </EmptyState>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              {["#", "Outcome", "Worker", "Session", "Started", "Took", "Reason"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <tr key={attempt.id}>
                <td>{attempt.number}</td>
                <td>
                  <StateBadge state={attempt.outcome ?? "running"} />
                </td>
                <td className="mono">{attempt.workerId}</td>
                <td>
                  {attempt.sessionId !== null && (
                    <Link className="mono" href={`/sessions/${attempt.sessionId}`}>
                      {attempt.sessionId.slice(-8)}
                    </Link>
                  )}
                </td>
                <td>
                  <At at={attempt.startedAt} />
                </td>
                <td>
                  <Lasted from={attempt.startedAt} to={attempt.endedAt} />
                </td>
                <td className="muted">{attempt.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
