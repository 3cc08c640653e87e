import { createHash } from "node:crypto";
import type { RpcFrame } from "@deskfleet/contracts";
import sharp from "sharp";
import type { FakeMachine } from "./fake-machine.ts";

export interface FakeFrameRequest {
  readonly format: "png" | "jpeg" | "webp";
  readonly quality: number;
  readonly scale: number;
  readonly region?: { x: number; y: number; width: number; height: number } | undefined;
  readonly ifChangedFrom?: string | undefined;
  readonly wholeScreen?: boolean | undefined;
}

/** The picture of a fake desktop: a flat colour per window. Its frame id changes when the picture was touched. */
export async function fakeFrame(
  machine: FakeMachine,
  request: FakeFrameRequest,
): Promise<{ frame: RpcFrame; payload: Buffer }> {
  const { format, quality, scale } = request;
  const region = request.region ?? { x: 0, y: 0, width: machine.kind.width, height: machine.kind.height };
  const width = Math.max(1, Math.round(region.width * scale));
  const height = Math.max(1, Math.round(region.height * scale));
  const what = JSON.stringify([machine.damage, format, quality, scale, region]);
  const frameId = createHash("sha256").update(what).digest("hex").slice(0, 16);
  const unchanged = request.ifChangedFrom === frameId;
  const { secureRegions } = machine;
  const whole = request.wholeScreen ? { wholeScreen: true } : {};
  const facts = { frameId, format, width, height, scale, region, unchanged, secureRegions, ...whole };
  if (unchanged) return { frame: facts, payload: Buffer.alloc(0) };
  const screen = { width: machine.kind.width, height: machine.kind.height, channels: 3 as const };
  if (request.wholeScreen)
    return { frame: facts, payload: await sharp(fakePixels(machine), { raw: screen }).png().toBuffer() };
  const image = sharp(fakePixels(machine), { raw: screen })
    .extract({ left: region.x, top: region.y, width: region.width, height: region.height })
    .resize(width, height, { fit: "fill" });
  return { frame: facts, payload: await image.toFormat(format, format === "png" ? {} : { quality }).toBuffer() };
}

/** RGB, row by row. */
export function fakePixels(machine: FakeMachine): Buffer {
  const { width, height } = machine.kind;
  const pixels = Buffer.alloc(width * height * 3, 0x30);
  for (const window of [...machine.windows].reverse()) {
    const shade = 0x60 + ((window.id * 37 + window.text.length * 11) % 0x90);
    for (let y = window.y; y < Math.min(window.y + window.height, height); y++)
      pixels.fill(shade, (y * width + window.x) * 3, (y * width + Math.min(window.x + window.width, width)) * 3);
  }
  return pixels;
}
