import { AuditProof, type Task } from "@deskfleet/contracts";
import type { ApiClient } from "./api-client.ts";

export interface AuditReport {
  readonly chains: number;
  readonly records: number;
  /** Chains that do not verify, or with an action whose outcome is missing. */
  readonly faults: readonly string[];
}

/** Verifies the audit chain of every session that worked on these tasks. */
export async function verifyAudit(api: ApiClient, tasks: readonly Task[]): Promise<AuditReport> {
  const sessions = tasks
    .flatMap(({ attempts }) => attempts.map(({ sessionId }) => sessionId))
    .filter((id) => id !== null);
  const proofs: AuditProof[] = [];
  for (const sessionId of new Set(sessions)) {
    proofs.push(await api.get(`/v1/audit/verify?chain=${sessionId}`, AuditProof));
  }
  return {
    chains: proofs.length,
    records: proofs.reduce((sum, { records }) => sum + records, 0),
    faults: proofs.flatMap(({ chain, fault, isIntact, openIntents, records }) => [
      ...(isIntact ? [] : [`${chain}: ${fault ? `record ${fault.seq} was ${fault.problem}` : "does not verify"}`]),
      ...(openIntents === 0 ? [] : [`${chain}: ${openIntents} actions without an outcome`]),
      ...(records > 0 ? [] : [`${chain}: no records`]),
    ]),
  };
}
