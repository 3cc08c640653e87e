import type { AuditRecord, Session } from "@deskfleet/contracts";
import { useMemo } from "react";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { At } from "../../ui/time.tsx";
import { namesIn, useActorName } from "./people.ts";

/** What the last person's turn at the input was, once it is over; whoever has it now stands above the picture. */
export function ControlNote({ session }: { session: Session }) {
  const query = { sessionId: session.id, action: "session.controlled", limit: 1 };
  const { data } = useResource<Page<AuditRecord>>("audit", "/v1/audit", { query });
  const last = data?.items[0];
  const nameOf = useActorName(useMemo(() => namesIn(last === undefined ? [] : [last]), [last]));
  if (session.control !== null || last === undefined || last.params.state !== "handed_back") return null;
  const { keys, clicks } = last.params;
  return (
    <p className="note">
      Handed back at <At at={last.at} withAgo />
      {typeof keys === "number" && `: ${keys} keys, ${typeof clicks === "number" ? clicks : 0} clicks`}
      <span className="muted"> by {nameOf(last.actor)}</span>
    </p>
  );
}
