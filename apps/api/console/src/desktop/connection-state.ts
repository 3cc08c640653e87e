import type { ViewMode, ViewPictures } from "@deskfleet/contracts";

/**
 *   connecting -> live -> reconnecting -> live …
 *   any of them -> ended (the session is over), failed (no right to see it) or signed-out (no cookie is good for it)
 */
export type ConnectionPhase = "connecting" | "live" | "reconnecting" | "ended" | "failed" | "signed-out";

export interface ConnectionState {
  readonly phase: ConnectionPhase;
  readonly mode: ViewMode;
  /** What the server says that it shows; null: nothing yet. */
  readonly pictures: ViewPictures | null;
  /** For people. */
  readonly says: string;
}
