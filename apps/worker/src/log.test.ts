import { FleetError } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { describeError } from "./log.ts";

const SECRET = "hunter2";

it("never repeats another error's message, at any depth, and says where it came from", () => {
  const driver = Object.assign(new Error(`Failed query: insert … params: ${SECRET}`), {
    code: "23505",
    detail: SECRET,
  });
  const ours = new FleetError("store.unavailable", "the database does not answer", { cause: driver });
  const described = describeError(new TypeError(`x ${SECRET}`, { cause: ours }));
  expect(described).toEqual({
    type: "TypeError",
    at: expect.arrayContaining([expect.stringContaining("log.test.ts")]),
    cause: {
      code: "store.unavailable",
      detail: "the database does not answer",
      cause: { type: "Error", code: "23505", at: expect.any(Array) },
    },
  });
  expect(JSON.stringify(described)).not.toContain(SECRET);
});

it.each([
  ["a string", SECRET],
  ["an object", { password: SECRET }],
  ["nothing", undefined],
])("says only the type of %s that was thrown", (_name, thrown) => {
  expect(describeError(thrown)).toEqual({ type: typeof thrown });
});

it("a message that spans lines leaves nothing of itself in the stack", () => {
  const described = describeError(new Error(`first\n  ${SECRET}\n    at ${SECRET}`));
  expect(JSON.stringify(described)).not.toContain(SECRET);
});
