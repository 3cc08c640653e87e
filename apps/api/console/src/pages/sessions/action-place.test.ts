import { describe, expect, it } from "vitest";
import { placeOf, targetWords } from "./action-place.ts";

describe("the place of an action", () => {
  it.each([
    ["none where a coordinate is missing", { x: 4 }, null],
    ["none where coordinates are text", { x: "4", y: "5" }, null],
    ["none where the target is no record", { target: "button" }, null],
    ["none where the control's size is not known", { target: { app: "a", frame: { x: 1, y: 2 } } }, null],
    ["a point", { x: 4, y: 5 }, { x: 4, y: 5, width: 0, height: 0, to: null }],
    [
      "of a drag both ends",
      { fromX: 1, fromY: 2, toX: 3, toY: 4 },
      { x: 1, y: 2, width: 0, height: 0, to: { x: 3, y: 4 } },
    ],
    ["of an application's drag too", { from_x: 1, from_y: 2, to_x: 3, to_y: 4 }, { x: 1, y: 2, to: { x: 3, y: 4 } }],
    [
      "the control's rectangle",
      { target: { frame: { x: 1, y: 2, width: 30, height: 40 } } },
      { x: 1, y: 2, width: 30, height: 40 },
    ],
  ])("is %s", (_name, params, place) => {
    if (place === null) expect(placeOf(params)).toBeNull();
    else expect(placeOf(params)).toMatchObject(place);
  });

  it("is told in words where the action is about a control", () => {
    expect(targetWords({ target: { app: "Order desk", windowId: 4, role: "button", title: "Save" } })).toBe(
      "button “Save” in Order desk",
    );
    expect(targetWords({ target: { app: "Order desk", role: "text", title: "" } })).toBe("text in Order desk");
    expect(targetWords({ target: { app: "Order desk" } })).toBe("Order desk");
    expect(targetWords({ app: "Order desk" })).toBeNull();
  });
});
