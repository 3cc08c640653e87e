import { QUEUE_NAME } from "@deskfleet/contracts";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { bullmqTransport } from "./bullmq-transport.ts";
import type { Transport } from "./transport.ts";

const RECONNECT_MS_MAX = 1_000;

/** BullMQ on Redis: `redis://…`, `rediss://…` or `unix:///path/of/a.sock`. The server should run with `maxmemory-policy noeviction`; what it loses all the same is put back. */
export function redisTransport(url: string, onError: (error: Error) => void): Transport {
  // BullMQ wants null: its commands wait for the connection, and our own time limit ends the waiting.
  const connect = (): Redis => {
    const redis = new Redis(url.replace(/^unix:\/\//, ""), {
      maxRetriesPerRequest: null,
      retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MS_MAX),
    });
    redis.on("error", onError);
    return redis;
  };
  const connection = connect();
  const queue = new Queue(QUEUE_NAME, { connection });
  queue.on("error", onError);
  const workerConnections: Redis[] = [];
  return bullmqTransport(
    {
      kind: "redis",
      queue,
      startWorker: (processor, options) => {
        const own = connect();
        workerConnections.push(own);
        const worker = new Worker(QUEUE_NAME, processor, { ...options, connection: own });
        worker.on("error", onError);
        return worker;
      },
      // Redis makes its keys as they are needed.
      repair: async () => undefined,
      close: async () => {
        for (const redis of [connection, ...workerConnections]) redis.disconnect();
      },
    },
    onError,
  );
}
