import { type ClipboardText, FleetError, type Principal } from "@deskfleet/contracts";
import { readClipboard } from "../sessions/executor-control.ts";
import type { LiveSession } from "../sessions/live-session.ts";

/** Characters: a secret that the desktop's limit has cut in two is no longer recognised, so the end is not shown. */
const CUT_CHARACTERS = 4_096;

/**
 * What was copied on the desktop, for the person who has control of it now, as gate 8 lets it through. Recorded before it is
 * answered, by length and kinds, never the text.
 * @throws FleetError `policy.denied` unless policy says `both`, `session.human_control` when another person has the input,
 * `resource.conflict` when nobody has, `action.failed` when the program that holds the text does not answer,
 * `audit.unavailable`: then nothing is answered
 */
export async function readForPerson(session: LiveSession, principal: Principal): Promise<ClipboardText> {
  requirePermission(session, principal);
  const held = await readClipboard(session.desktop.executor);
  requirePermission(session, principal); // it can take a second, and control or policy may be another by now
  const { text, kinds: masked } = session.content.redact(held.text);
  const answer = { text: held.truncated ? text.slice(0, -CUT_CHARACTERS) : text, masked, truncated: held.truncated };
  await session.services.audit.append(
    session.auditRecord({
      kind: "event",
      actor: `person:${principal.id}`,
      action: "session.clipboard_read",
      params: { name: principal.name, characters: answer.text.length, masked, truncated: held.truncated },
    }),
  );
  return answer;
}

function requirePermission({ policy, controlledBy }: LiveSession, principal: Principal): void {
  const { value, layer, version } = policy.viewClipboard;
  if (value !== "both")
    throw new FleetError("policy.denied", "Policy keeps what is copied on the desktop there", {
      data: { setting: "view.clipboard", value, layer, version },
    });
  if (controlledBy === null)
    throw new FleetError("resource.conflict", "Only who is in control of the session reads its clipboard");
  if (controlledBy.id !== principal.id)
    throw new FleetError("session.human_control", "Another person is in control of the session");
}
