import { type Database, forgetFrames, forgetJudgements, listTenants, managedPolicies } from "@deskfleet/store";
import type { Logger } from "../log.ts";
import { mergeStored } from "../sessions/effective-policy.ts";

/** Of each kind in one transaction: pictures are large, and others write to the same tables. */
const CHUNK = 200;

export interface ForgetRecordingsOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Asked before each chunk: another leader goes on where this one stops. */
  isLeading(): boolean;
}

/**
 * Removes every tenant's frames, recorded ones and those that its tasks kept, and the auditor's judgements, that are older than its
 * policy's `recording.retentionDays`. Where the policy cannot be read nothing is removed: what is gone does not come back.
 */
export async function forgetRecordings(options: ForgetRecordingsOptions): Promise<void> {
  const { database, log } = options;
  for (const { id: tenantId } of await database.system(listTenants)) {
    try {
      const removed = await forgetOf(tenantId, options);
      if (removed > 0) log.info({ tenantId, rows: removed }, "recordings whose time is over were removed");
    } catch (error) {
      log.warn({ err: error, tenantId }, "a tenant's recordings were left as they are; it is tried again");
    }
  }
}

async function forgetOf(tenantId: string, { database, isLeading }: ForgetRecordingsOptions): Promise<number> {
  const stored = await database.system((tx) => managedPolicies(tx, tenantId));
  const { retentionDays } = mergeStored(
    stored.map(({ layer, version, document }) => ({ layer, document, version: `${layer}@${version}` })),
  );
  const old = { tenantId, days: retentionDays.value, limit: CHUNK };
  let total = 0;
  while (isLeading()) {
    const removed = await database.system(
      async (tx) => (await forgetFrames(tx, old)) + (await forgetJudgements(tx, old)),
    );
    total += removed;
    if (removed === 0) break;
  }
  return total;
}
