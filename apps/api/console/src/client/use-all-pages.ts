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

/** A paged list read to its end, page after page, or until `itemsMax`. Events do not have it read again. */
export function useAllPages<T>(
  resource: Resource,
  path: string,
  options: { readonly query?: Query; readonly itemsMax: number; readonly isEnabled?: boolean },
): AllPages<T> {
  const { query = {}, itemsMax, isEnabled = true } = options;
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [resource, "list", path, query, "all"],
    queryFn: ({ pageParam, signal }) =>
      call<Page<T>>("GET", path, { query: { ...query, limit: PAGE_ITEMS, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
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
