import type { Batch } from "@deskfleet/contracts";

const STATES: Readonly<Record<Batch["state"], true>> = {
  ...{ running: true, paused: true, finished: true, stopped: true, cancelled: true },
};
export const BATCH_STATES_SHOWN = Object.keys(STATES) as Batch["state"][];
