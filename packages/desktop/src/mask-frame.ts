import { FleetError, type FrameInfo, type RpcFrame } from "@deskfleet/contracts";
import sharp from "sharp";

export interface MaskedFrame {
  readonly payload: Buffer;
  /** Pixels of the frame. */
  readonly masked: FrameInfo["masked"];
}

/** Flat dark grey: what was under it cannot be had back, as it can from blur or pixelation. */
const FILL = 0x28;
const OPAQUE = 0xff;
const QUALITY = 80;
/** First bytes by format. Anything else (SVG, say) would be another decoder, on bytes that a hostile desktop wrote. */
const MAGIC: Record<RpcFrame["format"], (payload: Buffer) => boolean> = {
  png: (payload) => payload.subarray(0, 8).toString("hex") === "89504e470d0a1a0a",
  jpeg: (payload) => payload.subarray(0, 3).toString("hex") === "ffd8ff",
  webp: (payload) => payload.toString("latin1", 0, 4) === "RIFF" && payload.toString("latin1", 8, 12) === "WEBP",
};

/**
 * Fills the frame's secure regions on the worker's side and encodes it again in the same format. Without a region in the
 * picture the bytes stay as they came.
 * @throws FleetError `content.withheld` when the image is not what the frame says: unread means unseen
 */
export async function maskFrame(payload: Buffer, frame: RpcFrame): Promise<MaskedFrame> {
  if (payload.length === 0) return { payload, masked: [] };
  const sizes = [frame.width, frame.height, frame.region.width, frame.region.height];
  if (!MAGIC[frame.format](payload) || sizes.some((size) => size < 1)) throw withheld();
  const masked = maskedRectangles(frame);
  if (masked.length === 0) return { payload, masked };
  try {
    return { payload: await fill(payload, frame, masked), masked };
  } catch (cause) {
    throw cause instanceof FleetError ? cause : withheld(cause);
  }
}

/** Secure regions are device pixels of the screen: moved and scaled into the frame, rounded outward, cut at its edges. */
function maskedRectangles(frame: RpcFrame): FrameInfo["masked"] {
  const { region, width, height } = frame;
  const scaleX = width / region.width;
  const scaleY = height / region.height;
  // A scaled picture mixes neighbouring pixels: one more on each side.
  const margin = scaleX === 1 && scaleY === 1 ? 0 : 1;
  return frame.secureRegions.flatMap((secure) => {
    const left = clamp(Math.floor((secure.x - region.x) * scaleX) - margin, width);
    const top = clamp(Math.floor((secure.y - region.y) * scaleY) - margin, height);
    const right = clamp(Math.ceil((secure.x + secure.width - region.x) * scaleX) + margin, width);
    const bottom = clamp(Math.ceil((secure.y + secure.height - region.y) * scaleY) + margin, height);
    const isVisible = secure.width > 0 && secure.height > 0 && right > left && bottom > top;
    return isVisible ? [{ kind: secure.kind, x: left, y: top, width: right - left, height: bottom - top }] : [];
  });
}

async function fill(payload: Buffer, frame: RpcFrame, masked: FrameInfo["masked"]): Promise<Buffer> {
  // No more pixels than announced: a small file that unfolds into gigabytes is refused before it is decoded.
  const image = sharp(payload, { limitInputPixels: frame.width * frame.height, failOn: "error", pages: 1 });
  const { data, info } = await image
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (width !== frame.width || height !== frame.height) throw withheld();
  const pixel = Buffer.alloc(channels, FILL);
  if (channels === 2 || channels === 4) pixel[channels - 1] = OPAQUE;
  for (const rectangle of masked)
    for (let y = rectangle.y; y < rectangle.y + rectangle.height; y++)
      data.fill(pixel, (y * width + rectangle.x) * channels, (y * width + rectangle.x + rectangle.width) * channels);
  const options = frame.format === "png" ? { compressionLevel: 6 } : { quality: QUALITY };
  return sharp(data, { raw: { width, height, channels } }).toFormat(frame.format, options).toBuffer();
}

function clamp(value: number, maximum: number): number {
  return Math.min(Math.max(value, 0), maximum);
}

function withheld(cause?: unknown): FleetError {
  return new FleetError("content.withheld", "The frame could not be checked and is withheld", { cause });
}
