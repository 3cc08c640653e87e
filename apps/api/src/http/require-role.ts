import { FleetError, type Principal, ROLES, type Role } from "@deskfleet/contracts";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env.ts";

/** Roles are ordered: a role may do all that the ones before it may. */
export const hasRole = (principal: Principal, role: Role) => ROLES.indexOf(principal.role) >= ROLES.indexOf(role);

/** Goes into a route's `middleware`, so that the refusal comes before the body is looked at. */
export const requireRole = (role: Role) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!hasRole(c.var.principal, role))
      throw new FleetError("auth.forbidden", `This needs the role ${role}; the key has ${c.var.principal.role}`);
    await next();
  });
