import { describe, expect, it } from "vitest";
import { Locator, Target } from "./locator.ts";

describe("a locator", () => {
  it("says at least one thing of the element, inside another too", () => {
    expect(Locator.safeParse({}).success).toBe(false);
    expect(Locator.safeParse({ app: "editor", window: "Orders", nth: 0 }).success).toBe(false);
    expect(Locator.safeParse({ role: "button", inside: { nth: 1 } }).success).toBe(false);
    expect(Locator.parse({ role: "button", inside: { name: { contains: "Order" } } })).toEqual({
      role: "button",
      inside: { name: { contains: "Order" } },
    });
  });

  it("nests four times and no deeper", () => {
    const nested = (depth: number): object => ({ role: "row", ...(depth > 0 ? { inside: nested(depth - 1) } : {}) });
    expect(Locator.safeParse(nested(4)).success).toBe(true);
    expect(Locator.safeParse(nested(5)).success).toBe(false);
  });

  it("is a target beside a picture and a text on the screen, never two of them", () => {
    expect(Target.parse({ ocr: { contains: "Save" } })).toEqual({ ocr: { contains: "Save" } });
    expect(Target.parse({ image: { png: "aGk=" } })).toEqual({ image: { png: "aGk=", threshold: 0.9 } });
    expect(Target.safeParse({ ocr: "Save", role: "button" }).success).toBe(false);
    expect(Target.safeParse({ image: { png: "aGk=", threshold: 0.2 } }).success).toBe(false);
  });
});
