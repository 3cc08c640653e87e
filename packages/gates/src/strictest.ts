import { OUTCOMES, type Outcome } from "@deskfleet/contracts";

/** The strictest of some opinions (deny, ask, wait, allow); the earlier among equals; null for none. */
export function strictest<T extends { readonly outcome: Outcome }>(opinions: readonly T[]): T | null {
  let result: T | null = null;
  for (const opinion of opinions)
    if (result === null || OUTCOMES.indexOf(opinion.outcome) < OUTCOMES.indexOf(result.outcome)) result = opinion;
  return result;
}
