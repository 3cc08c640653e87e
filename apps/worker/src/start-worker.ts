import { createDockerDriver, DesktopPool, type SandboxDriver, startReaper } from "@deskfleet/desktop";
import { AuditWriter, endSessionsOfWorker, listenSignals, liveWorkers, newId, openDatabase } from "@deskfleet/store";
import { createAnchorEngine } from "./anchors/anchor-engine.ts";
import { openAuditModel } from "./auditor/model/open-audit-model.ts";
import { RulePacks } from "./auditor/rule-packs.ts";
import type { Config } from "./config.ts";
import type { InternalAppOptions } from "./internal/internal-app.ts";
import { startInternalServer } from "./internal/internal-server.ts";
import { registerWorker } from "./internal/registration.ts";
import { createVerifyToken } from "./internal/verify-token.ts";
import type { Logger } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { type QueueSide, startQueueSide } from "./queue/start.ts";
import { inFleetTurn } from "./selftest/fleet-turn.ts";
import { runSelfTest } from "./selftest/run-self-test.ts";
import { EventSink } from "./sessions/event-sink.ts";
import type { Services } from "./sessions/live-session.ts";
import { SessionHost } from "./sessions/session-host.ts";
import { storeRecords } from "./sessions/store-records.ts";
import { watchApps } from "./watch-apps.ts";
import { watchConfinement } from "./watch-confinement.ts";

export interface RunningWorker {
  /** Base URL of its internal API. */
  readonly url: string;
  /** Idempotent. Drains: no new work, running attempts end or are given back, sessions and desktops go, then the connections. */
  close(): Promise<void>;
}

const TICK_MS = 1_000;
/** A sibling that has not reported for this long is not there. */
const WORKER_MAX_AGE_MS = 20_000;
/** The desktops that are kept warm; other sizes are started when they are claimed. */
const WARM_SIZE = { width: 1_280, height: 800 } as const;

/** Puts the parts of a worker together, in the order in which they need each other. `driver`: another than Docker, for tests. */
export async function startWorker(config: Config, log: Logger, driver?: SandboxDriver): Promise<RunningWorker> {
  const { databaseUrl, secret, workerId, fleetId, slots } = config;
  const onError = (err: Error) => log.warn({ err }, "a connection to the database has trouble");
  const database = openDatabase({
    ...{ url: databaseUrl, secret, onError },
    applicationName: `deskfleet-worker-${workerId}`,
    max: 8 + slots,
  });
  const audit = new AuditWriter({ url: databaseUrl, secret, onError });
  const records = storeRecords(database);
  const metrics = createMetrics({ withProcess: true });
  const model = await openAuditModel(config.model, { budget: records, metrics, log });
  const packs = new RulePacks({ records, log });
  const services: Services = {
    ...{ workerId, records, audit, log, newId, metrics, anchors: createAnchorEngine(log) },
    auditor: { rules: (tenantId) => packs.rules(tenantId), model },
    events: new EventSink(records, log),
    now: Date.now,
  };
  // Whatever an earlier process of this worker held is gone with it.
  await database.system((tx) => endSessionsOfWorker(tx, workerId, "worker_restarted"));

  const engine =
    driver ??
    createDockerDriver({
      logger: log,
      ...(config.dockerHost ? { dockerHost: config.dockerHost } : {}),
      ...(config.appArmorProfile ? { appArmorProfile: config.appArmorProfile } : {}),
    });
  const runtimes = await engine.runtimes();
  const known = watchApps(engine);
  const watched = watchConfinement(known.driver, services);
  const pool = new DesktopPool({
    ...{ driver: watched.driver, workerId, fleetId, warm: config.warm, max: slots + config.warm, logger: log },
    kinds: [{ image: config.image, ...WARM_SIZE, isolation: "container", display: config.display }],
  });
  const reaper = startReaper({
    ...{ driver: engine, workerId, fleetId, logger: log, liveIds: () => pool.ids() },
    isWorkerDead: async (id) => {
      const live = await database.system((tx) => liveWorkers(tx, WORKER_MAX_AGE_MS));
      return live.every((worker) => worker.id !== id);
    },
  });
  const images = new Map([["default", config.image]]);
  const host = new SessionHost({ services, source: pool, choice: { images, display: config.display }, slots });
  const verifyToken = await createVerifyToken({ secret, workerId });
  const selfTest: InternalAppOptions["selfTest"] = (session) =>
    inFleetTurn(databaseUrl, () => runSelfTest({ host, services, session }));
  const server = await startInternalServer({ ...config, host, services, verifyToken, selfTest });
  const url = config.advertisedUrl ?? `http://${config.hostname}:${server.port}`;
  const signals = await listenSignals({
    url: databaseUrl,
    onSignal: (signal) => {
      packs.onSignal(signal);
      host.onSignal(signal);
    },
    onReconnect: () => {
      packs.onReconnect();
      host.onReconnect().catch((err: unknown) => log.error({ err }, "missed signals could not be made up for"));
    },
    onError,
  });
  const ticks = setInterval(() => {
    host.tick().catch((err: unknown) => log.error({ err }, "looking after sessions failed"));
  }, TICK_MS);
  let isDraining = false;
  let queue: QueueSide | undefined;
  let isHeld = false;
  const registration = await registerWorker(database, {
    report: () => ({
      ...{ id: workerId, url, runtimes, used: host.used, warm: pool.stats().ready },
      images: [...images].map(([name, image]) => ({ name, apps: known.apps(image) })),
      slots: isDraining ? host.used : slots,
      confinement: watched.confinement(),
    }),
    onWish: (wish) => {
      isHeld = wish.isDraining;
      host.hold(isHeld);
      queue?.hold(isHeld);
    },
    log,
  });
  const queueSide = await startQueueSide({ config, database, host, audit, log, isHeld });
  queue = queueSide;

  const drainAndClose = async () => {
    isDraining = true;
    host.drain();
    await registration.beat();
    await queueSide.drain();
    await registration.close();
    await host.closeAll();
    await services.anchors.close();
    await server.close();
    clearInterval(ticks);
    await signals.close();
    await queueSide.close();
    reaper.close();
    await pool.close();
    await engine.close();
    await services.events.flush();
    await audit.close();
    await database.close();
  };
  let closing: Promise<void> | null = null;
  return {
    url,
    close: () => {
      closing ??= drainAndClose();
      return closing;
    },
  };
}
