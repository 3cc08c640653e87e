import { postgresTransport } from "./postgres-transport.ts";
import { redisTransport } from "./redis-transport.ts";
import type { Transport, TransportOptions } from "./transport.ts";

/** Redis where an address is given, else Postgres: one machine needs no second service. */
export async function openTransport({ databaseUrl, redisUrl, onError }: TransportOptions): Promise<Transport> {
  return redisUrl === undefined ? postgresTransport(databaseUrl, onError) : redisTransport(redisUrl, onError);
}
