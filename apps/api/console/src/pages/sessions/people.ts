import type { AuditRecord } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useHasRole, usePrincipal } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { actorName, type Named } from "./actor-name.ts";

const NONE: readonly Named[] = [];

/**
 * Who an actor of the records is (`person:<id>`, `principal:<id>`, `worker:<name>`, `system`): "you", a key's name where the role
 * may read keys, else the end of its id. `known`: names that came with what is shown.
 */
export function useActorName(known: readonly Named[] = NONE): (actor: string) => string {
  const me = usePrincipal();
  const isAdmin = useHasRole("admin");
  const { data } = useQuery({
    queryKey: ["keys", "names"],
    queryFn: ({ signal }) => call<{ items: Named[] }>("GET", "/v1/keys", { signal }),
    enabled: isAdmin,
    staleTime: 60_000,
  });
  const names = data?.items;
  return useCallback((actor) => actorName(actor, me.id, [...known, ...(names ?? [])]), [me.id, known, names]);
}

/** Names that records bring along, for whoever may not read keys. */
export function namesIn(records: readonly AuditRecord[]): Named[] {
  const names = new Map<string, string>();
  for (const { actor, params } of records) {
    const [, id] = actor.split(":", 2);
    if (id !== undefined && typeof params.name === "string") names.set(id, params.name);
  }
  return Array.from(names, ([id, name]) => ({ id, name }));
}
