import { type Database, removeWorker, upsertWorker, type WorkerReport } from "@deskfleet/store";
import type { Logger } from "../log.ts";

export interface Registration {
  /** Reports now what `report` says; a failure is logged and made up for by the next heartbeat. */
  beat(): Promise<void>;
  /** Ends the heartbeats and takes the worker off the list, so that nobody sends it anything any more. */
  close(): Promise<void>;
}

const INTERVAL_MS = 2_000;

/** The worker's line in `workers`: who it is, where it is and what it has free. @throws FleetError when the first fails */
export async function registerWorker(
  database: Database,
  report: () => WorkerReport,
  log: Logger,
): Promise<Registration> {
  await database.system((tx) => upsertWorker(tx, report()));
  let beating: Promise<void> | null = null;
  const beat = (): Promise<void> => {
    beating ??= database
      .system((tx) => upsertWorker(tx, report()))
      .catch((error: unknown) => log.warn({ err: error }, "a heartbeat could not be written"))
      .finally(() => {
        beating = null;
      });
    return beating;
  };
  const timer = setInterval(() => void beat(), INTERVAL_MS);
  return {
    beat,
    close: async () => {
      clearInterval(timer);
      await beating;
      await database
        .system((tx) => removeWorker(tx, report().id))
        .catch((error: unknown) => log.warn({ err: error }, "the worker could not be taken off the list"));
    },
  };
}
