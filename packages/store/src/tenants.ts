import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { tenants } from "./schema/index.ts";

/** In a system transaction. @throws FleetError `resource.conflict` when the name is taken. */
export async function createTenant(tx: Tx, name: string): Promise<string> {
  const id = newId();
  await tx.insert(tenants).values({ id, name });
  return id;
}
