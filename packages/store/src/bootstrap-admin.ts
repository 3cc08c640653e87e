import { STARTER_POLICY } from "@deskfleet/contracts";
import { asc, sql } from "drizzle-orm";
import { openDatabase } from "./database.ts";
import { createKey } from "./keys.ts";
import { putPolicy } from "./policies.ts";
import { tenants } from "./schema/index.ts";
import { createTenant } from "./tenants.ts";

/** Serializes processes that start together. */
const BOOTSTRAP_LOCK = 7_341_902_552;

/** The first tenant, `default`, with the starter policy and an admin key, unless there is a tenant already. `key` is null unless it was made just now. */
export async function bootstrapAdmin(databaseUrl: string): Promise<{ tenantId: string; key: string | null }> {
  const database = openDatabase({ url: databaseUrl, applicationName: "deskfleet-bootstrap", max: 1, secret: "" });
  try {
    return await database.system(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`);
      const [first] = await tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id)).limit(1);
      if (first) return { tenantId: first.id, key: null };
      const tenantId = await createTenant(tx, "default");
      await putPolicy(tx, {
        tenantId,
        document: STARTER_POLICY,
        comment: "what a new tenant starts with",
        createdBy: "system",
      });
      const { key } = await createKey(tx, { tenantId, name: "admin", role: "admin" });
      return { tenantId, key };
    });
  } finally {
    await database.close();
  }
}
