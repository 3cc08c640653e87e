import type { AuditRecord, Session } from "@deskfleet/contracts";
import { usePrincipal } from "../../auth/auth-context.tsx";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { At } from "../../ui/time.tsx";
import { useActorName } from "./people.ts";

/** Who has the input, by name, and since when; else what the last person's turn was. */
export function ControlNote({ session }: { session: Session }) {
  const me = usePrincipal();
  const { control } = session;
  if (control === null) return <LastTurn sessionId={session.id} />;
  return (
    <p className="note" data-tone="warn">
      {control.principalId === me.id ? "You are" : <strong>{control.name}</strong>}
      {control.principalId === me.id ? "" : " is"} in control since <At at={control.since} withAgo />. The agent's next
      action waits.
    </p>
  );
}

function LastTurn({ sessionId }: { sessionId: string }) {
  const query = { sessionId, action: "session.controlled", limit: 1 };
  const { data } = useResource<Page<AuditRecord>>("audit", "/v1/audit", { query });
  const nameOf = useActorName();
  const last = data?.items[0];
  if (last === undefined || last.params.state !== "handed_back") return null;
  const { keys, clicks } = last.params;
  return (
    <p className="note">
      Handed back at <At at={last.at} withAgo />
      {typeof keys === "number" && `: ${keys} keys, ${typeof clicks === "number" ? clicks : 0} clicks`}
      <span className="muted"> by {nameOf(last.actor)}</span>
    </p>
  );
}
