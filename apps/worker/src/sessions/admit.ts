import type { Evaluation } from "@deskfleet/contracts";
import type { LiveSession } from "./live-session.ts";

const RATE_WINDOW_MS = 1_000;

/** In the same turn as the verdict, so that calls side by side cannot share one free place. Gate 7 does not count R0. */
export function admit(session: LiveSession, { risk }: Evaluation, nowMs: number): void {
  if (risk === "R0_READ") return;
  session.recentActionsMs = [...session.recentActionsMs.filter((atMs) => nowMs - atMs < RATE_WINDOW_MS), nowMs];
}
