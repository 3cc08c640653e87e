import type { Task, TaskState } from "@deskfleet/contracts";
import { Link, useLocation } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { useLiveList } from "../../live/use-live-list.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { TASK_COLUMNS } from "./task-columns.tsx";

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
  const [filters, change] = useUrlFilters(["state", "workflow", "reference", "batchId"]);
  const query = useDebounced(filters);
  const list = useLiveList<Task>({
    ...{ resource: "tasks", path: "/v1/tasks", query, types: TYPES, idOf: ({ taskId }) => taskId },
    matches: (task) =>
      (query.state === "" || task.state === query.state) &&
      (query.workflow === "" || task.workflow === query.workflow) &&
      (query.reference === "" || task.reference === query.reference),
  });
  useShortcuts(isOperator ? [{ keys: "n", says: "Submit a task", run: () => navigate("/tasks/new") }] : []);
  const isFiltered = Object.values(filters).some((value) => value !== "");
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
      <search className="filters">
        <SelectField label="State" value={filters.state} onChange={(event) => change({ state: event.target.value })}>
          <option value="">any</option>
          {Object.entries(STATES).map(([state, label]) => (
            <option key={state} value={state}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Workflow"
          placeholder="name@version"
          value={filters.workflow}
          onChange={(event) => change({ workflow: event.target.value })}
        />
        <TextField
          label="Reference"
          placeholder="exactly"
          value={filters.reference}
          onChange={(event) => change({ reference: event.target.value })}
        />
        {isFiltered && (
          <Link className="button quiet normal" href="/tasks">
            Clear
          </Link>
        )}
      </search>
      {list.error !== null ? (
        <ProblemCard error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable
          label="Tasks, newest first"
          columns={TASK_COLUMNS}
          rows={list.items}
          rowKey={({ id }) => id}
          href={({ id }) => `/tasks/${id}`}
          isLoading={list.isLoading}
          hasMore={list.hasMore}
          loadMore={list.loadMore}
          empty={isFiltered ? <NoneMatch /> : <NoTask isOperator={isOperator} />}
        />
      )}
    </Page>
  );
}

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
