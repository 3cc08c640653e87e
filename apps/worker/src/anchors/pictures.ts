import type { GreyFrame, Picture } from "@deskfleet/anchors";
import { FleetError, type FrameInfo } from "@deskfleet/contracts";
import sharp, { type Sharp } from "sharp";

/** More pixels than any picture that can be looked for: a small file that unfolds into gigabytes is refused undecoded. */
const PICTURE_PIXELS_MAX = 1_048_576;
const PNG = "89504e470d0a1a0a";
/** Letters of a screen are small for the reader: it was trained on print. */
export const SCALE = 2;

/** @throws FleetError `request.invalid`: not a PNG, damaged, or with more pixels than can be looked for */
export async function decodeAnchor(png: string): Promise<Picture> {
  const bytes = Buffer.from(png, "base64");
  // Anything else would be another decoder, on bytes that a stranger wrote.
  if (bytes.subarray(0, 8).toString("hex") !== PNG) throw invalid("it is no PNG");
  try {
    const image = sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: "warning", pages: 1 });
    // 16 bits, palettes and grey become the same four channels.
    return await pixels(image.toColourspace("srgb").ensureAlpha(), 4);
  } catch (cause) {
    throw invalid(`it is damaged or has more than ${PICTURE_PIXELS_MAX} pixels`, cause);
  }
}

/** @throws FleetError `content.withheld`: gate 8 let through what is no image of this size */
export async function decodeFrame(
  payload: Buffer,
  { width, height }: Pick<FrameInfo, "width" | "height">,
): Promise<Picture> {
  try {
    const image = sharp(payload, { limitInputPixels: width * height, failOn: "error", pages: 1 });
    const picture = await pixels(image.toColourspace("srgb").removeAlpha(), 3);
    if (picture.width === width && picture.height === height) return picture;
  } catch (cause) {
    throw withheld(cause);
  }
  throw withheld();
}

async function pixels<C extends 3 | 4>(image: Sharp, channels: C): Promise<Picture> {
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  if (info.channels !== channels) throw new Error(`${info.channels} channels instead of ${channels}`);
  return { width: info.width, height: info.height, channels, data };
}

export async function greyOf({ data, width, height, channels }: Picture): Promise<GreyFrame> {
  const grey = await sharp(data, { raw: { width, height, channels } }).greyscale().raw({ depth: "uchar" }).toBuffer();
  return { width, height, data: grey };
}

/** Grey levels as a file for the reader, enlarged. The format is a header before the raw samples: nothing to compress. */
export async function readable({ data, width, height }: GreyFrame): Promise<Buffer> {
  const enlarged = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ width: width * SCALE, height: height * SCALE, kernel: "cubic" })
    .greyscale()
    .raw({ depth: "uchar" })
    .toBuffer();
  return Buffer.concat([Buffer.from(`P5\n${width * SCALE} ${height * SCALE}\n255\n`), enlarged]);
}

function invalid(reason: string, cause?: unknown): FleetError {
  const detail = `The picture to look for cannot be read: ${reason}`;
  return new FleetError("request.invalid", detail, {
    ...{ cause, faults: [{ path: "/image/png", message: "a PNG of the part of the screen to look for, in base64" }] },
  });
}

function withheld(cause?: unknown): FleetError {
  return new FleetError("content.withheld", "The frame could not be read and is withheld", { cause });
}
