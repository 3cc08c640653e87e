import sharp from "sharp";
import type { AuditPicture } from "./audit-model.ts";

/** Pixels. */
const FRAME_WIDTH = 1_280;
const CROP_SIDE = 512;
const FRAME_QUALITY = 80;

export interface ModelPicture {
  readonly mime: "image/jpeg" | "image/png";
  readonly image: Buffer;
}
export interface ModelPictures {
  /** 1280 pixels wide. */
  readonly frame: ModelPicture;
  /** 512 × 512 around the target, as sharp as the screen is. */
  readonly crop: ModelPicture | null;
  /** In pixels of `frame`. */
  readonly target: { readonly x: number; readonly y: number } | null;
}

/** What a model sees of a frame. Rejects when the frame is no picture. */
export async function modelPictures(picture: AuditPicture): Promise<ModelPictures> {
  const { width, target } = picture;
  const scale = FRAME_WIDTH / width;
  const [frame, crop] = await Promise.all([
    sharp(picture.image).resize({ width: FRAME_WIDTH }).jpeg({ quality: FRAME_QUALITY }).toBuffer(),
    target === null ? null : cropAt(picture, target),
  ]);
  return {
    frame: { mime: "image/jpeg", image: frame },
    crop: crop && { mime: "image/png", image: crop },
    target: target && { x: Math.round(target.x * scale), y: Math.round(target.y * scale) },
  };
}

/** At an edge the square moves inwards; a frame smaller than the square is filled up with black. */
function cropAt({ image, width, height }: AuditPicture, target: { x: number; y: number }): Promise<Buffer> {
  const across = span(target.x, width);
  const down = span(target.y, height);
  return sharp(image)
    .extract({ left: across.from, width: across.length, top: down.from, height: down.length })
    .extend({ right: CROP_SIDE - across.length, bottom: CROP_SIDE - down.length, background: "black" })
    .flatten({ background: "black" })
    .png()
    .toBuffer();
}

function span(at: number, all: number): { from: number; length: number } {
  const length = Math.min(CROP_SIDE, all);
  return { from: Math.round(Math.min(Math.max(at - CROP_SIDE / 2, 0), all - length)), length };
}
