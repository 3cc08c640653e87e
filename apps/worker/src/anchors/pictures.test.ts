import type { FrameInfo } from "@deskfleet/contracts";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it, vi } from "vitest";
import { decodeAnchor, decodeFrame, greyOf, readable } from "./pictures.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

const SIZE = { width: 12, height: 9 };
/** Opaque; grey, so that all formats can hold it. */
const LEVELS = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) => (at * 7) % 256);
const grey = () => sharp(LEVELS, { raw: { ...SIZE, channels: 1 } });
const rgb = () => grey().toColourspace("srgb");
const base64 = async (image: Sharp) => (await image.png().toBuffer()).toString("base64");
const frameOf = (size: { width: number; height: number }) => size as FrameInfo;

describe("a picture to look for is refused when it", () => {
  it.each([
    ["is text", async () => Buffer.from("not a picture").toString("base64")],
    ["is a JPEG", async () => (await rgb().jpeg().toBuffer()).toString("base64")],
    [
      "is an SVG",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString("base64"),
    ],
    ["breaks off", async () => (await rgb().png().toBuffer()).subarray(0, 70).toString("base64")],
    [
      "unfolds into many pixels",
      async () => base64(sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: "black" } })),
    ],
  ])("%s", async (_name, make) => {
    await expect(decodeAnchor(await make())).rejects.toMatchObject({
      code: "request.invalid",
      faults: [{ path: "/image/png" }],
    });
  });
});

describe("a picture to look for is read as eight bits of red, green, blue and alpha, be it", () => {
  const same = Uint8Array.from(Array.from(LEVELS).flatMap((level) => [level, level, level, 255]));
  it.each([
    ["in colour", () => rgb().png()],
    ["grey", () => grey().toColourspace("b-w").png()],
    ["of a palette", () => rgb().png({ palette: true, colours: 256, dither: 0, quality: 100 })],
    ["of 16 bits", () => rgb().toColourspace("rgb16").png()],
    ["interlaced", () => rgb().png({ progressive: true })],
    ["with alpha", () => rgb().ensureAlpha().png()],
  ])("%s", async (_name, make) => {
    const picture = await decodeAnchor((await make().toBuffer()).toString("base64"));
    expect({ ...picture, data: Uint8Array.from(picture.data) }).toEqual({ ...SIZE, channels: 4, data: same });
  });
});

describe("a frame", () => {
  it("is read as red, green and blue", async () => {
    const picture = await decodeFrame(await rgb().ensureAlpha().png().toBuffer(), frameOf(SIZE));
    expect(picture).toMatchObject({ ...SIZE, channels: 3 });
    expect([...picture.data.subarray(0, 6)]).toEqual([0, 0, 0, 7, 7, 7]);
  });

  it.each([
    ["larger than it says", { width: 11, height: 9 }],
    ["smaller than it says", { width: 12, height: 10 }],
  ])("is withheld when it is %s", async (_name, size) => {
    await expect(decodeFrame(await rgb().png().toBuffer(), frameOf(size))).rejects.toMatchObject({
      code: "content.withheld",
    });
  });

  it("is handed to the reader row by row, twice as large, grey", async () => {
    const picture = await decodeFrame(await rgb().png().toBuffer(), frameOf(SIZE));
    const file = await readable(await greyOf(picture));
    const header = "P5\n24 18\n255\n";
    expect(file.subarray(0, header.length).toString()).toBe(header);
    expect(file).toHaveLength(header.length + 24 * 18);
  });
});
