/**
 * Calls `work` with all that was given since the last call, at once and then at most every `intervalMs`: a burst of events costs one
 * reading now and one afterwards.
 */
export function collect<T>(
  work: (given: ReadonlySet<T>) => void,
  intervalMs: number,
): { add(item: T): void; cancel(): void } {
  let waiting = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    if (waiting.size === 0) return;
    const given = waiting;
    waiting = new Set();
    timer = setTimeout(flush, intervalMs);
    work(given);
  };
  return {
    add: (item) => {
      waiting.add(item);
      // What comes in one turn of the loop belongs together.
      timer ??= setTimeout(flush, 0);
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      waiting.clear();
    },
  };
}
