import { FleetError, Id, type Principal } from "@deskfleet/contracts";
import { findTenant } from "@deskfleet/store";
import { z } from "zod";
import { auditEvent } from "../../audit-event.ts";
import { requireOperator, type Services } from "../../services.ts";

export const TenantQuery = z.strictObject({
  tenantId: Id.optional().meta({
    description: "Another tenant's records, for administrators of the fleet's operator; default: the caller's tenant",
  }),
});

/** What is about to be read: which of the routes, and its filters. */
type Reading = Readonly<Record<string, string | null | undefined>>;

/**
 * Whose audit is read. Another tenant's is for the fleet's operator, and only once the look is recorded in the operator's own chain.
 * @throws FleetError `auth.forbidden` for everybody else, whether or not there is such a tenant; `resource.not_found`, `audit.unavailable`
 */
export async function readingTenant(
  services: Services,
  principal: Principal,
  asked: string | undefined,
  reading: Reading,
): Promise<string> {
  if (asked === undefined) return principal.tenantId;
  requireOperator(services, principal);
  const tenant = await services.database.system((tx) => findTenant(tx, asked));
  if (tenant === null) throw new FleetError("resource.not_found", "there is no such tenant");
  if (tenant.id === principal.tenantId) return tenant.id;
  const given = Object.entries(reading).filter(([, value]) => value != null);
  const params = { tenantId: tenant.id, ...Object.fromEntries(given) };
  await services.audit.append(auditEvent(principal, { action: "audit.read", params }));
  return tenant.id;
}
