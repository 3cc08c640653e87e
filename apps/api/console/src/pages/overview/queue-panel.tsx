import type { Capacity, Statistics } from "@deskfleet/contracts";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Ago } from "../../ui/time.tsx";

/** What waits, by tenant, and how full each worker is. */
export function QueuePanel({ tenants, capacity }: { tenants: Statistics["tenants"]; capacity: Capacity | undefined }) {
  return (
    <Panel title="Queue and capacity">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Tenant</th>
            <th scope="col" data-align="end">
              Queued
            </th>
            <th scope="col" data-align="end">
              Active
            </th>
            <th scope="col" data-align="end">
              Oldest waits since
            </th>
          </tr>
        </thead>
        <tbody>
          {tenants.map(({ tenantId, name, queued, active, oldestQueuedAt }) => (
            <tr key={tenantId}>
              <td>{name}</td>
              <td data-align="end">{queued}</td>
              <td data-align="end">{active}</td>
              <td data-align="end">
                {oldestQueuedAt === null ? <span className="muted">–</span> : <Ago at={oldestQueuedAt} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="lines">
        {capacity?.workers.map(({ id, slots, used, warm, isDraining }) => (
          <li key={id}>
            <span className="mono cut worker-name">{id}</span>
            <span className="progress-cell">
              <ProgressBar parts={[{ tone: isDraining ? "warn" : "busy", count: used }]} total={slots} />
              <span className="muted">
                {used} of {slots} used, {isDraining ? "draining" : `${warm} warm`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
