import { FleetError } from "@deskfleet/contracts";
import { beforeEach, describe, expect, it } from "vitest";
import { type AppBench, button, createAppBench } from "../app-state/testing.ts";
import { perform } from "../perform.ts";
import { OPERATOR } from "../sessions/testing.ts";
import { type Looker, lookAt } from "./look.ts";
import type { Call } from "./workflow-run.ts";

let app: AppBench;
let calls: Call[];
beforeEach(async () => {
  app = await createAppBench();
  app.machine.elements.set(app.window.pid, [button("Save")]);
  calls = [];
});
/** Looks by perform, or fails as `fail` says. */
function looker(fail?: () => FleetError): Looker {
  return {
    session: app.session,
    principal: OPERATOR,
    call: async (call) => {
      calls.push(call);
      if (fail !== undefined) throw fail();
      const performed = await perform(app.session, { ...call, principal: OPERATOR });
      if (performed.outcome === "ask") throw new Error("a person is asked");
      return performed;
    },
  };
}
const SAVE = { app: "editor", name: "Save" };

describe("a look at an application", () => {
  it.each([
    ["it does not run", () => new FleetError("action.failed", "none", { data: { reason: "app" } })],
    ["it has no window", () => new FleetError("action.failed", "none", { data: { reason: "window" } })],
    ["it does not answer", () => new FleetError("action.failed", "none", { data: { reason: "not_responding" } })],
    ["its window closed just now", () => new FleetError("policy.denied", "none", { data: { code: "bounds.window" } })],
  ])("says why there is nothing to see when %s", async (_name, fail) => {
    expect(await lookAt(looker(fail), SAVE)).toEqual({ missing: expect.stringMatching(/none|closed/) });
  });

  it.each([
    ["policy denies it", new FleetError("policy.denied", "no", { data: { code: "app.sensitive" } })],
    ["the desktop is gone", new FleetError("desktop.lost", "gone")],
    ["another failure", new FleetError("action.failed", "odd", { data: { reason: "stale_element" } })],
  ])("fails when %s", async (_name, error) => {
    await expect(
      lookAt(
        looker(() => error),
        SAVE,
      ),
    ).rejects.toBe(error);
  });

  it("starts nothing and sees the state as it is", async () => {
    const sight = await lookAt(looker(), SAVE);
    expect("state" in sight && sight.state.rendering.elements.map(({ title }) => title)).toEqual(["Notes", "Save"]);
    expect(calls).toEqual([{ tool: "get_app_state", params: { app: "editor" }, isLook: true }]);
    expect(await lookAt(looker(), { app: "browser", name: "Save" })).toEqual({ missing: 'appNotFound("browser")' });
    expect(app.told()).toEqual([]);
  });

  it("is at the application of the active window when none is named", async () => {
    expect(await lookAt(looker(), { name: "Save" })).toHaveProperty("state");
    expect(calls).toEqual([{ tool: "get_app_state", params: {}, isLook: true }]);
  });
});

describe("a look at the screen", () => {
  it("leaves the frame that pixels belong to as it is", { timeout: 60_000 }, async () => {
    const frames = app.session.frames.of(OPERATOR.id);
    await app.call("computer_screen_capture", { scale: 0.5, app: undefined });
    const before = frames.last();
    expect(await lookAt(looker(), { ocr: "nothing like it" })).toHaveProperty("places");
    expect(before).toBeDefined();
    expect(frames.last()).toBe(before);
  });
});
