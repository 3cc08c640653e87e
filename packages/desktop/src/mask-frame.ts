import { FleetError, type FrameInfo, type RpcFrame } from "@deskfleet/contracts";
import sharp, { type Sharp } from "sharp";

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
  if (!isPicture(payload, frame.format) || sizes.some((size) => size < 1)) throw withheld();
  const masked = rectanglesInFrame(frame.secureRegions, frame);
  if (masked.length === 0) return { payload, masked };
  try {
    return { payload: await fill(payload, frame, masked), masked };
  } catch (cause) {
    throw cause instanceof FleetError ? cause : withheld(cause);
  }
}

/** Whether the bytes begin as a picture of the format does. */
export const isPicture = (payload: Buffer, format: RpcFrame["format"]): boolean => MAGIC[format](payload);

/** Parts of the screen, in its device pixels, as parts of a frame: moved and scaled into it, rounded outward, cut at its edges. */
export function rectanglesInFrame(
  regions: RpcFrame["secureRegions"],
  { region, width, height }: Pick<RpcFrame, "region" | "width" | "height">,
): FrameInfo["masked"] {
  const scaleX = width / region.width;
  const scaleY = height / region.height;
  // A scaled picture mixes neighbouring pixels: one more on each side.
  const margin = scaleX === 1 && scaleY === 1 ? 0 : 1;
  return regions.flatMap((secure) => {
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
  fillRectangles({ data, width, channels }, masked);
  return encodeFrame(sharp(data, { raw: { width, height, channels } }), frame.format);
}

/** In place. Rectangles lie within the picture; `width` in pixels. */
export function fillRectangles(
  { data, width, channels }: { readonly data: Buffer; readonly width: number; readonly channels: number },
  rectangles: FrameInfo["masked"],
): void {
  const pixel = Buffer.alloc(channels, FILL);
  if (channels === 2 || channels === 4) pixel[channels - 1] = OPAQUE;
  for (const rectangle of rectangles)
    for (let y = rectangle.y; y < rectangle.y + rectangle.height; y++)
      data.fill(pixel, (y * width + rectangle.x) * channels, (y * width + rectangle.x + rectangle.width) * channels);
}

export function encodeFrame(image: Sharp, format: RpcFrame["format"]): Promise<Buffer> {
  return image.toFormat(format, format === "png" ? { compressionLevel: 6 } : { quality: QUALITY }).toBuffer();
}

function clamp(value: number, maximum: number): number {
  return Math.min(Math.max(value, 0), maximum);
}

function withheld(cause?: unknown): FleetError {
  return new FleetError("content.withheld", "The frame could not be checked and is withheld", { cause });
}
