import type { AuditRecord, FleetEvent } from "@deskfleet/contracts";

/** When a session stood still, as its worker said it. */
export interface Effect {
  readonly sessionId: string;
  /** Of the order that stopped it: `session`, `tenant` or `fleet`. */
  readonly scope: string;
  readonly at: string;
  /** From the order's arrival at the worker until the executor had confirmed; null: not said. */
  readonly effectMs: number | null;
  /** Whether the desktop itself answered; the worker refuses every further action in any case. */
  readonly isConfirmed: boolean;
}

/** Null for an event that is not about one session's stop. */
export function effectOfEvent({ type, sessionId, at, data }: FleetEvent): Effect | null {
  return type === "session.stopped" && sessionId !== null ? effect(sessionId, at, data) : null;
}

/** The same from the audit, where no event reaches this page: of another tenant's sessions, or while the stream is lost. */
export function effectOfRecord({ action, sessionId, at, params }: AuditRecord): Effect | null {
  return action === "session.stopped" && sessionId !== null ? effect(sessionId, at, params) : null;
}

const effect = (
  sessionId: string,
  at: string,
  { scope, effectMs, isConfirmed }: Readonly<Record<string, unknown>>,
): Effect => ({
  ...{ sessionId, at, scope: String(scope), isConfirmed: isConfirmed !== false },
  effectMs: typeof effectMs === "number" ? effectMs : null,
});

/** What was known, with what was heard: each session once, by what was heard of it first. */
export function withEffects(known: ReadonlyMap<string, Effect>, heard: readonly Effect[]): ReadonlyMap<string, Effect> {
  const fresh = heard.filter(({ sessionId }) => !known.has(sessionId));
  return fresh.length === 0 ? known : new Map([...known, ...fresh.map((each) => [each.sessionId, each] as const)]);
}

/** `2 of 3 sessions stopped, the slowest after 41 ms`. */
export function effectText(effects: readonly Effect[], expected: number): string {
  const total = Math.max(expected, effects.length);
  if (total === 0) return "No session was at work.";
  const slowest = Math.max(...effects.map(({ effectMs }) => effectMs ?? -1));
  const said = `${effects.length} of ${total} ${total === 1 ? "session" : "sessions"} stopped`;
  return slowest < 0 ? said : `${said}, the slowest after ${Math.round(slowest)} ms`;
}
