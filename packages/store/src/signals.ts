import { SIGNAL_CHANNEL, Signal } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Tx } from "./database.ts";

/** Sent when the transaction commits; Postgres folds equal signals of one transaction into one. */
export async function notify(tx: Tx, signal: Signal): Promise<void> {
  await tx.execute(sql`select pg_notify(${SIGNAL_CHANNEL}, ${JSON.stringify(signal)})`);
}

export interface ListenOptions {
  readonly url: string;
  onSignal(signal: Signal): void;
  /** The connection was lost and is back: signals in between are gone, so read again whatever they would have told. */
  onReconnect(): void;
  /** A lost connection, or a payload that is not a signal of this version. For the log. */
  onError?(error: Error): void;
}

const RECONNECT_MS_MAX = 5_000;
/** A connection that a firewall dropped silently is found by asking. */
const PROBE_INTERVAL_MS = 10_000;

/** Resolves once it listens; reconnects until closed. @throws the driver's error when the first connection fails. */
export async function listenSignals(options: ListenOptions): Promise<{ close(): Promise<void> }> {
  let isClosed = false;
  let client: pg.Client;
  let probe: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: "deskfleet-signals",
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client = next;
    let isLost = false;
    const lost = (error: Error): void => {
      if (isLost || isClosed) return;
      isLost = true;
      clearInterval(probe);
      options.onError?.(error);
      next.end().catch((endError: Error) => options.onError?.(endError));
      reconnectAfter(100);
    };
    try {
      await next.connect();
      next.on("notification", ({ payload }) => deliver(payload ?? ""));
      await next.query(`LISTEN ${SIGNAL_CHANNEL}`);
    } catch (error) {
      isLost = true;
      next.on("error", () => undefined);
      await next.end().catch((endError: Error) => options.onError?.(endError));
      throw error;
    }
    next.on("error", lost);
    next.on("end", () => lost(new Error("the signal connection ended")));
    probe = setInterval(() => next.query("SELECT 1").catch(lost), PROBE_INTERVAL_MS);
    probe.unref();
  }

  function reconnectAfter(delayMs: number): void {
    if (isClosed) return;
    retry = setTimeout(() => {
      connect().then(options.onReconnect, (error: Error) => {
        options.onError?.(error);
        reconnectAfter(Math.min(delayMs * 2, RECONNECT_MS_MAX));
      });
    }, delayMs);
  }

  function deliver(payload: string): void {
    try {
      options.onSignal(Signal.parse(JSON.parse(payload)));
    } catch (error) {
      options.onError?.(error instanceof Error ? error : new Error("a signal could not be delivered"));
    }
  }

  await connect();
  return {
    close: async () => {
      isClosed = true;
      clearInterval(probe);
      clearTimeout(retry);
      await client.end();
    },
  };
}
