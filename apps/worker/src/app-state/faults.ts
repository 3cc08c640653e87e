import { FleetError } from "@deskfleet/contracts";
import { appError } from "./app-error.ts";
import type { PlannedApp } from "./planned-app.ts";
import {
  appNotFound,
  indexGone,
  NO_BOOLEAN,
  NO_FOCUSED_FIELD,
  NO_NUMBER,
  NO_WINDOWS,
  NOT_SETTABLE,
  noSuchAction,
  notResponding,
  notVisible,
  unknownKey,
} from "./texts.ts";

const NOT_ARRIVED = "The text did not arrive as it was given. Call get_app_state to see what the element holds.";

/** What the executor refused, in the words that agents know; anything else is left as it is. */
export function appFault(error: unknown, app: PlannedApp): unknown {
  if (!(error instanceof FleetError)) return error;
  const reason = String(error.data?.reason);
  const text = error.code === "action.failed" ? textOf(reason, app) : unknownValue(error, app);
  return text === null ? error : appError(text, reason, error.code, error);
}

/** Which value the executor did not know. What was to be set is not repeated: it may be a secret. */
function unknownValue({ code, data }: FleetError, { args, element }: PlannedApp): string | null {
  if (code !== "request.invalid" || data?.reason !== "invalid") return null;
  if (typeof args.key === "string") return unknownKey(args.key);
  if (typeof args.value !== "string") return null;
  return element?.valueType === "boolean" ? NO_BOOLEAN : element?.valueType === "float" ? NO_NUMBER : null;
}

function textOf(reason: string, { name, elementName, args }: PlannedApp): string | null {
  switch (reason) {
    case "app":
      return appNotFound(name);
    case "window":
      return NO_WINDOWS;
    case "not_responding":
      return notResponding(name);
    case "stale_element":
      return indexGone(elementName);
    case "no_action":
      return noSuchAction(String(args.action), elementName);
    case "not_visible":
      return notVisible(elementName);
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
