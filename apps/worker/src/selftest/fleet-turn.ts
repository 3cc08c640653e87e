import { FleetError } from "@deskfleet/contracts";
import pg from "pg";

/** Any number that nothing else in the database locks. */
const SELF_TEST_LOCK = 7_305_823;

/**
 * Runs `work` while this fleet runs no other. The lock is the connection's: when the process dies, Postgres frees it.
 * @throws FleetError `resource.conflict` while another self-test runs, `store.unavailable`
 */
export async function inFleetTurn<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "deskfleet-selftest",
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
  });
  // A connection that breaks gives the turn away; the run that has begun still ends as it would.
  client.on("error", () => undefined);
  try {
    if (!(await tryLock(client))) throw new FleetError("resource.conflict", "Another self-test is running");
    return await work();
  } finally {
    await client.end();
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${SELF_TEST_LOCK}) AS held`);
    return rows[0]?.held === true;
  } catch (cause) {
    throw new FleetError("store.unavailable", "The database does not answer", { cause });
  }
}
