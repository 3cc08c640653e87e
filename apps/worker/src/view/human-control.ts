import { FleetError, type JsonObject, type Principal } from "@deskfleet/contracts";
import type { LiveSession } from "../sessions/live-session.ts";

/** A dropped connection may come back within this time and still be the same turn. */
const GRACE_MS = 2_000;
const IDLE_MS = 5 * 60_000;

export type HandBackReason = "released" | "idle" | "session_ended";

/** One person's turn at the input of one session. */
export interface Turn {
  readonly session: LiveSession;
  readonly principal: Principal;
  /** Counts what the person did: presses, not releases or movement. */
  count(input: { readonly keys: number; readonly clicks: number }): void;
  /** The connection is gone; the turn ends unless the same person is back within the grace. */
  release(): void;
  /** Called when the turn is over for another reason than `release`. */
  onTaken: (reason: HandBackReason) => void;
}

interface Held extends Turn {
  keys: number;
  clicks: number;
  isConnected: boolean;
  timer: NodeJS.Timeout | undefined;
  readonly startedMs: number;
}

/**
 * Who holds the input of a session. Agents' changing actions get `session.human_control` (gate 9) while a person does.
 *
 * A turn: taken -> (disconnected -> back within the grace)* -> handed back: by closing, after five minutes without input,
 * or with the session. One turn at a time in a session; its beginning and end, with counts of keys and clicks, are audited.
 * Who has it is in the session's row before it is announced.
 */
export class HumanControl {
  readonly #turns = new Map<string, Held>();
  readonly #times: { readonly graceMs: number; readonly idleMs: number };

  constructor(times: { graceMs?: number; idleMs?: number } = {}) {
    this.#times = { graceMs: times.graceMs ?? GRACE_MS, idleMs: times.idleMs ?? IDLE_MS };
  }

  /** @throws FleetError `resource.conflict` while somebody holds it; `audit.unavailable`, `session.ended`: then nothing was taken */
  async take(session: LiveSession, principal: Principal): Promise<Turn> {
    const current = this.#turns.get(session.id);
    if (current !== undefined) {
      if (current.isConnected || current.principal.id !== principal.id)
        throw new FleetError("resource.conflict", "Somebody is in control of the session");
      current.isConnected = true;
      this.#arm(current);
      return current;
    }
    const turn = this.#create(session, principal);
    this.#turns.set(session.id, turn);
    session.controlledBy = principal; // before anything is awaited: the next agent's action already meets it
    session.notify();
    try {
      await session.services.audit.append(
        session.auditRecord({
          kind: "event",
          actor: actorOf(turn),
          action: "session.controlled",
          params: { state: "taken", name: principal.name },
        }),
      );
    } catch (error) {
      this.#forget(turn);
      void session.row.written(); // it may have been written meanwhile, for another reason
      throw error;
    }
    if (session.endSignal.aborted) {
      this.#end(turn, "session_ended"); // of an end that has been, nobody would tell it
      throw new FleetError("session.ended", "The session has ended");
    }
    announce(session, { state: "taken", principalId: principal.id, name: principal.name });
    session.endSignal.addEventListener("abort", () => this.#end(turn, "session_ended"), { once: true });
    this.#arm(turn);
    return turn;
  }

  #create(session: LiveSession, principal: Principal): Held {
    const turn: Held = {
      ...{ session, principal, keys: 0, clicks: 0, isConnected: true, timer: undefined },
      startedMs: session.services.now(),
      count: (input) => {
        turn.keys += input.keys;
        turn.clicks += input.clicks;
        session.recorder.touched();
        this.#arm(turn);
      },
      release: () => {
        turn.isConnected = false;
        this.#arm(turn);
      },
      onTaken: () => undefined,
    };
    return turn;
  }

  /** Starts the clock of what the turn waits for now: input while connected, the connection while not. */
  #arm(turn: Held): void {
    clearTimeout(turn.timer);
    if (this.#turns.get(turn.session.id) !== turn) return;
    const [ms, reason] = turn.isConnected
      ? ([this.#times.idleMs, "idle"] as const)
      : ([this.#times.graceMs, "released"] as const);
    turn.timer = setTimeout(() => this.#end(turn, reason), ms);
    turn.timer.unref();
  }

  #end(turn: Held, reason: HandBackReason): void {
    if (this.#turns.get(turn.session.id) !== turn) return;
    this.#forget(turn);
    turn.onTaken(reason);
    const { session, keys, clicks } = turn;
    const durationMs = session.services.now() - turn.startedMs;
    announce(session, { state: "handed_back", reason, keys, clicks });
    const params = { state: "handed_back", name: turn.principal.name, reason, keys, clicks };
    session.services.audit
      .append(
        session.auditRecord({ kind: "event", actor: actorOf(turn), action: "session.controlled", params, durationMs }),
      )
      .catch((error: unknown) =>
        session.services.log.error({ sessionId: session.id, keys, clicks, err: error }, "a hand-back was not recorded"),
      );
  }

  #forget(turn: Held): void {
    clearTimeout(turn.timer);
    this.#turns.delete(turn.session.id);
    turn.session.controlledBy = null;
    turn.session.notify();
  }
}

/** Once the row says who has the input. */
function announce(session: LiveSession, facts: JsonObject): void {
  void session.row.written().then(() => session.emit("session.controlled", facts));
}

/** A person at a keyboard, not a program with their key. */
const actorOf = ({ principal }: Turn): string => `person:${principal.id}`;
