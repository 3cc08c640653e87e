import type { AuditRecord, Session } from "@deskfleet/contracts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { At } from "../../ui/time.tsx";

/** Who has the keyboard, and since when; of the last person's turn, what it was. From the audit, where both are recorded. */
export function ControlNote({ session }: { session: Session }) {
  const query = { sessionId: session.id, action: "session.controlled", limit: 1 };
  const { data } = useResource<Page<AuditRecord>>("audit", "/v1/audit", { query });
  const last = data?.items[0];
  if (last === undefined) return null;
  const { state, keys, clicks } = last.params as { state?: string; keys?: number; clicks?: number };
  const isPerson = session.controller === "human";
  return (
    <p className="note" data-tone={isPerson ? "warn" : undefined}>
      {isPerson ? "A person is in control since " : state === "taken" ? "A person took control at " : "Handed back at "}
      <At at={last.at} withAgo />
      {!isPerson && keys !== undefined && `: ${keys} keys, ${clicks ?? 0} clicks`}
      <span className="muted"> {last.actor.replace(/^\w+:/, "").slice(-8)}</span>
    </p>
  );
}
