import { beforeEach, describe, expect, it } from "vitest";
import { type AppBench, button, createAppBench } from "./testing.ts";

/** An application that closes a window and opens another one between the look at it and its judgement. */
let app: AppBench;
beforeEach(async () => {
  app = await createAppBench();
  app.machine.elements.set(app.window.pid, [button("Save")]);
});

/** Replaces the application's window after so many of the looks for it. */
function replaceWindow(times: number): void {
  const { executor } = app.session.desktop;
  const call = executor.call.bind(executor);
  let left = times;
  executor.call = async (method, ...rest) => {
    const answer = await call(method, ...rest);
    if (method === "locate_app" && left > 0) {
      left -= 1;
      const [old] = app.machine.windows.splice(0, 1);
      if (old !== undefined) app.machine.windows.push({ ...old, id: old.id + 1_000 });
    }
    return answer;
  };
}
const denials = () => app.bench.audit.records.map(({ result }) => result).filter((result) => result === "denied");

describe("a window that closes before the action is judged", () => {
  it("is looked up again, and the action is done on the one that is there then", async () => {
    replaceWindow(1);
    await app.done("click", { element: { name: "Save" } });
    expect(app.told()).toEqual([
      { method: "click", args: expect.objectContaining({ windowId: app.window.id + 1_000 }) },
    ]);
    expect(denials()).toEqual([]);
  });

  it("is a denial when it happens again and again, and nothing is done", async () => {
    replaceWindow(100);
    expect(await app.failure("click", { element: { name: "Save" } })).toMatchObject({ code: "policy.denied" });
    expect(app.told()).toEqual([]);
    expect(denials()).toEqual(["denied"]);
  });
});
