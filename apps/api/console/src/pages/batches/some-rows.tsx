import type { Batch, Task } from "@deskfleet/contracts";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import type { Page } from "../../client/types.ts";
import { useLiveList } from "../../live/use-live-list.ts";
import { matchesTask } from "../tasks/task-filters.ts";
import { rowsKey } from "./all-rows.tsx";
import { RowTable } from "./row-table.tsx";

const TYPES = ["task.queued", "task.started", "task.waiting_approval", "task.retried", "task.finished"] as const;

/** The rows in one state or of one outcome, which the server picks out of however many there are; the last ones first. */
export function SomeRows({ batch, state, outcome }: { batch: Batch; state: string; outcome: string }) {
  const query = { batchId: batch.id, state, outcome };
  const list = useLiveList<Task>({
    ...{ resource: "tasks", path: "/v1/tasks", query, types: TYPES, idOf: ({ taskId }) => taskId },
    matches: (task) => matchesTask(task, { ...query, workflow: "", reference: "" }),
  });
  // The same columns as with all rows, where those were seen before.
  const all = useQueryClient().getQueryData<InfiniteData<Page<Task>>>(rowsKey(batch));
  const telling = all?.pages[0]?.items ?? list.items;
  return <RowTable rows={list.items} telling={telling} {...list} />;
}
