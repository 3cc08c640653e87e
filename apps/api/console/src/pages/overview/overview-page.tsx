import type { Capacity, Session, Statistics, Task } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../client/http.ts";
import type { Page as PageOf } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { usePendingApprovals } from "../approvals/use-pending-approvals.ts";
import { AttentionPanel } from "./attention-panel.tsx";
import { HoursPanel } from "./hours-panel.tsx";
import { IncidentsPanel } from "./incidents-panel.tsx";
import { QueuePanel } from "./queue-panel.tsx";
import { RunningBatchesPanel } from "./running-batches-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { Tiles } from "./tiles.tsx";

const LIVE_SHOWN = 200;
/** What no event tells of: workers that come and go, time that passes in a queue. */
const POLL_MS = 15_000;

export function OverviewPage() {
  const capacity = useQuery({
    queryKey: ["capacity", "one"],
    queryFn: ({ signal }) => call<Capacity>("GET", "/v1/capacity", { signal }),
    refetchInterval: POLL_MS,
  });
  const statistics = useQuery({
    queryKey: ["tasks", "statistics"],
    queryFn: ({ signal }) => call<Statistics>("GET", "/v1/statistics", { signal }),
    refetchInterval: POLL_MS,
  });
  const sessions = useResource<PageOf<Session>>("sessions", "/v1/sessions", {
    query: { live: true, limit: LIVE_SHOWN },
  });
  const failed = useResource<PageOf<Task>>("tasks", "/v1/tasks", { query: { state: "failed", limit: 8 } });
  const pending = usePendingApprovals();
  return (
    <Page title="Overview">
      <Tiles
        capacity={capacity.data}
        statistics={statistics.data}
        sessions={sessions.data?.items}
        waiting={pending.length}
      />
      {capacity.data !== undefined && <Refusals capacity={capacity.data} />}
      <AttentionPanel approvals={pending} sessions={sessions.data?.items ?? []} />
      <div className="columns">
        <Loaded result={sessions}>{({ items }) => <SessionsPanel sessions={items} />}</Loaded>
        <RunningBatchesPanel />
        <Loaded result={statistics}>{({ hours }) => <HoursPanel hours={hours} />}</Loaded>
        <Loaded result={statistics}>
          {({ tenants }) => <QueuePanel tenants={tenants} capacity={capacity.data} />}
        </Loaded>
      </div>
      <Loaded result={failed}>{({ items }) => <IncidentsPanel tasks={items} />}</Loaded>
    </Page>
  );
}

function Refusals({ capacity }: { capacity: Capacity }) {
  const unconfined = capacity.workers.filter(({ confinement }) => confinement?.kind === "none").map(({ id }) => id);
  const reasons = [
    ...capacity.refusals.map(({ reason }) => reason),
    ...(unconfined.length > 0 ? [`Commands cannot be confined on ${unconfined.join(", ")}`] : []),
  ];
  if (reasons.length === 0) return null;
  return (
    <ul className="note" data-tone="warn" aria-label="Why something waits">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
