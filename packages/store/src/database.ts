import { FleetError } from "@deskfleet/contracts";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { databaseError, isUnanswered } from "./database-error.ts";

/** One open transaction. Repository functions take it first and never commit. */
export type Tx = NodePgDatabase;

export interface DatabaseOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Connections at most; default 10. */
  readonly max?: number;
  /** Signs audit heads; 64 hex characters. */
  readonly secret: string;
  /** An idle connection broke; the pool replaces it. For the log. */
  readonly onError?: (error: Error) => void;
}

/** Every transaction runs in a role that owns nothing: a forgotten `where` meets row-level security. */
export interface Database {
  readonly secret: string;
  /** All of `work` in one transaction that sees this tenant only. @throws FleetError `store.unavailable`, `resource.*`, … never a driver's error. */
  tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** All tenants: dispatcher, reconciler, looking up a key. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** A server that hangs, or a network that drops, ends no statement: then the client has to. */
const ANSWER_TIMEOUT_MS = 35_000;
/** A transaction begins at once or not at all: what a caller gave up long ago must not be done after all. */
const BEGIN_TIMEOUT_MS = 5_000;
/** A transaction whose owner hangs would hold back every reader of events and every vacuum. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  });
  // Without a listener a broken idle connection would end the process.
  pool.on("error", (error) => options.onError?.(error));
  return {
    secret: options.secret,
    tenant: (tenantId, work) => {
      if (!UUID.test(tenantId)) throw new FleetError("internal", "a tenant's id must be a uuid");
      return transaction(pool, `SET LOCAL ROLE deskfleet_tenant; SET LOCAL app.tenant = '${tenantId}'`, work);
    },
    system: (work) => transaction(pool, "SET LOCAL ROLE deskfleet_system", work),
    close: () => pool.end(),
  };
}

async function transaction<T>(pool: pg.Pool, settings: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw databaseError(error);
  }
  let broken: Error | undefined;
  // The pool listens only while a client is idle; an error event that nobody hears ends the process.
  const onLost = (error: Error): void => {
    broken = error;
  };
  client.on("error", onLost);
  try {
    // pg takes the time limit; its types do not know it.
    const begin: pg.QueryConfig & { query_timeout: number } = {
      text: `BEGIN; ${settings}`,
      query_timeout: BEGIN_TIMEOUT_MS,
    };
    await client.query(begin);
    const answer = await work(drizzle({ client }));
    const { command } = await client.query("COMMIT");
    // Postgres answers ROLLBACK, not an error, when an earlier statement failed and `work` went on regardless.
    if (command !== "COMMIT") throw new FleetError("internal", "the transaction had failed and was rolled back");
    return answer;
  } catch (error) {
    if (isUnanswered(error)) broken = error;
    else
      await client.query("ROLLBACK").catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw databaseError(error);
  } finally {
    // A broken client may report more while the pool ends it.
    if (!broken) client.off("error", onLost);
    client.release(broken);
  }
}
