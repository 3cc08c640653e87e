import { FleetError } from "@deskfleet/contracts";
import { asc } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { tenants } from "./schema/index.ts";

/**
 * The tenant that runs the fleet, unless configuration names another: the first one, which `bootstrapAdmin` makes. In a system
 * transaction. @throws FleetError `internal` when there is none yet.
 */
export async function findOperatorTenant(tx: Tx): Promise<string> {
  const [first] = await tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id)).limit(1);
  if (!first) throw new FleetError("internal", "there is no tenant yet: migrate and make the first administrator");
  return first.id;
}
