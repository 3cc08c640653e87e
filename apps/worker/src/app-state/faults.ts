import { FleetError } from "@deskfleet/contracts";
import { appError } from "./app-error.ts";
import type { PlannedApp } from "./planned-app.ts";
import { appNotFound, indexGone, NO_FOCUSED_FIELD, NO_WINDOWS, NOT_SETTABLE, notResponding } from "./texts.ts";

const NOT_ARRIVED = "The text did not arrive as it was given. Call get_app_state to see what the element holds.";

/** What the executor refused, in the words that agents know; anything else is left as it is. */
export function appFault(error: unknown, { name, elementName }: PlannedApp): unknown {
  if (!(error instanceof FleetError) || error.code !== "action.failed") return error;
  const reason = String(error.data?.reason);
  const text = textOf(reason, name, elementName);
  return text === null ? error : appError(text, reason, "action.failed", error);
}

function textOf(reason: string, app: string, element: string): string | null {
  switch (reason) {
    case "app":
      return appNotFound(app);
    case "window":
      return NO_WINDOWS;
    case "not_responding":
      return notResponding(app);
    case "stale_element":
      return indexGone(element);
    case "not_settable":
      return NOT_SETTABLE;
    case "no_focused_field":
      return NO_FOCUSED_FIELD;
    case "not_arrived":
      return NOT_ARRIVED;
    default:
      return null;
  }
}
