import { setTimeout as delay } from "node:timers/promises";
import { QUEUE_NAME } from "@deskfleet/contracts";
import { createPostgresBackend, runMigrations, withBackend } from "bullmq";
import pg from "pg";
import { afterDeadlocks } from "./after-deadlocks.ts";
import { bullmqTransport } from "./bullmq-transport.ts";
import { readyWorker } from "./ready-worker.ts";
import type { Transport } from "./transport.ts";

const SCHEMA = "bullmq";
const { Queue, Worker } = withBackend(createPostgresBackend);

/** BullMQ on Postgres, in a schema of its own. @throws the driver's error when the schema cannot be made. */
export async function postgresTransport(databaseUrl: string, onError: (error: Error) => void): Promise<Transport> {
  const connection = (max: number) => ({
    connectionString: databaseUrl,
    schema: SCHEMA,
    // prepareSchema did it, under a lock; BullMQ then only reads whether it fits.
    migrate: false,
    max,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  const queue = await readyQueue(databaseUrl, () => {
    const made = new Queue(QUEUE_NAME, { connection: connection(2) });
    made.on("error", onError);
    return made;
  });
  return bullmqTransport(
    {
      kind: "postgres",
      queue,
      startWorker: (processor, options) =>
        readyWorker(() => {
          const worker = new Worker(QUEUE_NAME, processor, { ...options, connection: connection(4) });
          worker.on("error", onError);
          return worker;
        }, onError),
      repair: () => prepareSchema(databaseUrl),
      close: async () => undefined,
    },
    onError,
  );
}

const READY_TRIES_MAX = 5;
const READY_TRY_AGAIN_MS = 1_000;

/** The first look at the schema decides for good whether a queue works (ready-worker.ts), so only one that does is kept. */
async function readyQueue(
  databaseUrl: string,
  make: () => InstanceType<typeof Queue>,
): Promise<InstanceType<typeof Queue>> {
  for (let number = 1; ; number += 1) {
    await prepareSchema(databaseUrl);
    const queue = make();
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      await queue.close();
      if (number === READY_TRIES_MAX) throw error;
      await delay(READY_TRY_AGAIN_MS);
    }
  }
}

/** Any number that nothing else in the database locks. */
const PREPARE_LOCK = 7_305_821;

/**
 * Makes BullMQ's tables, or makes them anew where they are not whole: its migrations look at their own ledger only, so with
 * a table gone they would do nothing, and with the ledger emptied they fail. Everything in there is transport and may be
 * lost. One process at a time.
 */
async function prepareSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "deskfleet-queue-schema" });
  // A connection that breaks rejects the query that runs on it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [PREPARE_LOCK]);
    // Workers may be at work on the tables that are left.
    if (!(await isWhole(client))) await afterDeadlocks(() => client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`));
    await runMigrations(client, SCHEMA);
    await client.query(`COMMENT ON SCHEMA ${SCHEMA} IS '${await fingerprint(client)}'`);
  } finally {
    await client.end();
  }
}

/** The number of tables and functions is noted when they are made; a ledger without rows counts as missing. */
async function isWhole(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ note: string | null; ledger: string | null }>(
    "SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS note, to_regclass($2)::text AS ledger",
    [SCHEMA, `${SCHEMA}.migration`],
  );
  if (rows[0]?.ledger == null || rows[0].note !== (await fingerprint(client))) return false;
  const { rows: versions } = await client.query(`SELECT 1 FROM ${SCHEMA}.migration LIMIT 1`);
  return versions.length > 0;
}

async function fingerprint(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ tables: number; functions: number }>(
    `SELECT (SELECT count(*)::int FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p')) AS tables,
            (SELECT count(*)::int FROM pg_proc WHERE pronamespace = to_regnamespace($1)) AS functions`,
    [SCHEMA],
  );
  return `Transport only; may be emptied. ${rows[0]?.tables} tables, ${rows[0]?.functions} functions`;
}
