import type { Batch } from "@deskfleet/contracts";
import { Link, useLocation } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { useLiveList } from "../../live/use-live-list.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago } from "../../ui/time.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { BatchProgressCell } from "./batch-progress-cell.tsx";
import { BATCH_STATES_SHOWN } from "./batch-states.ts";

const COLUMNS: readonly Column<Batch>[] = [
  {
    name: "Batch",
    cell: ({ id, reference }) => (
      <Link className="plain-link" href={`/batches/${id}`}>
        {reference}
      </Link>
    ),
  },
  {
    name: "Workflow",
    width: "190px",
    isExtra: true,
    cell: ({ workflow }) => <span className="muted">{workflow}</span>,
  },
  { name: "State", width: "120px", cell: ({ state }) => <StateBadge state={state} /> },
  { name: "Progress", width: "38%", cell: (batch) => <BatchProgressCell batch={batch} /> },
  { name: "Created", width: "118px", align: "end", cell: ({ createdAt }) => <Ago at={createdAt} /> },
];

export function BatchesPage() {
  const [, navigate] = useLocation();
  const isOperator = useHasRole("operator");
  useShortcuts(isOperator ? [{ keys: "n", says: "Submit a batch", run: () => navigate("/batches/new") }] : []);
  const [filters, change] = useUrlFilters(["state"]);
  const list = useLiveList<Batch>({
    ...{ resource: "batches", path: "/v1/batches", query: filters, idOf: ({ batchId }) => batchId },
    types: ["batch.updated", "batch.finished"],
    matches: ({ state }) => filters.state === "" || state === filters.state,
  });
  return (
    <Page
      title="Batches"
      layout="fill"
      actions={
        isOperator && (
          <Link className="button primary normal" href="/batches/new">
            Submit a batch
          </Link>
        )
      }
    >
      <search className="filters">
        <SelectField label="State" value={filters.state} onChange={(event) => change({ state: event.target.value })}>
          <option value="">any</option>
          {BATCH_STATES_SHOWN.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
      </search>
      {list.error !== null ? (
        <ProblemCard error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable
          label="Batches, newest first"
          columns={COLUMNS}
          rows={list.items}
          rowKey={({ id }) => id}
          href={({ id }) => `/batches/${id}`}
          isLoading={list.isLoading}
          hasMore={list.hasMore}
          loadMore={list.loadMore}
          empty={
            <EmptyState title={filters.state === "" ? "No batch yet." : `No batch is ${filters.state}.`}>
              <p>A batch runs a workflow once for every row of a CSV.</p>
              {isOperator && (
                <Link className="button primary normal" href="/batches/new">
                  Submit a batch
                </Link>
              )}
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}
