import { fromLocalField } from "../../ui/local-time.ts";

export const AUDIT_FILTERS = [
  ...(["tenantId", "sessionId", "taskId", "action", "result", "verdict", "actor", "from", "to"] as const),
] as const;
export type AuditFilterName = (typeof AUDIT_FILTERS)[number];
export type AuditFilters = Readonly<Record<AuditFilterName, string>>;

/** What the API takes, for the list and the export alike: local times become UTC, and an id that is not whole yet is not asked for. */
export function toAuditQuery(filters: AuditFilters): Record<string, string> {
  const given = Object.entries(filters).flatMap(([name, value]) => {
    if (value === "") return [];
    if (name === "from" || name === "to") {
      const at = fromLocalField(value);
      return at === null ? [] : [[name, at]];
    }
    return name.endsWith("Id") && value.length !== 36 ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}
