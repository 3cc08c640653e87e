import type { AuditAction } from "@deskfleet/contracts";

const PASSIVE: ReadonlySet<AuditAction> = new Set(["scroll", "hover", "wait", "screenshot", "read"]);

/** Whether nothing on a page can stop the action: the caller may leave out the model and the context's costly parts. */
export const isPassive = (action: AuditAction): boolean => PASSIVE.has(action);
