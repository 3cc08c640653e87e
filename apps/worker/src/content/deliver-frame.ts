import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type ContentPictures, FleetError, type FrameInfo, type RpcFrame } from "@deskfleet/contracts";
import { maskFrame } from "@deskfleet/desktop";
import { recordFrame } from "../sessions/executor-control.ts";
import type { CallerFrames } from "../sessions/frame-ledger.ts";
import { type GuardedSession, guardOf } from "./pictures/screen-guard.ts";

export interface DeliveredFrame {
  readonly frame: FrameInfo;
  /** Null when nothing changed since the frame that the caller holds. */
  readonly payload: Buffer | null;
  /** Of the bytes that leave; null without bytes. */
  readonly sha256: string | null;
}

/**
 * Gate 8 on a frame: secure regions are filled on the worker's side, and so is, by `pictures`, what can be read on it and must not
 * leave; only then is the frame remembered and answered.
 * @throws FleetError `content.withheld` when the frame could not be checked or does not fit the screen
 */
export async function deliverFrame(
  session: GuardedSession,
  raw: RpcFrame,
  payload: Buffer | null,
  frames: CallerFrames,
  pictures: ContentPictures = session.policy.contentPictures.value,
): Promise<DeliveredFrame> {
  if (!fits(raw, session.screen)) throw withheld("The desktop's frame does not fit its screen");
  if (raw.unchanged) {
    const known = frames.find(raw.frameId);
    if (payload !== null || known === undefined) throw withheld("The desktop names a frame that it never sent");
    return pictures === "fields" ? unchanged(known, frames) : deliverAgain(session, known, frames, pictures);
  }
  if (payload === null) throw withheld("The desktop sent a frame without its image");
  // A policy that was loosened meanwhile still got the whole screen.
  if (pictures !== "fields" || raw.wholeScreen)
    return deliverRead(session, raw, payload, frames, pictures === "fields" ? "hold" : pictures);
  const clean = await checked(() => maskFrame(payload, raw));
  return answer(infoOf(raw, clean.masked), clean.payload, frames);
}

/** The frame that a caller names looks as it did; what it was shown of it may have been less than it may see now, or more. */
async function deliverAgain(
  session: GuardedSession,
  known: FrameInfo,
  frames: CallerFrames,
  pictures: Exclude<ContentPictures, "fields">,
): Promise<DeliveredFrame> {
  const guard = guardOf(session);
  const held = frames.held(known.frameId);
  const { rules } = session.content;
  if (held !== undefined && guard.isCurrent(held, rules)) {
    const same = unchanged(held, frames);
    guard.delivered(same.frame, rules);
    return same;
  }
  const { frame: now, payload } = await recordFrame(session.desktop.executor, null);
  if (payload === null) throw withheld("The desktop sent a frame without its image");
  const raw: RpcFrame = { ...known, unchanged: false, wholeScreen: true, secureRegions: now.secureRegions };
  const again = await deliverRead(session, raw, payload, frames, pictures);
  return held !== undefined && isDeepStrictEqual(held.masked, again.frame.masked)
    ? { frame: { ...again.frame, unchanged: true }, payload: null, sha256: null }
    : again;
}

async function deliverRead(
  session: GuardedSession,
  raw: RpcFrame,
  payload: Buffer,
  frames: CallerFrames,
  pictures: Exclude<ContentPictures, "fields">,
): Promise<DeliveredFrame> {
  const guard = guardOf(session);
  const clean = await checked(() => guard.mask(session, raw, payload, pictures));
  const frame = infoOf(raw, clean.masked);
  guard.delivered(frame, clean.rules);
  return answer(frame, clean.payload, frames);
}

function infoOf(raw: RpcFrame, masked: FrameInfo["masked"]): FrameInfo {
  const { frameId, format, width, height, scale, region, unchanged: isUnchanged } = raw;
  return { frameId, format, width, height, scale, region, unchanged: isUnchanged, masked };
}

function answer(frame: FrameInfo, payload: Buffer, frames: CallerFrames): DeliveredFrame {
  frames.add(frame);
  return { frame, payload, sha256: createHash("sha256").update(payload).digest("hex") };
}

function unchanged(known: FrameInfo, frames: CallerFrames): DeliveredFrame {
  const frame = { ...known, unchanged: true };
  frames.add(frame);
  return { frame, payload: null, sha256: null };
}

async function checked<T>(mask: () => Promise<T>): Promise<T> {
  try {
    return await mask();
  } catch (cause) {
    throw withheld("The frame could not be checked and is withheld", cause);
  }
}

function withheld(detail: string, cause?: unknown): FleetError {
  return new FleetError("content.withheld", detail, { cause });
}

/** Later coordinates are computed from these numbers, so a frame that lies about itself is not taken. */
function fits({ width, height, region }: RpcFrame, screen: { width: number; height: number }): boolean {
  return (
    width >= 1 &&
    height >= 1 &&
    region.x >= 0 &&
    region.y >= 0 &&
    region.width >= 1 &&
    region.height >= 1 &&
    region.x + region.width <= screen.width &&
    region.y + region.height <= screen.height
  );
}
