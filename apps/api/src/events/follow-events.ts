import type { EventType, FleetEvent, Principal } from "@deskfleet/contracts";
import { type Database, eventsAfter, findPrincipal } from "@deskfleet/store";
import type { EventHub } from "./event-hub.ts";

export interface Followed {
  readonly database: Database;
  readonly events: EventHub;
  readonly principal: Principal;
  readonly filters: {
    readonly taskId?: string;
    readonly batchId?: string;
    readonly sessionId?: string;
    readonly types?: readonly EventType[];
  };
  /** Cursor of the last event that the client has. */
  readonly afterId: string;
  readonly signal: AbortSignal;
}

const PAGE = 500;
const HEARTBEAT_MS = 15_000;
/**
 * An event is readable only once every older transaction has ended, which may be after its signal. So a wake is followed by
 * looks at 50, 100, 200 … ms; at rest one look per heartbeat is left.
 */
const RECHECK_MS_MIN = 50;

/** Events in order and without gaps, as they commit; null is a heartbeat. Ends when aborted or when the key was revoked. */
export async function* followEvents(followed: Followed): AsyncGenerator<FleetEvent | null> {
  const { database, events, principal, filters, signal } = followed;
  const waiter = new Waiter(signal);
  const unsubscribe = events.subscribe(principal.tenantId, () => waiter.wake());
  let afterId = followed.afterId;
  let recheckMs = RECHECK_MS_MIN;
  let lastSentMs = performance.now();
  try {
    while (!signal.aborted) {
      waiter.reset();
      const page = await database.tenant(principal.tenantId, (tx) =>
        eventsAfter(tx, { ...filters, afterId, limit: PAGE }),
      );
      for (const event of page) {
        yield event;
        afterId = event.id;
      }
      if (page.length > 0) lastSentMs = performance.now();
      if (page.length === PAGE) continue;
      const untilHeartbeatMs = Math.max(0, lastSentMs + HEARTBEAT_MS - performance.now());
      const isWoken = await waiter.wait(Math.min(recheckMs, untilHeartbeatMs));
      recheckMs = isWoken ? RECHECK_MS_MIN : Math.min(recheckMs * 2, HEARTBEAT_MS);
      if (performance.now() - lastSentMs < HEARTBEAT_MS) continue;
      if ((await database.system((tx) => findPrincipal(tx, principal.id))) === null) return;
      yield null;
      lastSentMs = performance.now();
    }
  } finally {
    unsubscribe();
  }
}

/** Remembers a wake that comes while nobody waits. */
class Waiter {
  #isWoken = false;
  #resolve: (() => void) | null = null;

  constructor(signal: AbortSignal) {
    signal.addEventListener("abort", () => this.wake(), { once: true });
  }

  wake(): void {
    this.#isWoken = true;
    this.#resolve?.();
  }

  reset(): void {
    this.#isWoken = false;
  }

  /** Whether it was woken, now or since `reset`, before `timeoutMs` passed. */
  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#resolve = null;
    return this.#isWoken;
  }
}
