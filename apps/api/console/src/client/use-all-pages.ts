import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Resource } from "../live/event-types.ts";
import { call, type Query } from "./http.ts";
import type { Page } from "./types.ts";

const PAGE_ITEMS = 200;

export interface AllPages<T> {
  readonly items: readonly T[];
  /** Everything was read, or as much as was wanted. */
  readonly isComplete: boolean;
  /** There is more than was wanted. */
  readonly isCut: boolean;
  readonly error: Error | null;
  /** From the first page again. */
  retry(): void;
}

interface AllPagesOptions {
  readonly query?: Query;
  readonly itemsMax: number;
  readonly isEnabled?: boolean;
  /** Nothing more will come: read once. Else it is read again where it is opened again. */
  readonly isFinal?: boolean;
}

/** A paged list read to its end, page after page, or until `itemsMax`. Events do not have it read again. */
export function useAllPages<T>(resource: Resource, path: string, options: AllPagesOptions): AllPages<T> {
  const { query = {}, itemsMax, isEnabled = true, isFinal = false } = options;
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [resource, "list", path, query, "all"],
    queryFn: ({ pageParam, signal }) =>
      call<Page<T>>("GET", path, { query: { ...query, limit: PAGE_ITEMS, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: isFinal ? Number.POSITIVE_INFINITY : 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled: isEnabled,
  });
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const wantsMore = hasNextPage && items.length < itemsMax;
  useEffect(() => {
    if (wantsMore && !isFetching && error === null) void fetchNextPage();
  }, [wantsMore, isFetching, error, fetchNextPage]);
  return {
    items,
    isComplete: data !== undefined && !wantsMore,
    isCut: hasNextPage && !wantsMore,
    error,
    retry: () => void refetch(),
  };
}
