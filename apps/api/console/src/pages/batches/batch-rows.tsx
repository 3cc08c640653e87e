import type { Batch, Task } from "@deskfleet/contracts";
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { Link } from "wouter";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useEvents } from "../../live/live-provider.tsx";
import { replaceItem } from "../../live/merge-page.ts";
import { collect } from "../../live/throttle.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Lasted } from "../../ui/time.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { taskNews } from "../tasks/task-columns.tsx";
import { tellingColumns } from "./telling-columns.ts";

const LIMIT = 200;
/** Rows read one by one after a burst; of more, the loaded pages are read again. */
const SINGLES_MAX = 24;
const REFRESH_MS = 1_000;

/** The rows of a batch in order, as many as have been scrolled to, each read again when an event names it. */
export function BatchRows({ batch }: { batch: Batch }) {
  const queries = useQueryClient();
  const [filters, change] = useUrlFilters(["rows"]);
  const queryKey = ["tasks", "list", "rows", batch.id] as const;
  const result = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call<Page<Task>>("GET", `/v1/batches/${batch.id}/rows`, { query: { limit: LIMIT, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const refresh = useEffectEvent(async (ids: ReadonlySet<string>) => {
    if (ids.size > SINGLES_MAX) return void result.refetch();
    for (const id of ids) {
      try {
        const task = await call<Task>("GET", `/v1/tasks/${id}`);
        queries.setQueryData<InfiniteData<Page<Task>>>(
          queryKey,
          (old) => old && { ...old, pages: replaceItem(old.pages, id, task) },
        );
      } catch {
        // The row stays as it was seen; its next event, or the end of the batch, reads it again.
      }
    }
  });
  const [changed] = useState(() => collect<string>((ids) => void refresh(ids), REFRESH_MS));
  useEffect(() => changed.cancel, [changed]);
  useEvents(["task.started", "task.waiting_approval", "task.retried", "task.finished", "task.queued"], (event) => {
    if (event.batchId === batch.id && event.taskId !== null) changed.add(event.taskId);
  });

  const all = useMemo(() => result.data?.pages.flatMap(({ items }) => items) ?? [], [result.data]);
  const rows = filters.rows === "" ? all : all.filter(({ state }) => state === filters.rows);
  const columns = useMemo(() => columnsFor(all), [all]);
  if (result.error !== null && all.length === 0)
    return <ProblemCard error={result.error} onRetry={() => void result.refetch()} />;
  return (
    <>
      <RowFilter batch={batch} chosen={filters.rows} onChoose={(state) => change({ rows: state })} />
      <DataTable
        label="Rows"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        href={({ id }) => `/tasks/${id}`}
        isLoading={result.isPending}
        hasMore={result.hasNextPage}
        loadMore={() => {
          if (result.hasNextPage && !result.isFetching) void result.fetchNextPage();
        }}
        empty={<p className="empty">No row that was loaded is {filters.rows.replaceAll("_", " ")}.</p>}
      />
    </>
  );
}

function RowFilter({ batch, chosen, onChoose }: { batch: Batch; chosen: string; onChoose(state: string): void }) {
  const states = Object.entries(batch.counts).filter(([, count]) => count > 0);
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Rows shown</legend>
      {[["", batch.rows] as const, ...states].map(([state, count]) => (
        <button
          key={state}
          type="button"
          className="button plain small"
          aria-pressed={chosen === state}
          onClick={() => onChoose(state)}
        >
          {state === "" ? "all" : state.replaceAll("_", " ")} {count}
        </button>
      ))}
    </fieldset>
  );
}

/** They tell rows apart better than any id. */
const INPUTS_SHOWN = 2;

function columnsFor(rows: readonly Task[]): Column<Task>[] {
  const names = tellingColumns(
    rows.map(({ inputs }) => inputs),
    INPUTS_SHOWN,
  );
  return [
    {
      name: "Row",
      width: "66px",
      cell: ({ id, row }) => (
        <Link className="plain-link" href={`/tasks/${id}`}>
          {row}
        </Link>
      ),
    },
    { name: "State", width: "150px", cell: ({ state }) => <StateBadge state={state} /> },
    ...names.map((name) => ({
      ...{ name: name === "State" || name === "Row" ? `input ${name}` : name, width: "16%" },
      cell: ({ inputs }: Task) => String(inputs[name] ?? ""),
    })),
    {
      name: "Why, or how it ended",
      cell: (task) => (
        <span className="muted" title={taskNews(task)}>
          {taskNews(task)}
        </span>
      ),
    },
    { name: "Tries", width: "64px", align: "end", cell: ({ attempts }) => attempts.length },
    {
      ...{ name: "Took", width: "104px", align: "end", isExtra: true },
      cell: ({ startedAt, endedAt }) => (startedAt === null ? "" : <Lasted from={startedAt} to={endedAt} />),
    },
  ];
}
