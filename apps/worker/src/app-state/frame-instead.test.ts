import { FleetError } from "@deskfleet/contracts";
import { beforeEach, describe, expect, it } from "vitest";
import { OPERATOR } from "../sessions/testing.ts";
import { withFrameInstead } from "./frame-instead.ts";
import { type AppBench, button, createAppBench } from "./testing.ts";

let app: AppBench;
const withFrame = (error: unknown) =>
  withFrameInstead(error, app.session, { principal: OPERATOR, signal: new AbortController().signal });
const click = () =>
  app.call("click", { element: { name: "Save" } }, { targetTimeoutMs: 50 }).then(
    () => expect.unreachable("it was clicked"),
    (error: unknown) => error,
  );

describe("a failed wait", () => {
  beforeEach(async () => {
    app = await createAppBench();
    app.machine.elements.set(app.window.pid, [button("Help")]);
  });

  it("has a picture of what was there, and leaves the caller's own frame as it is", async () => {
    await app.call("computer_screen_capture", { scale: 0.5, app: undefined });
    const seen = app.session.frames.of(OPERATOR.id).last();
    expect(await withFrame(await click())).toMatchObject({
      code: "action.failed",
      data: { candidates: ['button "Help"'], frame: { format: "png", image: expect.stringMatching(/^[\w+/]+=*$/) } },
    });
    expect(app.session.frames.of(OPERATOR.id).last()).toBe(seen);
  });

  it("has none for whoever may not look at the screen, and asks nobody", async () => {
    app = await createAppBench(["computer_use", "write"]);
    app.machine.elements.set(app.window.pid, [button("Help")]);
    const error = await click();
    expect(await withFrame(error)).toBe(error);
    expect(app.session.frozen.size).toBe(0);
  });

  it("of another kind stays as it is", async () => {
    const other = new FleetError("action.failed", "no", { data: { reason: "stale_element" } });
    expect(await withFrame(other)).toBe(other);
    expect(await withFrame("nothing of ours")).toBe("nothing of ours");
  });
});
