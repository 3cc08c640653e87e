import type { EventType, FleetEvent } from "@deskfleet/contracts";
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { call, type Query } from "../client/http.ts";
import type { Page } from "../client/types.ts";
import type { Resource } from "./event-types.ts";
import { useChanges } from "./live-provider.tsx";
import { mergeFirstPage, replaceItem } from "./merge-page.ts";
import { collect } from "./throttle.ts";

const REFRESH_MS = 800;
/** Entries beyond the first page that are read one by one after a burst; of more, the rest waits for the next look at them. */
const SINGLES_MAX = 12;

interface LiveListOptions<T> {
  readonly resource: Resource;
  readonly path: string;
  readonly query: Query;
  /** Entries a page, 200 at most. */
  readonly limit?: number;
  /** Events after which the newest page is read again. */
  readonly types: readonly EventType[];
  /** Id of the entry that an event is about; entries beyond the first page are read again by it. */
  readonly idOf?: (event: FleetEvent) => string | null;
  /** Whether an entry read by itself belongs into the list, by the same filters. */
  readonly matches?: (item: T) => boolean;
}

export interface LiveList<T> {
  readonly items: readonly T[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

/**
 * A paged list of the API, sorted by id with the newest first, kept fresh by events. However many pages are loaded, a burst of events
 * costs one reading of the first page and a few of single entries.
 */
export function useLiveList<T extends { readonly id: string }>(options: LiveListOptions<T>): LiveList<T> {
  const { resource, path, query, types, limit = 100 } = options;
  const queries = useQueryClient();
  const queryKey = [resource, "list", path, query, limit] as const;
  const read = (cursor: string | null, signal?: AbortSignal) =>
    call<Page<T>>("GET", path, { query: { ...query, limit, cursor }, ...(signal && { signal }) });
  const result = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

  const change = (next: (pages: readonly Page<T>[]) => Page<T>[]) =>
    queries.setQueryData<InfiniteData<Page<T>, string | null>>(queryKey, (old) => {
      if (old === undefined) return old;
      const pages = next(old.pages);
      return { pages, pageParams: [null, ...pages.slice(0, -1).map(({ nextCursor }) => nextCursor)] };
    });
  const refresh = useEffectEvent(async (ids: ReadonlySet<string>) => {
    const known = queries.getQueryData<InfiniteData<Page<T>>>(queryKey);
    if (known === undefined) return;
    try {
      const fresh = await read(null);
      change((pages) => mergeFirstPage(pages, fresh));
      const inFirst = new Set(fresh.items.map(({ id }) => id));
      const others = known.pages
        .flatMap(({ items }) => items.map(({ id }) => id))
        .filter((id) => ids.has(id) && !inFirst.has(id));
      for (const id of others.slice(0, SINGLES_MAX)) {
        const item = await call<T>("GET", `${path}/${id}`);
        change((pages) => replaceItem(pages, id, options.matches?.(item) === false ? null : item));
      }
    } catch {
      // The list stays as it is; the next event or a look at the page reads it again, and an outage shows at the stream.
    }
  });
  const [changed] = useState(() => collect<string>((ids) => void refresh(ids), REFRESH_MS));
  useEffect(() => changed.cancel, [changed]);
  useChanges(types, (event) => changed.add(options.idOf?.(event) ?? ""));

  const items = useMemo(() => result.data?.pages.flatMap((page) => page.items) ?? [], [result.data]);
  return {
    items,
    isLoading: result.isPending,
    error: result.error,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => {
      if (result.hasNextPage && !result.isFetching) void result.fetchNextPage();
    },
    retry: () => void result.refetch(),
  };
}
