import { expect, it } from "vitest";
import { hasHidden, plainJson } from "./plain-json.ts";

it.each([
  ["a text that turns", "a\u202eb", '"a\\u202eb"'],
  ["a zero width joiner", "rm\u200d -rf", '"rm\\u200d -rf"'],
  ["a line separator", "a\u2028b", '"a\\u2028b"'],
  ["a filler that looks like nothing", "a\u3164", '"a\\u3164"'],
  ["a tag", "a\u{e0041}", '"a\\udb40\\udc41"'],
  ["a delete sign", "a\u007f", '"a\\u007f"'],
])("shows %s by its number", (_name, text, shown) => {
  expect(plainJson(text)).toBe(shown);
  expect(hasHidden(text)).toBe(true);
});

it("leaves every script as it is, and loses nothing", () => {
  const value = { text: "Müller 王 Ελ\n  end  ", many: ["a", { b: null }] };
  expect(plainJson(value)).toBe(JSON.stringify(value, null, 2));
  expect(hasHidden(value)).toBe(false);
});
