import { FleetError } from "@deskfleet/contracts";
import { createFakeDriver, type FakeDriver } from "@deskfleet/desktop";
import { AuditWriter, type Database, newId, openDatabase, upsertWorker } from "@deskfleet/store";
import { createAnchorEngine } from "../anchors/anchor-engine.ts";
import { shippedAuditor } from "../auditor/auditor-services.ts";
import type { Logger } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { EventSink } from "../sessions/event-sink.ts";
import type { Services } from "../sessions/live-session.ts";
import { SessionHost } from "../sessions/session-host.ts";
import { storeRecords } from "../sessions/store-records.ts";
import { type QueueSide, type QueueTimes, startQueueSide } from "./start.ts";

export const TEST_SECRET = "5e".repeat(32);
/** Everything that the real times make a test wait for, ten times faster. */
const FAST_TIMES: Partial<QueueTimes> = {
  leaseMs: 2_000,
  heartbeatMs: 400,
  dispatchMs: 250,
  reconcileMs: 400,
  staleDispatchMs: 1_000,
  workerMaxAgeMs: 2_000,
  intentGraceMs: 500,
  drainGraceMs: 2_000,
  forgottenMs: 300,
  forgottenAgeMs: 1_000,
};

export interface TestWorkerOptions {
  readonly databaseUrl: string;
  readonly redisUrl?: string | undefined;
  readonly workerId: string;
  readonly slots: number;
  readonly times?: Partial<QueueTimes>;
  readonly allowPrivateWebhooks?: boolean;
  readonly log?: Logger;
}

export interface TestWorker {
  readonly database: Database;
  readonly driver: FakeDriver;
  readonly host: SessionHost;
  readonly side: QueueSide;
  close(): Promise<void>;
}

const SILENT: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The real queue side, session host, perform, audit and records; only the desktops are in memory. */
export async function startTestWorker(options: TestWorkerOptions): Promise<TestWorker> {
  const { databaseUrl, redisUrl, workerId, slots, log = SILENT } = options;
  const database = openDatabase({ url: databaseUrl, applicationName: workerId, secret: TEST_SECRET, max: slots + 4 });
  const audit = new AuditWriter({ url: databaseUrl, secret: TEST_SECRET });
  const records = storeRecords(database);
  const driver = createFakeDriver();
  const services: Services = {
    ...{
      workerId,
      records,
      audit,
      log,
      metrics: createMetrics(),
      newId,
      anchors: createAnchorEngine(log),
      auditor: shippedAuditor(),
    },
    events: new EventSink(records, log),
    now: Date.now,
  };
  const host = new SessionHost({
    services,
    source: {
      claim: (kind, signal) =>
        driver.start(
          { ...kind, workerId, fleetId: "test", expiresAt: new Date(Date.now() + 3_600_000), startTimeoutMs: 5_000 },
          signal,
        ),
      release: (desktop) => driver.destroy(desktop.id),
    },
    choice: { images: new Map([["default", "deskfleet/desktop:test"]]), display: "xvnc" },
    slots,
  });
  let isHeld = false;
  let side: QueueSide | undefined;
  const report = async (): Promise<void> => {
    const images = [{ name: "default", apps: null }];
    const facts = { url: "http://127.0.0.1", warm: 0, images, runtimes: ["runc"], confinement: null };
    const wish = await database.system((tx) => upsertWorker(tx, { id: workerId, slots, used: host.used, ...facts }));
    host.hold(wish.isDraining);
    isHeld = wish.isDraining;
    side?.hold(isHeld);
  };
  await report();
  const timer = setInterval(() => {
    report().catch((error: unknown) => {
      if (!(error instanceof FleetError)) throw error; // the database is away for a moment
    });
  }, 500);
  const queueTimes = { ...FAST_TIMES, ...options.times };
  const queueSide = await startQueueSide({
    config: { databaseUrl, redisUrl, workerId, slots, queueTimes, allowPrivateWebhooks: options.allowPrivateWebhooks },
    database,
    host,
    audit,
    log,
    isHeld,
  });
  side = queueSide;
  return {
    database,
    driver,
    host,
    side: queueSide,
    close: async () => {
      await queueSide.close();
      clearInterval(timer);
      await host.closeAll();
      await services.events.flush();
      await audit.close();
      await database.close();
    },
  };
}
