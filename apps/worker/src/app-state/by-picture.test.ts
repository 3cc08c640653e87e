import sharp from "sharp";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { captureFor } from "../anchors/capture-for.ts";
import { OPERATOR } from "../sessions/testing.ts";
import { type AppBench, createAppBench } from "./testing.ts";

/** Seconds of arithmetic where many tests share a processor. */
vi.setConfig({ testTimeout: 60_000 });

let app: AppBench;
beforeEach(async () => {
  app = await createAppBench();
});
afterEach(async () => {
  await app.bench.services.anchors.close();
});

/** The upper left corner of the window that lies above, which is at 40, 40. */
async function corner() {
  const { payload } = await captureFor(app.session, OPERATOR)(null);
  const png = await sharp(payload ?? Buffer.alloc(0))
    .extract({ left: 20, top: 20, width: 40, height: 40 })
    .png()
    .toBuffer();
  return { image: { png: png.toString("base64"), threshold: 0.9 } };
}

it("a click on what looks like a picture goes to its middle, in the window that is seen there", async () => {
  const above = app.machine.openWindow("Canvas", "canvas", ["canvas"]);
  const element = await corner();
  const { result } = await app.done("click", { app: undefined, element });
  expect(app.told()).toEqual([
    { method: "click", args: { pid: above.pid, windowId: above.id, clickCount: 1, button: "left", x: 40, y: 40 } },
  ]);
  expect(result).toMatchObject({ app: { id: "canvas" } });
  const records = JSON.stringify(app.bench.audit.records);
  expect(records).toContain('"redacted":true');
  expect(records).not.toContain(element.image.png);
});

it("nothing but a click can be done with a picture; nothing at all in a sensitive application, or without the consent", async () => {
  app.machine.openWindow("Canvas", "canvas", ["canvas"]);
  const element = await corner();
  const by = { app: undefined, element };
  expect((await app.failure("set_value", { ...by, value: "x" })).code).toBe("request.invalid");
  app.machine.openWindow("Vault", "keepassxc", ["keepassxc"]);
  expect((await app.failure("click", by)).code).toBe("policy.denied");
  const blind = await createAppBench(["computer_use", "write"]);
  expect((await blind.failure("click", by)).code).toBe("approval.required");
  expect([...app.told(), ...blind.told()]).toEqual([]);
  await blind.bench.services.anchors.close();
});
