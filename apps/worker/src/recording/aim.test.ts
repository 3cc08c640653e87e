import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Performed, perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench, OPERATOR } from "../sessions/testing.ts";
import { looked } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });
let bench: Bench;
let session: LiveSession;
beforeEach(async () => {
  bench = createBench();
  session = await bench.open();
  await looked(session);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await bench.host.closeAll();
});

const perceptibly = () => new Promise((resolve) => setTimeout(resolve, 260));
const act = (tool: string, params: object) => perform(session, { tool, params: { ...params }, principal: OPERATOR });
const actionIdOf = (performed: Performed) => (performed.outcome === "done" ? performed.result.actionId : null);
/** What the desktop was asked for, in its order. */
function calls(): string[] {
  const { executor } = session.desktop;
  const real = executor.call.bind(executor);
  const asked: string[] = [];
  vi.spyOn(executor, "call").mockImplementation((method, params, options) => {
    asked.push(method);
    return real(method, params, options);
  });
  return asked;
}

it("an action with a place on the screen meets what a look has just shown: the dialog that came up meanwhile", async () => {
  bench.machine(session).openWindow("Confirm order", "editor", []);
  await perceptibly();
  const asked = calls();
  const clicked = await act("computer_mouse_click", { x: 20, y: 20 });
  const look = asked.indexOf("record_frame");
  expect([look >= 0, asked.indexOf("computer_mouse_click") > look]).toEqual([true, true]);
  await looked(session);
  expect(bench.records.frames[1]).toMatchObject({ cause: "aim", actionId: actionIdOf(clicked), status: "kept" });
});

it("one without a place causes no look before it, and neither does one just after another look", async () => {
  await perceptibly();
  const asked = calls();
  vi.spyOn(performance, "now").mockReturnValue(performance.now()); // no time passes from here on, however busy the machine is
  await act("computer_key_press", { key: "Return" });
  expect(asked).not.toContain("record_frame");
  await session.recorder.aim(bench.services.newId());
  await act("computer_mouse_click", { x: 20, y: 20 });
  expect(asked.filter((method) => method === "record_frame")).toHaveLength(1);
});

it("the action waits until the picture is taken", async () => {
  await perceptibly();
  const asked = calls();
  bench.machine(session).beforeRecording = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    asked.push("taken");
  };
  await act("computer_mouse_click", { x: 20, y: 20 });
  expect(asked.indexOf("computer_mouse_click")).toBeGreaterThan(asked.indexOf("taken"));
  expect(asked).toContain("taken");
});

it("a look that hangs holds an action up for a moment only", async () => {
  bench.machine(session).beforeRecording = () => new Promise<never>(() => undefined);
  await perceptibly();
  expect((await act("computer_mouse_click", { x: 20, y: 20 })).outcome).toBe("done");
});
