import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { databaseError } from "./database-error.ts";
import { ensureRoles } from "./roles.ts";

/** Any constant of our own: the advisory lock that makes several starting processes migrate one after the other. */
const MIGRATION_LOCK = 7_341_902_551;
const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));

/**
 * Brings the database up to date; does nothing when it is. drizzle's own `migrate` is not safe when two processes start together,
 * so a lock on a connection of its own is held around it.
 * @throws FleetError that says what is missing when the user may not create roles; `store.unavailable` when nothing answers.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "deskfleet-migrate",
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks makes the running query fail, which is reported; without a listener the process would end.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await ensureRoles(client);
    await runMigrations(drizzle({ client }), { migrationsFolder: MIGRATIONS });
  } catch (error) {
    throw databaseError(error);
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}
