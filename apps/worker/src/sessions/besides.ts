import { type Action, FleetError, TOOLS } from "@deskfleet/contracts";
import type { PlannedAction } from "../approvals/planned-action.ts";

/**
 * What an action does beside what its tool says, as actions of their own for the gates: the frame that an observing action takes, and
 * the application that reading its state starts.
 */
export function besides({ capture, app }: Pick<PlannedAction, "capture" | "app">): Action[] {
  return [
    ...(capture === null ? [] : [actionOf("computer_screen_capture", capture)]),
    ...(app?.starts == null ? [] : [actionOf("computer_process_start", { app: app.starts })]),
  ];
}

function actionOf(id: string, given: Readonly<Record<string, unknown>>): Action {
  const tool = TOOLS.get(id);
  if (tool === undefined) throw new FleetError("internal", "there is no such tool");
  return { tool, params: tool.parameters.parse(given) as Action["params"] };
}
