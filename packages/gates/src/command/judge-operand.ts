import type { Finding, Said } from "./finding.ts";
import type { Reach } from "./operand-path.ts";

/** As the effects of programs; `send`: its content leaves. */
export type OperandUse = "read" | "write" | "delete" | "move" | "enter" | "send" | "link";

type SaidOfUse = Said & Pick<Finding, "changes">;

const CHANGING: ReadonlySet<OperandUse> = new Set(["write", "delete", "move", "send", "link"]);

/** What P1 says about one reading of one operand; null is nothing. The strictest comes first. */
export function judgeReach(reach: Reach, use: OperandUse, isNarrowed?: boolean): SaidOfUse | null {
  const changes = CHANGING.has(use);
  const deny = (code: string, reason: string): SaidOfUse => ({ verdict: "deny", code, reason, changes });
  const ask = (code: string, reason: string): SaidOfUse => ({ verdict: "ask", code, reason, changes });
  if (reach.place === "stream")
    return use === "delete" || use === "move" || use === "enter"
      ? deny("command.device", "a device is neither removed nor entered")
      : null;
  const device = deviceKind(reach);
  if (device === "socket") return { ...deny("command.raw_socket", "a path that opens a connection"), changes: true };
  if (device === "device") return deny("command.device", "devices are not used");
  if (reach.isForbidden) return deny("command.protected", "a path holds a protected name");
  if (reach.place === "outside")
    return use === "send"
      ? deny("command.exfiltration", "a file outside the allowed directories would leave")
      : deny("command.outside", "a path leads out of the allowed directories");
  if (use === "send" && reach.isSecret) return deny("command.exfiltration", "a file that may hold secrets would leave");
  if (use === "delete") return judgeDelete(reach, isNarrowed, deny, ask);
  if (use === "move" && reach.isRoot)
    return deny("command.root", "an allowed directory itself would be moved or emptied");
  if (use === "link" && reach.place === "unknown")
    return ask("command.unresolved", "where the link leads is not known");
  if (reach.isSecret) return ask("command.secret_file", "the file may hold secrets");
  if (reach.isStartup && (use === "write" || use === "move"))
    return ask("command.startup_file", "programs read this file at their start");
  if (reach.place === "unknown") return ask("command.unresolved", "an operand is only known when the command runs");
  if (reach.isListed && changes && use !== "send")
    return ask("command.listed_names", "names that a listing gives would be changed");
  return null;
}

function judgeDelete(
  reach: Reach,
  isNarrowed: boolean | undefined,
  deny: (code: string, reason: string) => SaidOfUse,
  ask: (code: string, reason: string) => SaidOfUse,
): SaidOfUse {
  if (isNarrowed === true && reach.place === "inside")
    return ask("command.delete", "what a test picks would be deleted");
  if (isNarrowed === false) return deny("command.mass_delete", "everything below a directory would be deleted");
  if (reach.isRoot) return deny("command.root", "an allowed directory itself would be deleted or emptied");
  if (reach.place === "unknown" || reach.isListed)
    return deny("command.unresolved_delete", "what would be deleted is only known when the command runs");
  return ask("command.delete", "deleting is asked");
}

function deviceKind({ path, below, place }: Reach): "socket" | "device" | null {
  const at = path ?? below;
  if (place === "inside" || at === null) return null;
  if (/^\/dev\/(?:tcp|udp)(?:\/|$)/.test(at)) return "socket";
  return /^\/dev(?:\/|$)/.test(at) ? "device" : null;
}
