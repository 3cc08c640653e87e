import type { RpcFrame } from "@deskfleet/contracts";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { FrameLedger } from "../sessions/frame-ledger.ts";
import { deliverFrame } from "./deliver-frame.ts";
import { guardedSession } from "./pictures/testing.ts";

const screen = { width: 64, height: 40 };
const { session } = guardedSession({ screen });
const rpcFrame = (changes: Partial<RpcFrame> = {}): RpcFrame => ({
  frameId: "f1",
  format: "png",
  width: 64,
  height: 40,
  scale: 1,
  region: { x: 0, y: 0, width: 64, height: 40 },
  unchanged: false,
  secureRegions: [],
  ...changes,
});
const png = () =>
  sharp({ create: { ...screen, channels: 3, background: "red" } })
    .png()
    .toBuffer();

describe("frames", () => {
  it.each([
    ["a region beyond the screen", rpcFrame({ region: { x: 1, y: 0, width: 64, height: 40 } })],
    ["a negative region", rpcFrame({ region: { x: -1, y: 0, width: 64, height: 40 } })],
    ["no pixels", rpcFrame({ width: 0 })],
    ["an empty region", rpcFrame({ region: { x: 0, y: 0, width: 0, height: 40 } })],
    [
      "another size than the picture has, with something to hide",
      rpcFrame({ width: 63, secureRegions: [{ kind: "password", x: 0, y: 0, width: 9, height: 9 }] }),
    ],
  ])("with %s are withheld and not remembered", async (_name, frame) => {
    const ledger = new FrameLedger().of("caller");
    await expect(deliverFrame(session, frame, await png(), ledger)).rejects.toMatchObject({
      code: "content.withheld",
    });
    expect(ledger.last()).toBeUndefined();
  });

  it.each([
    ["without bytes", rpcFrame(), null],
    ["that is no image", rpcFrame(), Buffer.from("<svg/>")],
    ["unchanged since one that was never sent", rpcFrame({ unchanged: true }), null],
  ])("%s are withheld", async (_name, frame, payload) => {
    const delivered = deliverFrame(session, frame, payload, new FrameLedger().of("caller"));
    await expect(delivered).rejects.toMatchObject({ code: "content.withheld" });
  });

  it("secure regions are filled: no pixel of them is left, whatever the executor drew", async () => {
    const secureRegions = [{ kind: "password", x: 10, y: 10, width: 20, height: 10 }];
    const { frame, payload } = await deliverFrame(
      session,
      rpcFrame({ secureRegions }),
      await png(),
      new FrameLedger().of("caller"),
    );
    expect(frame.masked).toEqual(secureRegions);
    const { data, info } = await sharp(payload!).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const red = (x: number, y: number) => data[(y * info.width + x) * info.channels];
    expect([red(9, 9), red(30, 20)]).toEqual([255, 255]);
    expect([red(10, 10), red(29, 19)].every((value) => value !== 255)).toBe(true);
  });
});
