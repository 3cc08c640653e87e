import type { RpcFrame } from "@deskfleet/contracts";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { maskFrame } from "./mask-frame.ts";

const WHITE = 255;

async function picture(format: RpcFrame["format"], width: number, height: number, channels: 3 | 4 = 3) {
  const pixels = Buffer.alloc(width * height * channels, WHITE);
  return sharp(pixels, { raw: { width, height, channels } }).toFormat(format).toBuffer();
}

function frameOf(facts: Partial<RpcFrame>): RpcFrame {
  const region = facts.region ?? { x: 0, y: 0, width: 200, height: 100 };
  const scale = facts.scale ?? 1;
  return {
    frameId: "f",
    format: "png",
    width: Math.round(region.width * scale),
    height: Math.round(region.height * scale),
    scale,
    region,
    unchanged: false,
    secureRegions: [],
    ...facts,
  };
}

const password = (x: number, y: number, width: number, height: number) => ({ kind: "password", x, y, width, height });

/** The smallest rectangle that holds every pixel that is no longer white. */
async function darkened(payload: Buffer) {
  const { data, info } = await sharp(payload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if ((data[(y * info.width + x) * info.channels] ?? 0) < 128) {
        left = Math.min(left, x);
        top = Math.min(top, y);
        right = Math.max(right, x + 1);
        bottom = Math.max(bottom, y + 1);
      }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

describe("masking a frame", () => {
  it.each(["png", "jpeg", "webp"] as const)("fills a password field in a %s and says where", async (format) => {
    const frame = frameOf({ format, secureRegions: [password(40, 20, 64, 32)] });
    const { payload, masked } = await maskFrame(await picture(format, 200, 100), frame);
    expect(masked).toEqual([password(40, 20, 64, 32)]);
    const dark = await darkened(payload);
    expect(dark).toMatchObject({ x: expect.closeTo(40, -0.5), y: expect.closeTo(20, -0.5) });
    expect((await sharp(payload).metadata()).format).toBe(format);
    if (format === "png") expect(dark).toEqual({ x: 40, y: 20, width: 64, height: 32 });
  });

  it.each([
    [
      "moved by the region",
      { region: { x: 100, y: 50, width: 200, height: 100 } },
      password(110, 60, 20, 10),
      [10, 10, 20, 10],
    ],
    ["scaled, rounded outward with a margin", { scale: 0.3 }, password(11, 11, 10, 10), [2, 2, 6, 6]],
    ["cut at the frame's edges", {}, password(-10, 90, 1_000, 1_000), [0, 90, 200, 10]],
    ["the whole frame", {}, password(0, 0, 200, 100), [0, 0, 200, 100]],
    ["one pixel in the last corner", {}, password(199, 99, 1, 1), [199, 99, 1, 1]],
  ] as const)("maps a region %s", async (_name, facts, secure, [x, y, width, height]) => {
    const frame = frameOf({ ...facts, secureRegions: [secure] });
    const { payload, masked } = await maskFrame(await picture("png", frame.width, frame.height), frame);
    expect(masked).toEqual([{ kind: "password", x, y, width, height }]);
    expect(await darkened(payload)).toEqual({ x, y, width, height });
  });

  it.each([
    ["no region", []],
    ["a region beside the frame", [password(200, 0, 10, 10)]],
    ["a region of no size", [password(10, 10, 0, 10)]],
  ])("leaves the bytes as they came with %s", async (_name, secureRegions) => {
    const original = await picture("png", 200, 100);
    const { payload, masked } = await maskFrame(original, frameOf({ secureRegions }));
    expect(payload).toBe(original);
    expect(masked).toEqual([]);
  });

  it("keeps a picture with transparency opaque where it is masked", async () => {
    const frame = frameOf({ secureRegions: [password(0, 0, 10, 10)] });
    const { payload } = await maskFrame(await picture("png", 200, 100, 4), frame);
    const { data } = await sharp(payload).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([0x28, 0x28, 0x28, 0xff]);
  });

  it("has nothing to mask in an unchanged frame", async () => {
    const frame = frameOf({ unchanged: true, secureRegions: [password(0, 0, 10, 10)] });
    expect(await maskFrame(Buffer.alloc(0), frame)).toEqual({ payload: Buffer.alloc(0), masked: [] });
  });

  it("withholds a frame whose region has no size, instead of scaling by infinity", async () => {
    const region = { x: 0, y: 0, width: 0, height: 0 };
    const frame = frameOf({ region, width: 200, height: 100, secureRegions: [password(0, 0, 10, 10)] });
    await expect(maskFrame(await picture("png", 200, 100), frame)).rejects.toMatchObject({ code: "content.withheld" });
  });

  it.each([
    ["is not an image", async () => Buffer.from("not an image")],
    ["is of another format", () => picture("jpeg", 200, 100)],
    ["is an SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"/>')],
    ["is larger than announced", () => picture("png", 300, 300)],
    ["is smaller than announced", () => picture("png", 20, 20)],
    ["breaks off", async () => (await picture("png", 200, 100)).subarray(0, 60)],
  ])("withholds a picture that %s", async (_name, make) => {
    const frame = frameOf({ secureRegions: [password(0, 0, 10, 10)] });
    await expect(maskFrame(await make(), frame)).rejects.toMatchObject({ code: "content.withheld" });
  });
});
