import { expect, it } from "vitest";
import { TOOLS } from "../registry.ts";
import { TOOL_CASES } from "./table.ts";

it("every tool has its three cases: write them beside the others of its category, in tools/cases", () => {
  expect(Object.keys(TOOL_CASES).sort()).toEqual([...TOOLS.keys()].sort());
  for (const cases of Object.values(TOOL_CASES)) expect(Object.keys(cases)).toEqual(["normal", "forbidden", "hygiene"]);
});

it("what is forbidden is refused by a gate or the role; a fault of the request shows only that something cannot be said", () => {
  const others = Object.entries(TOOL_CASES).filter(
    ([, { forbidden }]) => !forbidden.codes.some((code) => code === "policy.denied" || code === "auth.forbidden"),
  );
  expect(others.map(([id]) => id)).toEqual(["computer_run_steps"]);
});
