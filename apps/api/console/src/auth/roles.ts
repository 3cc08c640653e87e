import type { Principal, Role } from "@deskfleet/contracts";

/** Lowest to highest; the record makes a new role a compile error until it has its place. */
const RANK: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, approver: 2, admin: 3 };

/** What is shown by role; what is allowed is decided by the server, again, for every call. */
export const hasRole = (principal: Principal, role: Role): boolean => RANK[principal.role] >= RANK[role];
export const ROLE_NAMES = Object.keys(RANK) as Role[];
