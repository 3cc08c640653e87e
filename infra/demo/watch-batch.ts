import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Batch, FINAL_TASK_STATES, FleetError, Task } from "@deskfleet/contracts";
import { z } from "zod";
import type { ApiClient } from "./api-client.ts";

const POLL_MS = 250;
const TaskPage = z.object({ items: z.array(Task), nextCursor: z.string().nullable() });

export interface WatchOptions {
  readonly batchId: string;
  /** Rows whose last frame is kept as a picture. */
  readonly pictureRows: readonly number[];
  readonly pictureFolder: string;
  readonly timeoutMs: number;
  /** Called once for each task that has ended. */
  onRow(task: Task): void;
}

export interface WatchedBatch {
  readonly tasks: readonly Task[];
  /** Path of the last picture by row. */
  readonly pictures: ReadonlyMap<number, string>;
}

/** Follows a batch until every row has ended, and takes pictures of some rows' desktops while they work. */
export async function watchBatch(api: ApiClient, options: WatchOptions): Promise<WatchedBatch> {
  const deadline = performance.now() + options.timeoutMs;
  const ended = new Set<string>();
  const pictures = new Map<number, string>();
  for (;;) {
    const { items: tasks } = await api.get(`/v1/tasks?batchId=${options.batchId}&limit=200`, TaskPage);
    for (const task of tasks) {
      const row = task.row ?? 0;
      if (isFinal(task) && !ended.has(task.id)) {
        ended.add(task.id);
        options.onRow(task);
      } else if (task.state === "running" && options.pictureRows.includes(row)) {
        const path = await takePicture(api, task, join(options.pictureFolder, `row-${row}.png`));
        if (path) pictures.set(row, path);
      }
    }
    const batch = await api.get(`/v1/batches/${options.batchId}`, Batch);
    if (batch.state !== "running" && tasks.length > 0 && tasks.every(isFinal)) return { tasks, pictures };
    if (performance.now() > deadline) {
      throw new Error(`the batch has not ended after ${options.timeoutMs / 1000} s: ${JSON.stringify(batch.counts)}`);
    }
    await sleep(POLL_MS);
  }
}

const isFinal = (task: Task) => (FINAL_TASK_STATES as readonly string[]).includes(task.state);

/** null when the session ended in between, which is normal: the next row is as good. */
async function takePicture(api: ApiClient, task: Task, path: string): Promise<string | null> {
  const sessionId = task.attempts.at(-1)?.sessionId;
  if (!sessionId) return null;
  try {
    writeFileSync(path, await api.getBytes(`/v1/sessions/${sessionId}/frame`));
    return path;
  } catch (error) {
    if (error instanceof FleetError && error.code !== "internal") return null;
    throw error;
  }
}
