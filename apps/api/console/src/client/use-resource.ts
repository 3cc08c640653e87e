import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Resource } from "../live/event-types.ts";
import { call, type Query } from "./http.ts";

/** One GET, kept by its path and query, and read again when an event says that its resource has changed. */
export function useResource<T>(
  resource: Resource,
  path: string,
  options: { readonly query?: Query; readonly isEnabled?: boolean } = {},
): UseQueryResult<T> {
  const { query = {}, isEnabled = true } = options;
  return useQuery({
    queryKey: [resource, "one", path, query],
    queryFn: ({ signal }) => call<T>("GET", path, { query, signal }),
    enabled: isEnabled,
  });
}
