import { createHash } from "node:crypto";
import { FleetError, type FrameInfo, type RpcFrame } from "@deskfleet/contracts";
import { maskFrame } from "@deskfleet/desktop";
import type { CallerFrames } from "../sessions/frame-ledger.ts";
import type { LiveSession } from "../sessions/live-session.ts";

export interface DeliveredFrame {
  readonly frame: FrameInfo;
  /** Null when nothing changed since the frame that the caller holds. */
  readonly payload: Buffer | null;
  /** Of the bytes that leave; null without bytes. */
  readonly sha256: string | null;
}

/**
 * Gate 8 on a frame: secure regions are filled on the worker's side, and only then is the frame remembered and answered.
 * @throws FleetError `content.withheld` when the frame could not be checked or does not fit the screen
 */
export async function deliverFrame(
  { screen }: Pick<LiveSession, "screen">,
  raw: RpcFrame,
  payload: Buffer | null,
  frames: CallerFrames,
): Promise<DeliveredFrame> {
  const { secureRegions: _regions, settledMs: _settled, ...facts } = raw;
  if (!fits(raw, screen)) throw new FleetError("content.withheld", "The desktop's frame does not fit its screen");
  if (raw.unchanged) {
    const known = frames.find(raw.frameId);
    if (payload !== null || known === undefined)
      throw new FleetError("content.withheld", "The desktop names a frame that it never sent");
    const frame = { ...known, unchanged: true };
    frames.add(frame);
    return { frame, payload: null, sha256: null };
  }
  if (payload === null) throw new FleetError("content.withheld", "The desktop sent a frame without its image");
  const clean = await mask(payload, raw);
  const frame: FrameInfo = { ...facts, masked: clean.masked };
  frames.add(frame);
  return { frame, payload: clean.payload, sha256: createHash("sha256").update(clean.payload).digest("hex") };
}

async function mask(payload: Buffer, raw: RpcFrame): ReturnType<typeof maskFrame> {
  try {
    return await maskFrame(payload, raw);
  } catch (cause) {
    throw new FleetError("content.withheld", "The frame could not be checked and is withheld", { cause });
  }
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
