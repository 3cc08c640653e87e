import type { Worker } from "@deskfleet/contracts";
import type { Worker as WorkerRow } from "@deskfleet/store";

/** What clients see of a worker: not its address. */
export function toWorker({ id, slots, used, warm, isDraining, confinement }: WorkerRow): Worker {
  return { id, slots, used, warm, isDraining, confinement };
}
