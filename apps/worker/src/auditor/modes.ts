import { createHash } from "node:crypto";
import type { AuditorMode, EffectivePolicy } from "@deskfleet/contracts";

/** How an action of a session is audited now. */
export interface AuditMode {
  readonly mode: Exclude<AuditorMode, "off">;
  /** The verdict decides; else it is only recorded. */
  readonly isEnforced: boolean;
}

/** By the policy in force at this moment; null where it is off. */
export function auditModeOf(
  sessionId: string,
  { auditorMode: { value: mode }, canaryPercent }: Pick<EffectivePolicy, "auditorMode" | "canaryPercent">,
): AuditMode | null {
  if (mode === "off") return null;
  return { mode, isEnforced: mode === "enforce" || (mode === "canary" && shareOf(sessionId) < canaryPercent.value) };
}

/** From 0 to below 100, the same for a session always: a larger percentage adds sessions and takes none out. */
export function shareOf(sessionId: string): number {
  return createHash("sha256").update(sessionId).digest().readUInt32BE(0) % 100;
}
