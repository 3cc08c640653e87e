import type { AuditRecord, Capacity, Session, Tenant } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { usePrincipal } from "../../auth/auth-context.tsx";
import { call, send } from "../../client/http.ts";
import { type Problem, toProblem } from "../../client/problem.ts";
import type { Page } from "../../client/types.ts";
import { useEvents } from "../../live/live-provider.tsx";
import { type Effect, effectOfEvent, effectOfRecord, withEffects } from "./stop-effects.ts";

export type StopScope = "tenant" | "fleet";
const STOPPABLE: readonly Session["state"][] = ["starting", "active", "paused"];
/** Looks into the audit for what no event told; every look into another tenant's is itself recorded, so there are few. */
const LOOKS_MS = [700, 1_500, 3_000, 6_000];
const COUNT_MS = 2_000;
/** The answer's clock shows whole seconds. */
const CLOCK_MS = 2_000;

/** Ids of the tenant's sessions that can be stopped, or how many desktops of the fleet are in use; undefined until it is known. */
export function useStoppable(
  scope: StopScope,
): { readonly ids: readonly string[]; readonly count: number } | undefined {
  const { data } = useQuery({
    queryKey: ["sessions", "stoppable", scope],
    // Workers of other tenants' sessions report every few seconds; no event tells of those.
    refetchInterval: COUNT_MS,
    queryFn: async () => {
      const [{ items }, { used }] = await Promise.all([
        call<Page<Session>>("GET", "/v1/sessions", { query: { live: true, limit: 200 } }),
        call<Capacity>("GET", "/v1/capacity"),
      ]);
      const ids = items.filter(({ state }) => STOPPABLE.includes(state)).map(({ id }) => id);
      return { ids, count: scope === "tenant" ? ids.length : Math.max(used, ids.length) };
    },
  });
  return data;
}

export interface Ordered {
  readonly scope: StopScope;
  readonly atMs: number;
  readonly expected: number;
}

/** Gives the order, and gathers from events and the audit when each session stood still. */
export function useStop(): {
  readonly ordered: Ordered | null;
  readonly effects: ReadonlyMap<string, Effect>;
  /** Why the audit could not be asked about sessions of which no event tells; null while it can. */
  readonly problem: Problem | null;
  order(scope: StopScope, reason: string, expected: number): Promise<void>;
} {
  const { tenantId } = usePrincipal();
  const [ordered, setOrdered] = useState<Ordered | null>(null);
  const [all, setAll] = useState<ReadonlyMap<string, Effect>>(new Map());
  // Somebody may stop one session meanwhile, or the other scope just before.
  const effects = new Map([...all].filter(([, { scope }]) => scope === ordered?.scope));
  const [problem, setProblem] = useState<Problem | null>(null);
  const hear = (heard: readonly (Effect | null)[]) =>
    setAll((known) =>
      withEffects(
        known,
        heard.filter((each) => each !== null),
      ),
    );
  // From before the order: the first session may stand still before the order's own answer is here.
  useEvents(["session.stopped"], (event) => hear([effectOfEvent(event)]));

  const look = useEffectEvent(async ({ scope, atMs, expected }: Ordered) => {
    if (effects.size >= expected) return;
    const from = new Date(atMs - CLOCK_MS).toISOString();
    const query = { action: "session.stopped", from, limit: 200 };
    const others =
      scope === "fleet"
        ? (await call<{ items: Tenant[] }>("GET", "/v1/tenants")).items
            .map(({ id }) => id)
            .filter((id) => id !== tenantId)
        : [];
    for (const other of [undefined, ...others]) {
      const page = await call<Page<AuditRecord>>("GET", "/v1/audit", { query: { ...query, tenantId: other } });
      hear(page.items.map(effectOfRecord));
    }
  });
  useEffect(() => {
    if (ordered === null) return;
    const lookNow = () =>
      void look(ordered).then(
        () => setProblem(null),
        (error: unknown) => setProblem(toProblem(error)),
      );
    const timers = LOOKS_MS.map((delay) => setTimeout(lookNow, delay));
    return () => timers.forEach(clearTimeout);
  }, [ordered]);

  const order = async (scope: StopScope, reason: string, expected: number) => {
    const answer = await send("POST", "/v1/stop", { body: { scope, reason } });
    setOrdered({ scope, expected, atMs: Date.parse(answer.headers.get("Date") ?? "") || Date.now() });
  };
  return { ordered, effects, problem, order };
}
