import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AuditWriter, findOperatorTenant, listenSignals, openDatabase } from "@deskfleet/store";
import { createAdaptorServer } from "@hono/node-server";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { EventHub } from "./events/event-hub.ts";
import { describeError } from "./http/describe-error.ts";
import { FailureLimit } from "./http/rate-limit.ts";
import { attachVncEndpoint } from "./live-view/vnc-endpoint.ts";
import { createMetrics } from "./metrics.ts";
import type { Services } from "./services.ts";
import { WorkerDirectory } from "./sessions/worker-directory.ts";
import { WorkerClient } from "./worker-client/worker-client.ts";

/** A request that is sent slower than this is not one: headers, then the whole of it. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** How long open requests may take to end after SIGTERM. */
const DRAIN_MS = 10_000;

export interface RunningApi {
  readonly url: string;
  readonly services: Services;
  /** Ends streams and sockets, lets requests finish, closes the store. */
  close(): Promise<void>;
}

export async function startApi(config: Config, logger: Logger): Promise<RunningApi> {
  const onError = (error: Error) => logger.warn({ error: describeError(error) }, "a connection to the store broke");
  const { databaseUrl: url, secret } = config;
  const database = openDatabase({ url, applicationName: "deskfleet-api", max: config.poolSize, secret, onError });
  const events = new EventHub();
  const signals = await listenSignals({
    url,
    onSignal: (signal) => {
      if (signal.kind === "event") events.wake(signal.tenantId);
    },
    onReconnect: () => events.wakeAll(),
    onError,
  });
  const closing = new AbortController();
  const audit = new AuditWriter({ url, secret, onError });
  const services: Services = {
    config,
    database,
    audit,
    workers: new WorkerClient({ secret }),
    directory: new WorkerDirectory(database),
    events,
    failures: new FailureLimit(),
    metrics: createMetrics(),
    logger,
    operatorTenantId: config.operatorTenantId ?? (await database.system(findOperatorTenant)),
    isHttps: config.publicUrl?.startsWith("https:") ?? false,
    closing: closing.signal,
    atEnd: [],
  };
  const app = createApp(services);
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
  }) as Server;
  const vnc = attachVncEndpoint(server, services);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    services,
    close: async () => {
      closing.abort();
      vnc.close();
      await Promise.all(services.atEnd.map((undo) => undo()));
      await endServer(server);
      await Promise.all([signals.close(), audit.close(), database.close()]);
    },
  };
}

async function endServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}
