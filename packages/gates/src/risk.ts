import { type Action, RISKS, type Risk } from "@deskfleet/contracts";
import { analyseStart } from "./command/analyse-start.ts";

/** The risk of this very call: never below the tool's own. */
export function assessRisk(action: Action): Risk {
  return strictestRisk(action.tool.risk, raisedBy(action));
}

function raisedBy({ tool, params }: Action): Risk {
  if (tool.id !== "computer_process_start") return "R0_READ";
  // Whether a command reaches another machine does not depend on the allowed directories.
  return analyseStart(params, ["/"])?.isExternal ? "R3_EXTERNAL" : "R0_READ";
}

function strictestRisk(a: Risk, b: Risk): Risk {
  return RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b;
}
