import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { difference, expectations } from "./orders.ts";

const all = expectations(join(import.meta.dirname, "orders.csv"));
const [good] = all.filter(({ outcome }) => outcome === "success");
const [broken] = all.filter(({ outcome }) => outcome === "business_error");
if (!good || !broken) throw new Error("orders.csv needs both kinds of rows");
const record = { number: 1, ...good.order };

describe("orders.csv", () => {
  it("has ten rows of which exactly one breaks a rule", () => {
    expect(all).toHaveLength(10);
    expect(all.filter(({ outcome }) => outcome === "business_error")).toHaveLength(1);
  });

  it.each([
    ["Chinese", /\p{Script=Han}/u],
    ["Arabic", /\p{Script=Arabic}/u],
    ["German", /[äöüß]/],
    ["Polish", /[łęąż]/],
    ["an emoji", /\p{Emoji_Presentation}/u],
    ["an ampersand", /&/],
    ["an apostrophe", /'/],
  ])("has a customer in %s", (_name, script) => {
    expect(all.some(({ order }) => script.test(order.customer))).toBe(true);
  });
});

describe("an ending that is not the expected one is named", () => {
  it.each([
    ["another outcome", good, { outcome: "timeout", attempts: 1, output: null }, "expected success, got timeout"],
    ["no outcome", good, { outcome: null, attempts: 0, output: null }, "expected success, got no outcome"],
    ["no record", good, { outcome: "success", attempts: 1, output: null }, /differs/],
    [
      "a changed field",
      good,
      { outcome: "success", attempts: 1, output: { record: { ...record, customer: "Someone" } } },
      "the saved record differs from the row in customer",
    ],
    [
      "a number saved as text",
      good,
      { outcome: "success", attempts: 1, output: { record: { ...record, quantity: String(record.quantity) } } },
      "the saved record differs from the row in quantity",
    ],
    [
      "a field too many",
      good,
      { outcome: "success", attempts: 1, output: { record: { ...record, extra: 1 } } },
      "the saved record differs from the row in its fields",
    ],
    [
      "a second order in the file",
      good,
      { outcome: "success", attempts: 1, output: { record: { ...record, number: 2 } } },
      "the saved record differs from the row in number",
    ],
    ["a broken row that was saved", broken, { outcome: "success", attempts: 1, output: {} }, /expected business_error/],
    ["a broken row tried twice", broken, { outcome: "business_error", attempts: 2, output: null }, /2 attempts/],
  ])("%s", (_name, expectation, ending, message) => {
    expect(difference(expectation, ending)).toMatch(message);
  });

  it("and the expected ones are not", () => {
    expect(difference(good, { outcome: "success", attempts: 2, output: { record } })).toBeNull();
    expect(difference(broken, { outcome: "business_error", attempts: 1, output: null })).toBeNull();
  });
});
