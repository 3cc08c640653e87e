import type { AuditRecord } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { timeAround } from "./record-time.ts";

const LIMIT = 200;

/** The record that the address names, from what is listed or by its time; null while there is none. */
export function useRecord(
  id: string,
  listed: readonly AuditRecord[],
  tenantId: string | undefined,
): AuditRecord | null {
  const known = listed.find((record) => record.id === id);
  const around = timeAround(id);
  const { data } = useQuery({
    queryKey: ["audit", "record", id, tenantId],
    enabled: known === undefined && around !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = { ...around, tenantId, limit: LIMIT };
      for (let cursor: string | null = null; ; ) {
        const page: Page<AuditRecord> = await call("GET", "/v1/audit", { query: { ...query, cursor }, signal });
        const found = page.items.find((record) => record.id === id);
        if (found !== undefined) return found;
        if (page.nextCursor === null) return null;
        cursor = page.nextCursor;
      }
    },
  });
  return known ?? data ?? null;
}
