import { FleetError } from "@deskfleet/contracts";
import type { LiveSession } from "../sessions/live-session.ts";
import {
  type Anchor,
  type AnchorSearch,
  type AnchorView,
  type Captured,
  lookForAnchor,
  prepareAnchor,
} from "./look-for-anchor.ts";
import { decodeFrame } from "./pictures.ts";
import { ScreenReader } from "./screen-reader.ts";

/** What was read of a session's screen serves its next search. */
const readers = new WeakMap<LiveSession, ScreenReader>();

/** The search of one anchor on one session's screen. @throws as `prepareAnchor` */
export async function searchFor(session: LiveSession, anchor: Anchor): Promise<AnchorSearch> {
  const engine = session.services.anchors;
  const reader = readers.get(session) ?? new ScreenReader(engine);
  readers.set(session, reader);
  return prepareAnchor(anchor, { engine, reader });
}

/**
 * Where the anchor is now, at how many places, and what resembles it: one capture, for conditions that count or deny. A text
 * that was looked for before costs little: only what changed on the screen is read again.
 * @throws FleetError as `resolveAnchor`, without AnchorError: nothing found is an answer
 */
export async function viewAnchor(
  session: LiveSession,
  anchor: Anchor,
  capture: (ifChangedFrom: string | null) => Promise<Captured>,
): Promise<AnchorView> {
  const search = await searchFor(session, anchor);
  const { frame, payload } = await capture(null);
  if (payload === null) throw new FleetError("content.withheld", "The desktop sent a frame without its image");
  return lookForAnchor(search, { frame, payload, picture: await decodeFrame(payload, frame) });
}
