import { sql } from "drizzle-orm";
import type { Tx } from "../database.ts";

/**
 * Counts a call of the tenant's model in this hour, unless `callsPerHour` were made already: then nothing changes. However many
 * workers ask at once, no more than that are let through.
 */
export async function takeModelCall(
  tx: Tx,
  { tenantId, callsPerHour }: { tenantId: string; callsPerHour: number },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into auditor_model_calls as counted (tenant_id, hour, calls)
    select ${tenantId}, date_trunc('hour', now(), 'UTC'), 1 where ${callsPerHour}::int > 0
    on conflict (tenant_id, hour) do update set calls = counted.calls + 1 where counted.calls < ${callsPerHour}`);
  return rowCount === 1;
}

/** What the answers cost, in the hour in which they came. */
export async function addModelTokens(
  tx: Tx,
  { tenantId, tokensIn, tokensOut }: { tenantId: string; tokensIn: number; tokensOut: number },
): Promise<void> {
  await tx.execute(sql`
    insert into auditor_model_calls as counted (tenant_id, hour, calls, tokens_in, tokens_out)
    values (${tenantId}, date_trunc('hour', now(), 'UTC'), 0, ${tokensIn}, ${tokensOut})
    on conflict (tenant_id, hour) do update
      set tokens_in = counted.tokens_in + excluded.tokens_in, tokens_out = counted.tokens_out + excluded.tokens_out`);
}
