import type { Tenant } from "@deskfleet/contracts";
import { asc, eq } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { tenants } from "./schema/index.ts";

/** In a system transaction. @throws FleetError `resource.conflict` when the name is taken. */
export async function createTenant(tx: Tx, name: string): Promise<string> {
  const id = newId();
  await tx.insert(tenants).values({ id, name });
  return id;
}

/** Every tenant that the transaction sees: in a system transaction all of them, by name. */
export async function listTenants(tx: Tx): Promise<Tenant[]> {
  return tx.select({ id: tenants.id, name: tenants.name }).from(tenants).orderBy(asc(tenants.name));
}

/** Null when there is none that the transaction sees. */
export async function findTenant(tx: Tx, id: string): Promise<Tenant | null> {
  const [row] = await tx.select({ id: tenants.id, name: tenants.name }).from(tenants).where(eq(tenants.id, id));
  return row ?? null;
}
