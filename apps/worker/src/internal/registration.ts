import { type Database, removeWorker, upsertWorker, type WorkerReport } from "@deskfleet/store";
import type { Logger } from "../log.ts";

export interface Registration {
  /** Reports now what `report` says; a failure is logged and made up for by the next heartbeat. */
  beat(): Promise<void>;
  /** Ends the heartbeats and takes the worker off the list, so that nobody sends it anything any more. */
  close(): Promise<void>;
}

export interface RegistrationOptions {
  report(): WorkerReport;
  /** After every report. */
  onWish(wish: { readonly isDraining: boolean }): void;
  readonly log: Logger;
}

const INTERVAL_MS = 2_000;

/**
 * The worker's line in `workers`: who it is, where it is and what it has free. Each report brings an operator's wish back, so it is
 * met within two seconds, and from the first moment of a worker that was drained before its restart.
 * @throws FleetError when the first fails
 */
export async function registerWorker(
  database: Database,
  { report, onWish, log }: RegistrationOptions,
): Promise<Registration> {
  const send = async () => onWish(await database.system((tx) => upsertWorker(tx, report())));
  await send();
  let beating: Promise<void> | null = null;
  const beat = (): Promise<void> => {
    beating ??= send()
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
