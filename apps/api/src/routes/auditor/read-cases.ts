import type { AuditCase } from "@deskfleet/contracts";
import { casesAfter, type Database } from "@deskfleet/store";

/** Cases per transaction, and in memory at once: a context may hold a long page, and a slow reader must not hold a connection. */
const PORTION = 100;

/** All cases of the tenant in portions, oldest first. */
export async function* readCases(database: Database, tenantId: string): AsyncGenerator<AuditCase[]> {
  let afterId: string | null = null;
  for (;;) {
    const after = { afterId, limit: PORTION };
    const cases: AuditCase[] = await database.tenant(tenantId, (tx) => casesAfter(tx, after));
    yield cases;
    afterId = cases.at(-1)?.id ?? null;
    if (cases.length < PORTION) return;
  }
}
