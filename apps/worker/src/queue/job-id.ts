import type { AttemptJob } from "@deskfleet/contracts";

/** One id per dispatch of a task: adding the same dispatch again is no second job. BullMQ allows no colon in it. */
export function jobId({ taskId, dispatch }: AttemptJob): string {
  return `${taskId}-${dispatch}`;
}
