import type { AuditRecord, Session } from "@deskfleet/contracts";
import { useMemo } from "react";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { At } from "../../ui/time.tsx";
import { namesIn, useActorName } from "./people.ts";
import { effectWords } from "./stop-words.ts";

/** Between a stop and the record of who ordered it, on two clocks. */
const ORDER_MS = 5_000;
const ORDERS_MAX = 50;
const earlier = (at: string) => new Date(Date.parse(at) - ORDER_MS).toISOString();

/** Of a session that is paused or stopped: since when, by whom, why, and of a stop when it took effect. */
export function HoldNote({ session }: { session: Session }) {
  const { id, state } = session;
  const isHeld = state === "paused" || state === "stopped";
  const { data } = useResource<Page<AuditRecord>>("sessions", "/v1/audit", {
    query: { sessionId: id, action: `session.${state}`, limit: 1 },
    isEnabled: isHeld,
  });
  const record = data?.items[0];
  const isNameless = record?.actor === "system";
  // The order stands in the tenant's own chain, not in the session's.
  const ordered = useResource<Page<AuditRecord>>("sessions", "/v1/audit", {
    query: { action: "session.stop", limit: ORDERS_MAX, ...(record && { from: earlier(record.at) }) },
    isEnabled: isHeld && isNameless,
  });
  const order = ordered.data?.items.find(({ sessionId }) => sessionId === id);
  const nameOf = useActorName(useMemo(() => namesIn(record === undefined ? [] : [record]), [record]));
  if (!isHeld) return null;
  if (record === undefined) return <p className="note" data-tone="warn">{`The session is ${state}.`}</p>;
  const { at, params, reason } = record;
  const isOrdered = isNameless && order !== undefined;
  const actor = isOrdered ? order.actor : record.actor;
  return (
    <p className="note" data-tone="warn">
      {state === "stopped" ? "Stopped" : "Paused"} by {nameOf(actor)} at <At at={at} />
      {state === "stopped" && effectWords(params)}
      {!isOrdered && reason !== null && reason !== "" && `: ${reason.replaceAll("_", " ")}`}.{" "}
      {state === "stopped" ? "Every action is refused" : "The agent's next action waits"} until somebody resumes it.
    </p>
  );
}
