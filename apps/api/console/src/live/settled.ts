import type { EventType, FleetEvent } from "@deskfleet/contracts";

/** A session tells what happens to it at once, and then it is written down: a stop waits for no store. */
const TOLD_BEFORE_WRITTEN: ReadonlySet<EventType> = new Set([
  ...(["session.started", "session.paused", "session.resumed", "session.controlled", "session.stopped"] as const),
  "session.ended",
]);
const WRITTEN_MS = 1_500;

/** A listener that hears such an event again when what it tells of can be read. @returns it, and what ends it */
export function untilWritten(listener: (event: FleetEvent) => void): { listen(event: FleetEvent): void; end(): void } {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  return {
    listen: (event) => {
      listener(event);
      if (!TOLD_BEFORE_WRITTEN.has(event.type)) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        listener(event);
      }, WRITTEN_MS);
      timers.add(timer);
    },
    end: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
