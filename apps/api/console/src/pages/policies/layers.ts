import type { Principal, StoredLayer } from "@deskfleet/contracts";
import { hasRole } from "../../auth/roles.ts";

interface LayerInfo {
  readonly name: StoredLayer;
  readonly says: string;
  readonly isOfProject: boolean;
}

/** Lowest to highest. */
export const STORED_LAYERS: readonly LayerInfo[] = [
  { name: "user", says: "your own preferences", isOfProject: false },
  { name: "project", says: "of everybody in a project", isOfProject: true },
  { name: "local", says: "your own in a project", isOfProject: true },
  { name: "tenant", says: "managed by the tenant's administrators", isOfProject: false },
  { name: "fleet", says: "managed by the fleet's operator", isOfProject: false },
];

/** Whether it makes sense to offer the change; the server decides again. */
export function mayEdit({ principal, isFleetOperator }: Editor, layer: StoredLayer): boolean {
  if (layer === "user" || layer === "local") return true;
  return layer === "fleet" ? isFleetOperator : hasRole(principal, "admin");
}

export interface Editor {
  readonly principal: Principal;
  readonly isFleetOperator: boolean;
}
