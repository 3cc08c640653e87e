import { setTimeout as sleep } from "node:timers/promises";
import { Batch, FINAL_TASK_STATES, Task } from "@deskfleet/contracts";
import { z } from "zod";
import type { ApiClient } from "./api-client.ts";

const POLL_MS = 500;
const TaskPage = z.object({ items: z.array(Task), nextCursor: z.string().nullable() });

export interface WatchOptions {
  readonly batchId: string;
  readonly timeoutMs: number;
  /** Called once for each task that has ended. */
  onRow(task: Task): void;
}

/** Follows a batch until every row has ended. @returns its tasks */
export async function watchBatch(api: ApiClient, options: WatchOptions): Promise<readonly Task[]> {
  const deadline = performance.now() + options.timeoutMs;
  const ended = new Set<string>();
  for (;;) {
    const { items: tasks } = await api.get(`/v1/tasks?batchId=${options.batchId}&limit=200`, TaskPage);
    for (const task of tasks) {
      if (!isFinal(task) || ended.has(task.id)) continue;
      ended.add(task.id);
      options.onRow(task);
    }
    const batch = await api.get(`/v1/batches/${options.batchId}`, Batch);
    if (batch.state !== "running" && tasks.length > 0 && tasks.every(isFinal)) return tasks;
    if (performance.now() > deadline) {
      throw new Error(`the batch has not ended after ${options.timeoutMs / 1000} s: ${JSON.stringify(batch.counts)}`);
    }
    await sleep(POLL_MS);
  }
}

const isFinal = (task: Task) => (FINAL_TASK_STATES as readonly string[]).includes(task.state);
