const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first try, the second … Eight tries in about 23 hours: a receiver may be away for a night. */
const DELAYS_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 14 * HOUR_MS] as const;
export const TRIES_MAX = DELAYS_MS.length + 1;

/** Milliseconds until the next try, up to a tenth more so that a receiver that comes back is not met by all at once; null: no more. */
export function retryDelayMs(tries: number, random: number): number | null {
  const delayMs = DELAYS_MS[tries - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + random / 10));
}
