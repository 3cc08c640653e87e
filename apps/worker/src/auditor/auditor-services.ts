import { type ActiveRules, mergePacks, SHIPPED_RULES } from "@deskfleet/gates";
import type { AuditModel } from "./model/audit-model.ts";

/** What every session's auditor works with. */
export interface AuditorServices {
  /** Those in force for a tenant now: the shipped ones and its packs. Rejects when they cannot be known. */
  rules(tenantId: string): Promise<ActiveRules>;
  /** Null: this worker was given none. */
  readonly model: AuditModel | null;
}

/** The shipped rules for everybody, and no model. */
export function shippedAuditor(): AuditorServices {
  const rules = mergePacks([SHIPPED_RULES]);
  return { rules: async () => rules, model: null };
}
