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

/** Whether it makes sense to offer the change; of the fleet's layer only the server knows who its operator is. */
export const mayEdit = (principal: Principal, layer: StoredLayer): boolean =>
  layer === "user" || layer === "local" || hasRole(principal, "admin");
