import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";

/** Any number that nothing else in the database locks. */
const LEADER_LOCK = 7_305_822;
const TRY_AGAIN_MS = 1_000;
const PROBE_MS = 2_000;

export interface Leadership {
  readonly isLeader: boolean;
  close(): Promise<void>;
}

/**
 * One worker of the fleet dispatches and reconciles: the one whose connection holds an advisory lock. When the connection
 * or the process dies Postgres frees the lock and the next worker has it within a second. For a moment there may be two
 * that think so; all they do is safe to do twice (ADR 0003).
 */
export function seekLeadership(options: {
  databaseUrl: string;
  log: Logger;
  onChange(isLeader: boolean): void;
}): Leadership {
  const closing = new AbortController();
  let isLeader = false;
  let client: pg.Client | null = null;

  function change(now: boolean): void {
    if (isLeader === now) return;
    isLeader = now;
    options.onChange(now);
  }

  async function hold(): Promise<void> {
    client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: "deskfleet-leader",
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    // The query that meets the broken connection rejects; this only keeps the process alive.
    client.on("error", () => change(false));
    try {
      await client.connect();
      while (!closing.signal.aborted) {
        const sql = isLeader ? "SELECT true AS held" : `SELECT pg_try_advisory_lock(${LEADER_LOCK}) AS held`;
        const { rows } = await client.query<{ held: boolean }>(sql);
        change(rows[0]?.held === true);
        await delay(isLeader ? PROBE_MS : TRY_AGAIN_MS, undefined, { signal: closing.signal });
      }
    } finally {
      change(false);
      await client.end();
    }
  }

  async function keepTrying(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await hold();
      } catch (error) {
        if (closing.signal.aborted) return;
        options.log.warn({ err: error }, "the leader's connection failed");
        await delay(TRY_AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  const ended = keepTrying();
  return {
    get isLeader() {
      return isLeader;
    },
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}
