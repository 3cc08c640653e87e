import type { Statistics } from "@deskfleet/contracts";

/** Of all the hours together. A cancelled task was a person's wish: it counts neither way. `rate` in percent, null of nothing. */
export function totalsOf(hours: Statistics["hours"]): { succeeded: number; ended: number; rate: number | null } {
  const sum = (name: "succeeded" | "failed") => hours.reduce((total, hour) => total + hour[name], 0);
  const succeeded = sum("succeeded");
  const ended = succeeded + sum("failed");
  // Rounded down: 99.7 is not all of them.
  return { succeeded, ended, rate: ended === 0 ? null : Math.floor((100 * succeeded) / ended) };
}
