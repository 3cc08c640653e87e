import type { AttemptOutcome, Task } from "@deskfleet/contracts";

/** How a task can have ended, as people say it. The type makes a new outcome a compile error until it is here. */
export const OUTCOME_NAMES: Readonly<Record<AttemptOutcome, string>> = {
  ...{ success: "success", business_error: "business error", application_error: "application error" },
  ...{ policy_denied: "policy denied", approval_expired: "approval expired", timeout: "timeout" },
  ...{ infrastructure_error: "infrastructure error", cancelled: "cancelled" },
};

const OVER: ReadonlySet<Task["state"]> = new Set(["succeeded", "failed", "cancelled", "expired"]);
export const isOver = ({ state }: Pick<Task, "state">): boolean => OVER.has(state);

/** Ended without success: a person may change it and send it again. */
export const isDeadLetter = (task: Pick<Task, "state">): boolean => isOver(task) && task.state !== "succeeded";
