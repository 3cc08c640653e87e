import type { FrameInfo } from "@deskfleet/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameLedger, toScreen } from "./frame-ledger.ts";
import { mapCoordinates } from "./map-coordinates.ts";

const screen = { width: 1280, height: 800 };
const half = { width: 640, height: 400, region: { x: 0, y: 0, width: 1280, height: 800 } };
const corner = { width: 100, height: 50, region: { x: 1000, y: 700, width: 200, height: 100 } };
const frame = (frameId: string): FrameInfo => ({
  frameId,
  format: "png",
  scale: 0.5,
  unchanged: false,
  masked: [],
  ...half,
});

describe("coordinates", () => {
  it.each([
    ["a half-scale frame's first pixel", { x: 0, y: 0 }, half, { x: 1, y: 1 }],
    ["a half-scale frame's last pixel", { x: 639, y: 399 }, half, { x: 1279, y: 799 }],
    ["a region's first pixel", { x: 0, y: 0 }, corner, { x: 1001, y: 701 }],
    ["a region's last pixel", { x: 99, y: 49 }, corner, { x: 1199, y: 799 }],
  ])("%s is the device pixel in its middle", (_name, point, geometry, expected) => {
    expect(toScreen(point, geometry, screen)).toEqual(expected);
  });

  it.each([
    ["right of", { x: 640, y: 10 }, half],
    ["below", { x: 10, y: 400 }, half],
    ["right of a region whose neighbour is on the screen", { x: 100, y: 0 }, corner],
    ["above (negative)", { x: 0, y: -1 }, corner],
  ])("a point %s its frame is outside the screen too", (_name, point, geometry) => {
    const { x, y } = toScreen(point, geometry, screen);
    expect(x >= screen.width || y >= screen.height).toBe(true);
  });

  it("every pixel of a frame stays inside the frame's region", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1280 }),
        fc.integer({ min: 1, max: 1280 }),
        fc.integer({ min: 0, max: 4_000 }),
        fc.nat(),
        (frameWidth, regionWidth, left, seed) => {
          const geometry = { width: frameWidth, height: 1, region: { x: left, y: 0, width: regionWidth, height: 1 } };
          const { x } = toScreen({ x: seed % frameWidth, y: 0 }, geometry, screen);
          expect(x).toBeGreaterThanOrEqual(left);
          expect(x).toBeLessThan(left + regionWidth);
        },
      ),
    );
  });

  it("maps both ends of a drag and leaves other parameters alone", () => {
    const params = { fromX: 0, fromY: 0, toX: 10, toY: 20, button: "left" };
    expect(mapCoordinates(params, half, screen)).toEqual({ fromX: 1, fromY: 1, toX: 21, toY: 41, button: "left" });
    expect(mapCoordinates(params, undefined, screen)).toEqual(params);
  });
});

describe("the ledger", () => {
  it("forgets all but the last 64 frames and answers the newest as the last", () => {
    const ledger = new FrameLedger().of("agent");
    expect(ledger.last()).toBeUndefined();
    for (let n = 0; n < 65; n++) ledger.add(frame(`f${n}`));
    expect(ledger.find("f0")).toBeUndefined();
    expect(ledger.find("f1")?.frameId).toBe("f1");
    expect(ledger.last()?.frameId).toBe("f64");
  });

  it("keeps a frame that was answered again", () => {
    const ledger = new FrameLedger().of("agent");
    ledger.add(frame("again"));
    for (let n = 0; n < 63; n++) ledger.add(frame(`f${n}`));
    ledger.add(frame("again"));
    ledger.add(frame("new"));
    expect(ledger.find("again")?.frameId).toBe("again");
    expect(ledger.find("f0")).toBeUndefined();
  });

  it("the last frame is each caller's own: who watches at another scale moves nobody's clicks", () => {
    const session = new FrameLedger();
    const [agent, watcher] = [session.of("agent"), session.of("watcher")];
    agent.add(frame("agent's"));
    for (let n = 0; n < 100; n++) watcher.add(frame(`watcher's ${n}`));
    expect(agent.last()?.frameId).toBe("agent's");
    expect(session.of("newcomer").last()).toBeUndefined();
    expect(agent.find("watcher's 99")?.frameId).toBe("watcher's 99");
  });
});
