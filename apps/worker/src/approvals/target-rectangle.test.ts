import { TOOLS, type WindowInfo } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import type { PlannedApp } from "../app-state/planned-app.ts";
import type { PlannedAction } from "./planned-action.ts";
import { targetRectangle } from "./target-rectangle.ts";

const SCREEN = { width: 1280, height: 800 };

function planned(tool: string, params: Record<string, unknown>, app: object | null = null): PlannedAction {
  const definition = TOOLS.get(tool);
  if (definition === undefined) throw new Error("there is no such tool");
  const rest = { observe: null, capture: null, answeredPoint: null, frameId: null };
  return { ...rest, tool: definition, params, app: app as PlannedApp | null };
}
const element = (frame: readonly number[] | null) => ({
  ...{ running: { pid: 7, windowId: 9 }, element: { frame } },
  before: { window: { frame: { x: 500, y: 300, width: 200, height: 100 } } },
});
const windowAt = (id: number, x: number, y: number) => ({ id, position: { x, y } }) as WindowInfo;

describe("where an action would go", () => {
  it.each([
    ["a click: its point", "computer_mouse_click", { x: 30, y: 40 }, { x: 30, y: 40, width: 1, height: 1 }],
    [
      "a drag: where it starts",
      "computer_mouse_drag",
      { fromX: 1, fromY: 2, toX: 700, toY: 701 },
      { x: 1, y: 2, width: 1, height: 1 },
    ],
    ["a click beside the screen: nowhere", "computer_mouse_click", { x: 1280, y: 40 }, null],
    ["keys: nowhere", "computer_keyboard_type", { text: "a" }, null],
    ["a file: nowhere, whatever its parameters are called", "computer_file_read", { path: "/a", x: 1, y: 1 }, null],
  ])("is, of %s", (_name, tool, params, target) => {
    expect(targetRectangle(planned(tool, params), null, SCREEN)).toEqual(target);
  });

  it.each([
    ["from its window's corner now", [10.4, 20, 30.2, 8], [windowAt(9, 100, 50)], [110, 70, 31, 8]],
    ["from its window's corner when it was read, where it is not known now", [10, 20, 30, 8], null, [510, 320, 30, 8]],
    ["from that of no other window", [10, 20, 30, 8], [windowAt(8, 1, 1)], [510, 320, 30, 8]],
    ["as far as it is on the screen", [-20, 20, 2_000, 2_000], [windowAt(9, 10, 50)], [0, 70, 1280, 730]],
  ])("is an element, %s", (_name, frame, windows, [x, y, width, height]) => {
    const click = planned("click", {}, element(frame));
    expect(targetRectangle(click, windows, SCREEN)).toEqual({ x, y, width, height });
  });

  it.each([
    ["has no place", element(null)],
    ["is not on the screen", element([1_000, 0, 10, 10])],
    ["has no size", element([10, 10, 0, 10])],
    ["is none", { ...element(null), element: null }],
    ["is in a window that was never seen", { ...element([1, 1, 9, 9]), before: null }],
  ])("is nowhere when the element %s", (_name, app) => {
    expect(targetRectangle(planned("click", {}, app), null, SCREEN)).toBeNull();
  });

  it("is the point where an application's click has one", () => {
    const click = planned("click", { app: "editor", x: 5, y: 6 }, { ...element(null), element: null });
    expect(targetRectangle(click, [windowAt(9, 100, 50)], SCREEN)).toEqual({ x: 5, y: 6, width: 1, height: 1 });
  });
});
