import type { Capacity, Principal } from "@deskfleet/contracts";
import { countTasks, listTasks } from "@deskfleet/store";
import type { Services } from "../services.ts";
import { toWorker } from "./to-worker.ts";

/** Enough of those that wait to meet every reason that there is. */
const WAITING_READ = 50;

export async function readCapacity(services: Services, principal: Principal): Promise<Capacity> {
  const workers = await services.directory.all();
  const { queued, waiting } = await services.database.tenant(principal.tenantId, async (tx) => ({
    queued: (await countTasks(tx)).queued,
    waiting: (await listTasks(tx, { state: "queued" }, { limit: WAITING_READ })).items,
  }));
  const used = sum(workers.map((worker) => worker.used));
  const open = workers.filter(({ isDraining }) => !isDraining);
  const drained = workers.length - open.length;
  const free = sum(open.map((worker) => Math.max(0, worker.slots - worker.used)));
  const reasons = new Set(waiting.map(({ waitingFor }) => waitingFor).filter((reason) => reason !== null));
  return {
    used,
    free,
    warm: sum(open.map((worker) => worker.warm)),
    queued,
    workers: workers.map(toWorker),
    refusals: [
      ...(workers.length === 0
        ? [{ code: "capacity.no_worker", reason: "No worker reports to the fleet; start one" }]
        : []),
      ...(open.length > 0 && free === 0
        ? [
            {
              code: "capacity.exhausted",
              reason: `All ${sum(open.map(({ used }) => used))} desktops of the fleet are in use`,
            },
          ]
        : []),
      ...(drained > 0 && free === 0
        ? [
            {
              code: "capacity.drained",
              reason: `${drained} of ${workers.length} workers take nothing new; an operator drained them`,
            },
          ]
        : []),
      ...[...reasons].map((reason) => ({ code: "task.waiting", reason: `A task waits for ${reason}` })),
    ],
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
