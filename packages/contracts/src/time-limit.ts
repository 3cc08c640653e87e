export interface TimeLimit {
  /** Aborts with a `TimeoutError`, or as the first of the given signals does. */
  readonly signal: AbortSignal;
  /** To be called when what it limits has ended. */
  clear(): void;
}

/**
 * Limits work to so many milliseconds. `AbortSignal.any` over `AbortSignal.timeout` would be shorter, but Node 20 can collect a timeout
 * that only `any` knows as garbage, and then it never fires.
 */
export function timeLimit(ms: number, ...signals: readonly AbortSignal[]): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("the time is over", "TimeoutError")), ms);
  const stops = signals.map((signal) => {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
