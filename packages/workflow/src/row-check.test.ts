import { expect, it } from "vitest";
import { inputFaults } from "./inputs.ts";

const slow = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
const hostile = { a: `${"a".repeat(50)}!` };

it("a thousand rows that each take too long are refused in seconds, not in minutes", () => {
  const startedMs = performance.now();
  for (let row = 0; row < 1_000; row += 1) expect(inputFaults(slow, hostile)).toMatchObject([{ path: "" }]);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

it("a row that takes too long now and then costs the others nothing", () => {
  const schema = { ...slow, description: "another" };
  for (let round = 0; round < 2; round += 1) {
    inputFaults(schema, hostile);
    inputFaults(schema, hostile);
    expect(inputFaults(schema, { a: "aaa" })).toEqual([]);
  }
});
