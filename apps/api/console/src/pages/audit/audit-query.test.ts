import { expect, it } from "vitest";
import { AUDIT_FILTERS, type AuditFilters, toAuditQuery } from "./audit-query.ts";

const NONE = Object.fromEntries(AUDIT_FILTERS.map((name) => [name, ""])) as AuditFilters;
const id = "01980000-0000-7000-8000-000000000001";

it("asks for what is whole, with times in UTC, and for nothing else", () => {
  const filters = {
    ...NONE,
    tenantId: id,
    sessionId: id.slice(0, 8),
    action: "click",
    from: "2026-01-01T00:00",
    to: "2026-",
  };
  expect(toAuditQuery(filters)).toEqual({
    ...{ tenantId: id, action: "click" },
    from: new Date("2026-01-01T00:00").toISOString(),
  });
  expect(toAuditQuery(NONE)).toEqual({});
});
