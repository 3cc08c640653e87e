import { setTimeout as sleep } from "node:timers/promises";
import { DesktopSpec, type Principal } from "@deskfleet/contracts";
import { createFakeDriver } from "@deskfleet/desktop";
import { insertTask, listTasks, openDatabase } from "@deskfleet/store";
import { createLogger, readConfig, startWorker } from "@deskfleet/worker";
import { BENCH_SECRET } from "../bench-fleet.ts";
import type { Section } from "../report.ts";

const TASKS = 200;
const SLOTS = 16;

export interface QueueBackend {
  readonly name: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/**
 * Tasks through everything but a real desktop: submit, outbox, dispatch, BullMQ, lease, session, gates, audit, outcome, on
 * both backends. The desktops are the in-memory driver's, since a start of a real one would be all that is measured.
 */
export async function queueSection(principal: Principal, backends: readonly QueueBackend[]): Promise<Section> {
  const rows = [];
  for (const backend of backends)
    rows.push({
      what: `tasks per second, BullMQ on ${backend.name}`,
      ours: (await tasksPerSecond(principal, backend)).toFixed(0),
    });
  return { title: `Queue, ${TASKS} tasks of one step, ${SLOTS} at a time`, rows };
}

async function tasksPerSecond({ id, tenantId }: Principal, backend: QueueBackend): Promise<number> {
  const database = openDatabase({ url: backend.databaseUrl, applicationName: "bench", secret: BENCH_SECRET });
  const config = readConfig({
    DATABASE_URL: backend.databaseUrl,
    REDIS_URL: backend.redisUrl,
    DESKFLEET_SECRET: BENCH_SECRET,
    DESKFLEET_WORKER_ID: `bench-${backend.name}`,
    DESKFLEET_FLEET_ID: "bench-queue",
    DESKFLEET_IMAGE: "fake",
    DESKFLEET_SLOTS: String(SLOTS),
    DESKFLEET_WARM: String(SLOTS),
  });
  const worker = await startWorker(config, createLogger("error"), createFakeDriver());
  try {
    const reference = `bench-${backend.name}`;
    const startedAt = performance.now();
    await database.tenant(tenantId, async (tx) => {
      for (let index = 0; index < TASKS; index++)
        await insertTask(tx, {
          tenantId,
          createdBy: id,
          program: {
            steps: [{ do: "computer_window_list", with: {} }],
            desktop: DesktopSpec.parse({}),
            grants: ["computer_use"],
          },
          inputs: {},
          priority: 50,
          timeoutMs: 60_000,
          maxAttempts: 1,
          reference,
        });
    });
    for (;;) {
      const open = await database.tenant(tenantId, async (tx) => {
        const pages = [
          await listTasks(tx, { state: "queued", reference }, { limit: 1 }),
          await listTasks(tx, { state: "running", reference }, { limit: 1 }),
        ];
        return pages.flatMap(({ items }) => items).length;
      });
      if (open === 0) break;
      await sleep(20);
    }
    return TASKS / ((performance.now() - startedAt) / 1_000);
  } finally {
    await worker.close();
    await database.close();
  }
}
