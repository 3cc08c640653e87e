import type { Batch, Task } from "@deskfleet/contracts";
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useEvents } from "../../live/live-provider.tsx";
import { replaceItem } from "../../live/merge-page.ts";
import { collect } from "../../live/throttle.ts";
import { RowTable } from "./row-table.tsx";

const LIMIT = 200;
/** Rows read one by one after a burst; of more, the loaded pages are read again. */
const SINGLES_MAX = 24;
const REFRESH_MS = 1_000;

export const rowsKey = ({ id }: Batch) => ["tasks", "list", "rows", id] as const;

/** The rows of a batch in their order, as many as have been scrolled to, each read again when an event names it. */
export function AllRows({ batch }: { batch: Batch }) {
  const queries = useQueryClient();
  const queryKey = rowsKey(batch);
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
  const rows = useMemo(() => result.data?.pages.flatMap(({ items }) => items) ?? [], [result.data]);
  return (
    <RowTable
      rows={rows}
      telling={rows}
      isLoading={result.isPending}
      error={result.error}
      hasMore={result.hasNextPage}
      loadMore={() => {
        if (result.hasNextPage && !result.isFetching) void result.fetchNextPage();
      }}
      retry={() => void result.refetch()}
    />
  );
}
