import type { Approval } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";

const NONE: readonly Approval[] = [];

/** What waits for an answer, the oldest first: it expires first. Kept fresh by the approval.* events. */
export function usePendingApprovals(): readonly Approval[] {
  const { data } = useQuery({
    queryKey: ["approvals", "pending"],
    queryFn: async ({ signal }) => {
      const page = await call<Page<Approval>>("GET", "/v1/approvals", {
        query: { state: "pending", limit: 200 },
        signal,
      });
      return page.items.toReversed();
    },
  });
  return data ?? NONE;
}
