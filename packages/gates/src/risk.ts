import { type Action, RISKS, type Risk } from "@deskfleet/contracts";

/** Programs that reach another machine: starting one leaves the desktop. */
const NETWORK_PROGRAMS = new Set([
  "curl",
  "wget",
  "ssh",
  "scp",
  "sftp",
  "rsync",
  "ftp",
  "nc",
  "ncat",
  "socat",
  "telnet",
  "git",
]);

/** The risk of this very call: never below the tool's own. */
export function assessRisk(action: Action): Risk {
  return strictestRisk(action.tool.risk, raisedBy(action));
}

function raisedBy({ tool, params }: Action): Risk {
  if (tool.id !== "computer_process_start") return "R0_READ";
  // Shell text can do anything that its user can, until it is analysed.
  if (params.command !== undefined) return "R3_EXTERNAL";
  const [program] = Array.isArray(params.argv) ? params.argv : [];
  if (typeof program === "string" && NETWORK_PROGRAMS.has(baseName(program))) return "R3_EXTERNAL";
  return "R0_READ";
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function strictestRisk(a: Risk, b: Risk): Risk {
  return RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b;
}
