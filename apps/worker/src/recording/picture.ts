import { createHash } from "node:crypto";
import { FleetError, type FrameInfo, type RecordedFrame } from "@deskfleet/contracts";
import sharp from "sharp";
import { deliverFrame } from "../content/deliver-frame.ts";
import type { GuardedSession } from "../content/pictures/screen-guard.ts";
import type { CallerFrames } from "../sessions/frame-ledger.ts";

/** The screen as gate 8 let it through. */
export interface Picture {
  readonly frameId: string;
  readonly width: number;
  readonly height: number;
  readonly masked: FrameInfo["masked"];
  /** RGB, row by row. */
  readonly pixels: Buffer;
  /** Of `pixels`. */
  readonly sha256: string;
}

/** Good enough to read text in, at the least work: PERFORMANCE.md has the numbers. */
const WEBP = { quality: 80, effort: 0 } as const;

/**
 * Gate 8, then the pixels; null: the screen shows what the frame showed that was asked about.
 * @throws FleetError `content.withheld` when the frame could not be checked: nothing of it is kept
 */
export async function readPicture(
  session: GuardedSession,
  { frame, payload }: Pick<RecordedFrame, "frame"> & { readonly payload: Buffer | null },
  frames: CallerFrames,
): Promise<Picture | null> {
  if (frame.width !== frame.region.width || frame.height !== frame.region.height)
    throw new FleetError("content.withheld", "The desktop's frame is not the screen as it is");
  const mode = session.policy.contentPictures.value === "fields" ? "fields" : "hold";
  const delivered = await deliverFrame(session, frame, payload, frames, mode);
  if (delivered.payload === null) return null;
  const { width, height, masked, frameId } = delivered.frame;
  const { data, info } = await sharp(delivered.payload, { limitInputPixels: width * height, failOn: "error", pages: 1 })
    .removeAlpha()
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  if (info.width !== width || info.height !== height || info.channels !== 3)
    throw new FleetError("content.withheld", "The desktop's picture has another size than it says");
  return { frameId, width, height, masked, pixels: data, sha256: createHash("sha256").update(data).digest("hex") };
}

/** Lossy WebP of a single VP8 chunk: the video is put together from these as they are. */
export function encodePicture({ pixels, width, height }: Picture): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp(WEBP)
    .toBuffer();
}
