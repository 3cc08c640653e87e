import { allow, deny, type Gate } from "./gate-type.ts";

const WINDOW_MS = 1_000;

/**
 * Gate 7: a sliding window over the session's admitted actions, and a halt after failures in a row. Reads (R0) change
 * nothing and are neither counted nor held up, so that waiting for a window does not starve the work itself.
 */
export const rateGate: Gate = ({ action, context, policy, risk }) => {
  if (!action.tool.isReadOnly && context.failuresInRow >= policy.failuresInRow.value)
    return deny(
      "session.paused",
      "too many failures in a row; a person has to resume the session",
      policy.failuresInRow.layer,
    );
  if (risk === "R0_READ") return allow("rate.uncounted", "reads are not counted");
  const limit = policy.actionsPerSecond;
  const recent = context.recentActionsMs.filter((atMs) => context.nowMs - atMs < WINDOW_MS).toSorted((a, b) => a - b);
  if (recent.length < limit.value) return allow("rate.within", "within the rate limit", limit.layer);
  // The slot that frees up first is that of the action `limit` places back.
  const freeing = recent[recent.length - limit.value] as number;
  return {
    outcome: "wait",
    code: "rate.exceeded",
    reason: `more than ${limit.value} actions within a second`,
    layer: limit.layer,
    retryAfterMs: Math.max(1, Math.ceil(freeing + WINDOW_MS - context.nowMs)),
  };
};
