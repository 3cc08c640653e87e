import { Redis } from "ioredis";
import pg from "pg";
import { afterDeadlocks } from "./after-deadlocks.ts";
import { openTransport } from "./open-transport.ts";
import type { Transport } from "./transport.ts";

export const BACKENDS = ["redis", "postgres"] as const;
export type Backend = (typeof BACKENDS)[number];

/** A Redis database of this test process, so that emptying it harms nobody. */
function testRedisUrl(): string {
  const url = new URL(process.env.TEST_REDIS_URL ?? "redis://127.0.0.1");
  url.pathname = `/${1 + (process.pid % 15)}`;
  return url.href;
}

export interface TestTransport {
  readonly redisUrl: string | undefined;
  open(): Promise<Transport>;
  readonly errors: Error[];
  /** What an operator's mistake does: FLUSHDB, or every table of the schema emptied. */
  empty(): Promise<void>;
  /** The schema is gone (Postgres); the same as `empty` on Redis. */
  destroy(): Promise<void>;
}

export async function testTransport(backend: Backend, databaseUrl: string): Promise<TestTransport> {
  const redisUrl = backend === "redis" ? testRedisUrl() : undefined;
  const errors: Error[] = [];
  const empty = redisUrl === undefined ? () => onPostgres(databaseUrl, EMPTY) : () => flush(redisUrl);
  const destroy = redisUrl === undefined ? () => onPostgres(databaseUrl, "DROP SCHEMA bullmq CASCADE") : empty;
  if (redisUrl !== undefined) await flush(redisUrl);
  const onError = (error: Error) => void errors.push(error);
  return { redisUrl, errors, empty, destroy, open: () => openTransport({ databaseUrl, redisUrl, onError }) };
}

const EMPTY = `DO $$ DECLARE names text; BEGIN
  SELECT string_agg(format('bullmq.%I', tablename), ', ') INTO names FROM pg_tables WHERE schemaname = 'bullmq';
  EXECUTE 'TRUNCATE ' || names;
END $$`;

async function onPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await afterDeadlocks(() => client.query(statement));
  await client.end();
}

async function flush(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}
