import type { Session, SessionState } from "@deskfleet/contracts";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { useLiveList } from "../../live/use-live-list.ts";
import { Button } from "../../ui/button.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago, Lasted } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";

const STATES: Readonly<Record<SessionState, true>> = {
  ...{ starting: true, active: true, paused: true, stopped: true, ended: true },
};
const TYPES = [
  "session.started",
  "session.paused",
  "session.resumed",
  "session.controlled",
  "session.stopped",
  "session.ended",
] as const;

const COLUMNS: readonly Column<Session>[] = [
  { name: "Session", width: "110px", cell: ({ id }) => <CopyId id={id} /> },
  {
    name: "State",
    width: "120px",
    cell: ({ state }) => <StateBadge state={state} {...(state === "ended" && { tone: "none" })} />,
  },
  {
    name: "What",
    cell: ({ id, taskId }) => (
      <Link className="plain-link" href={`/sessions/${id}`}>
        {taskId === null ? "interactive" : `task ${taskId.slice(-8)}`}
      </Link>
    ),
  },
  {
    name: "In control",
    width: "130px",
    cell: ({ controller, control, state }) =>
      state === "ended" ? "" : (control?.name ?? (controller === "human" ? "a person" : "the agent")),
  },
  {
    name: "Worker",
    width: "140px",
    isExtra: true,
    cell: ({ workerId }) => <span className="mono muted">{workerId}</span>,
  },
  { name: "End", width: "130px", isExtra: true, cell: ({ endReason }) => <span className="muted">{endReason}</span> },
  {
    name: "Lasted",
    width: "110px",
    align: "end",
    cell: ({ createdAt, endedAt }) => <Lasted from={createdAt} to={endedAt} />,
  },
  { name: "Started", width: "118px", align: "end", cell: ({ createdAt }) => <Ago at={createdAt} /> },
];

export function SessionsPage() {
  const [filters, change] = useUrlFilters(["state", "live"]);
  const list = useLiveList<Session>({
    ...{ resource: "sessions", path: "/v1/sessions", query: filters, types: TYPES, idOf: ({ sessionId }) => sessionId },
    matches: ({ state }) =>
      (filters.state === "" || state === filters.state) && (filters.live === "" || state !== "ended"),
  });
  const shown = filters.live === "true" ? "live" : filters.state;
  return (
    <Page title="Sessions" layout="fill" actions={<StartButton />}>
      <search className="filters">
        <SelectField
          label="State"
          value={shown}
          onChange={({ target: { value } }) =>
            change(value === "live" ? { live: "true", state: "" } : { live: "", state: value })
          }
        >
          <option value="">any</option>
          <option value="live">not ended</option>
          {Object.keys(STATES).map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
      </search>
      {list.error !== null ? (
        <ProblemCard error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable
          label="Sessions, newest first"
          columns={COLUMNS}
          rows={list.items}
          rowKey={({ id }) => id}
          href={({ id }) => `/sessions/${id}`}
          isLoading={list.isLoading}
          hasMore={list.hasMore}
          loadMore={list.loadMore}
          empty={
            <EmptyState title={shown === "" ? "No session yet." : "No session matches."}>
              <p>
                A session is the use of one desktop: a task has one for each attempt, and operators start their own.
              </p>
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

function StartButton() {
  const isOperator = useHasRole("operator");
  const attempt = useAttempt();
  const [, navigate] = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  if (!isOperator) return null;
  const start = async () => {
    setIsBusy(true);
    const session = await attempt(() => call<Session>("POST", "/v1/sessions", { body: {} }));
    setIsBusy(false);
    if (session !== null) navigate(`/sessions/${session.id}`);
  };
  return (
    <Button kind="primary" disabled={isBusy} onClick={start}>
      {isBusy ? "Starting a desktop…" : "Start a session"}
    </Button>
  );
}
