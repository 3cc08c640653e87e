import type { Batch, Task, TaskState } from "@deskfleet/contracts";
import { useMemo } from "react";
import { Link, useLocation } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { useResource } from "../../client/use-resource.ts";
import { useLiveList } from "../../live/use-live-list.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { OUTCOME_NAMES } from "./outcomes.ts";
import { taskColumns } from "./task-columns.tsx";
import { asksForDead, matchesTask, TASK_FILTERS, type TaskFilters } from "./task-filters.ts";

const STATES: Readonly<Record<TaskState, string>> = {
  ...{ queued: "queued", running: "running", waiting_approval: "waiting for approval", human_control: "human control" },
  ...{
    paused: "paused",
    succeeded: "succeeded",
    failed: "failed (dead letters)",
    cancelled: "cancelled",
    expired: "expired",
  },
};
const TYPES = ["task.queued", "task.started", "task.waiting_approval", "task.retried", "task.finished"] as const;

export function TasksPage() {
  const [, navigate] = useLocation();
  const isOperator = useHasRole("operator");
  const [filters, change] = useUrlFilters(TASK_FILTERS);
  const query = useDebounced(filters);
  const list = useLiveList<Task>({
    ...{ resource: "tasks", path: "/v1/tasks", query, types: TYPES, idOf: ({ taskId }) => taskId },
    matches: (task) => matchesTask(task, query),
  });
  useShortcuts([
    ...(isOperator ? [{ keys: "n", says: "Submit a task", run: () => navigate("/tasks/new") }] : []),
    { keys: "d", says: "Dead letters", run: () => navigate("/tasks?state=failed") },
  ]);
  const isFiltered = Object.values(filters).some((value) => value !== "");
  const isDead = asksForDead(filters);
  const columns = useMemo(() => taskColumns({ hasRetry: isOperator && isDead }), [isOperator, isDead]);
  return (
    <Page
      title="Tasks"
      layout="fill"
      actions={
        isOperator && (
          <Link className="button primary normal" href="/tasks/new">
            Submit a task
          </Link>
        )
      }
    >
      <Filters filters={filters} isFiltered={isFiltered} onChange={change} />
      {list.error !== null ? (
        <ProblemCard error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable
          label="Tasks, newest first"
          columns={columns}
          rows={list.items}
          rowKey={({ id }) => id}
          href={({ id }) => `/tasks/${id}`}
          isLoading={list.isLoading}
          hasMore={list.hasMore}
          loadMore={list.loadMore}
          empty={asksForDead(filters) ? <NoneDead /> : isFiltered ? <NoneMatch /> : <NoTask isOperator={isOperator} />}
        />
      )}
    </Page>
  );
}

interface FiltersProps {
  readonly filters: TaskFilters;
  readonly isFiltered: boolean;
  onChange(change: Partial<TaskFilters>): void;
}

function Filters({ filters, isFiltered, onChange }: FiltersProps) {
  return (
    <search className="filters">
      <SelectField label="State" value={filters.state} onChange={(event) => onChange({ state: event.target.value })}>
        <option value="">any</option>
        {Object.entries(STATES).map(([state, label]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Outcome"
        value={filters.outcome}
        onChange={(event) => onChange({ outcome: event.target.value })}
      >
        <option value="">any</option>
        {Object.entries(OUTCOME_NAMES).map(([outcome, label]) => (
          <option key={outcome} value={outcome}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Workflow"
        placeholder="name@version"
        value={filters.workflow}
        onChange={(event) => onChange({ workflow: event.target.value })}
      />
      <TextField
        label="Reference"
        placeholder="exactly"
        value={filters.reference}
        onChange={(event) => onChange({ reference: event.target.value })}
      />
      {filters.batchId !== "" && <OfBatch id={filters.batchId} onClear={() => onChange({ batchId: "" })} />}
      {isFiltered && (
        <Link className="button quiet normal" href="/tasks">
          Clear
        </Link>
      )}
    </search>
  );
}

function OfBatch({ id, onClear }: { id: string; onClear(): void }) {
  const { data } = useResource<Batch>("batches", `/v1/batches/${id}`);
  return (
    <span className="chip">
      of the batch <Link href={`/batches/${id}`}>{data?.reference ?? id.slice(-8)}</Link>
      <button type="button" className="chip-close" aria-label="Tasks of all batches" onClick={onClear}>
        ×
      </button>
    </span>
  );
}

const NoneDead = () => (
  <EmptyState title="No dead letters here.">
    <p>What ends without success is kept in this list, to be edited and sent again.</p>
    <Link href="/tasks">Show all tasks</Link>
  </EmptyState>
);

const NoneMatch = () => (
  <EmptyState title="No task matches these filters.">
    <Link href="/tasks">Show all tasks</Link>
  </EmptyState>
);

const NoTask = ({ isOperator }: { isOperator: boolean }) => (
  <EmptyState title="No task yet.">
    <p>
      A task runs a workflow on a desktop of its own.{" "}
      {isOperator ? "Submit the first one here, or by the API." : "Operators submit them."}
    </p>
    {isOperator && (
      <Link className="button primary normal" href="/tasks/new">
        Submit a task
      </Link>
    )}
  </EmptyState>
);
