import { createHash } from "node:crypto";
import { type Tx, withIdempotency } from "@deskfleet/store";
import type { Context } from "hono";
import { routePath } from "hono/route";
import type { AppEnv } from "../app-env.ts";
import type { Services } from "../services.ts";

/** Headers were parsed by IdempotencyHeader. */
const HEADER = "idempotency-key";

/**
 * Runs a create in one transaction of the caller's tenant; with an Idempotency-Key, once for the key. The answer is kept in the
 * same transaction, so it exists exactly when the work does. `input` is what makes two requests the same: the parsed request,
 * so that white space and the order of fields do not count.
 */
export async function runOnce<T>(
  c: Context<AppEnv>,
  services: Services,
  input: unknown,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { tenantId } = c.var.principal;
  const key = c.req.header(HEADER);
  if (key === undefined) return services.database.tenant(tenantId, work);
  const bodySha256 = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  const route = `${c.req.method} ${routePath(c, -1)}`;
  return withIdempotency(services.database, { tenantId, key, route, bodySha256 }, work);
}
