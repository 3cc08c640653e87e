import type { Picture } from "@deskfleet/anchors";
import { FleetError, type FrameInfo, type RpcFrame } from "@deskfleet/contracts";
import { encodeFrame, fillRectangles, isPicture, rectanglesInFrame } from "@deskfleet/desktop";
import sharp from "sharp";
import { decodeFrame } from "../../anchors/pictures.ts";

type Size = { readonly width: number; readonly height: number };

/** The whole screen that came for a frame, pixels of its own. */
export interface WholeScreen {
  readonly picture: Picture & { readonly data: Buffer };
  /** As it came, where the frame that was asked for is nothing else. */
  readonly payload: Buffer | null;
}

/**
 * Text is judged by what stands around it and read at its own size, so a frame is made here from the whole screen instead of being
 * read as a part of it, or smaller.
 * @throws FleetError `content.withheld`: it is no picture of the whole screen
 */
export async function decodeScreen(payload: Buffer, raw: RpcFrame, screen: Size): Promise<WholeScreen> {
  const isFrame = isWhole(raw, screen);
  const format = raw.wholeScreen ? "png" : raw.format;
  if ((!raw.wholeScreen && !isFrame) || !isPicture(payload, format)) throw withheld();
  // Frames are made no larger than what they show: that would be memory without end.
  if (raw.width > raw.region.width || raw.height > raw.region.height) throw withheld();
  const { data, ...picture } = await decodeFrame(payload, screen);
  return {
    picture: { ...picture, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) },
    payload: isFrame && raw.format === format ? payload : null,
  };
}

/** Fills parts of the screen, in its pixels, and makes the frame. @throws FleetError `content.withheld` */
export async function makeFrame(
  { picture, payload }: WholeScreen,
  masks: RpcFrame["secureRegions"],
  raw: RpcFrame,
  screen: Size,
): Promise<{ readonly payload: Buffer; readonly masked: FrameInfo["masked"] }> {
  const masked = rectanglesInFrame(masks, raw);
  if (payload !== null && masked.length === 0) return { payload, masked };
  const { data, width, height, channels } = picture;
  fillRectangles(picture, rectanglesInFrame(masks, { ...screen, region: { x: 0, y: 0, ...screen } }));
  const { x: left, y: top, ...size } = raw.region;
  try {
    const part = sharp(data, { raw: { width, height, channels } }).extract({ left, top, ...size });
    const isScaled = raw.width !== size.width || raw.height !== size.height;
    if (isScaled) part.resize(raw.width, raw.height, { fit: "fill" });
    return { payload: await encodeFrame(part, raw.format), masked };
  } catch (cause) {
    throw withheld(cause);
  }
}

function isWhole({ region, width, height }: RpcFrame, screen: Size): boolean {
  return (
    region.x === 0 &&
    region.y === 0 &&
    [region, { width, height }].every((size) => size.width === screen.width && size.height === screen.height)
  );
}

function withheld(cause?: unknown): FleetError {
  return new FleetError("content.withheld", "The desktop's frame is not its whole screen", { cause });
}
