import { FleetError } from "@deskfleet/contracts";
import type pg from "pg";
import { sqlState } from "./database-error.ts";

const ROLES = ["deskfleet_tenant", "deskfleet_system"] as const;

/**
 * Makes the two roles that the apps switch to, and makes the connecting user a member. Roles belong to the whole cluster, so
 * another database's migration may be doing the same at this moment: losing that race is fine.
 * @throws FleetError `internal` whose detail says which SQL an administrator has to run, when the user may not.
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; version: number; isSuper: boolean }>(
    `SELECT current_user AS name, current_setting('server_version_num')::int AS version,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuper"`,
  );
  const user = rows[0]!;
  // From 16 on membership can be had without inheriting: a statement outside our transactions then has no rights by accident.
  const membership = user.version >= 160_000 ? " WITH INHERIT FALSE, SET TRUE" : "";
  const needed: string[] = [];
  for (const role of ROLES) {
    if (!(await exists(client, role))) needed.push(`CREATE ROLE ${role} NOLOGIN`);
    if (!user.isSuper && !(await canSwitch(client, role, user.version)))
      needed.push(`GRANT ${role} TO ${client.escapeIdentifier(user.name)}${membership}`);
  }
  try {
    for (const statement of needed) await unlessRaced(client, statement);
  } catch (error) {
    if (sqlState(error) !== "42501") throw error;
    const statements = needed.map((statement) => `${statement};`).join(" ");
    throw new FleetError(
      "internal",
      `the database user ${user.name} may not manage the fleet's roles. Let an administrator run: ${statements}`,
      { cause: error },
    );
  }
}

async function exists(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
  return rowCount === 1;
}

/** False too for a role that does not exist yet. */
async function canSwitch(client: pg.Client, role: string, version: number): Promise<boolean> {
  if (!(await exists(client, role))) return false;
  const right = version >= 160_000 ? "SET" : "MEMBER";
  const { rows } = await client.query<{ can: boolean }>("SELECT pg_has_role(current_user, $1, $2) AS can", [
    role,
    right,
  ]);
  return rows[0]!.can;
}

/** duplicate_object, unique_violation and "tuple concurrently updated" (XX000): somebody else did it first, or tries at once. */
async function unlessRaced(client: pg.Client, statement: string): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const state = sqlState(error);
      if (state === "42710" || state === "23505") return;
      if (state !== "XX000" || round === 10) throw error;
    }
  }
}
