import type { Task } from "@deskfleet/contracts";

/** As `GET /v1/tasks` has them. */
export const TASK_FILTERS = ["state", "outcome", "workflow", "reference", "batchId"] as const;
export type TaskFilters = Readonly<Record<(typeof TASK_FILTERS)[number], string>>;

/** Whether a task that was read by itself belongs to the list that the server filters by these. */
export const matchesTask = (task: Task, filters: TaskFilters): boolean =>
  TASK_FILTERS.every((name) => filters[name] === "" || task[name] === filters[name]);

/** Whether only what ended without success is listed: each of those can be edited and sent again. */
export const asksForDead = ({ state, outcome }: Pick<TaskFilters, "state" | "outcome">): boolean =>
  ["failed", "cancelled", "expired"].includes(state) || (outcome !== "" && outcome !== "success");
