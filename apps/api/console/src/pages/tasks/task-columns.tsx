import type { Task } from "@deskfleet/contracts";
import { Link } from "wouter";
import { CopyId } from "../../ui/copy-id.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago, Lasted } from "../../ui/time.tsx";
import { isDeadLetter } from "./outcomes.ts";

/** What a task is, in a line: its program, and which row or reference it has. */
export const taskName = ({ workflow, reference, row }: Task): string =>
  [workflow ?? "inline steps", row === null ? null : `row ${row}`, reference].filter(Boolean).join(" · ");

/** Why it waits, while it does; then how it ended. */
export const taskNews = ({ waitingFor, reason, outcome }: Task): string =>
  waitingFor === null ? (reason ?? outcome?.replaceAll("_", " ") ?? "") : `waits for ${waitingFor}`;

export const newsColumn: Column<Task> = {
  name: "Why, or how it ended",
  cell: (task) => (
    <span className="muted" title={taskNews(task)}>
      {taskNews(task)}
    </span>
  ),
};

/** The way from what went wrong to sending it again, for whoever may. */
export const retryColumn: Column<Task> = {
  name: "Again",
  width: "132px",
  align: "end",
  cell: (task) =>
    isDeadLetter(task) && (
      <Link className="button plain small" href={`/tasks/new?from=${task.id}`}>
        Edit and retry
      </Link>
    ),
};

export const taskColumns = ({ hasRetry }: { hasRetry: boolean }): readonly Column<Task>[] => [
  { name: "Task", width: "104px", cell: ({ id }) => <CopyId id={id} /> },
  { name: "State", width: "150px", cell: ({ state }) => <StateBadge state={state} /> },
  {
    name: "What",
    cell: (task) => (
      <Link className="plain-link" href={`/tasks/${task.id}`}>
        {taskName(task)}
      </Link>
    ),
  },
  newsColumn,
  { name: "Tries", width: "64px", align: "end", isExtra: true, cell: ({ attempts }) => attempts.length },
  {
    ...{ name: "Took", width: "104px", align: "end", isExtra: true },
    cell: ({ startedAt, endedAt }) => (startedAt === null ? "" : <Lasted from={startedAt} to={endedAt} />),
  },
  { name: "Created", width: "118px", align: "end", cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ...(hasRetry ? [retryColumn] : []),
];
