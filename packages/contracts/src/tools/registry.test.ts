import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { TOOLS } from "./registry.ts";

const tools = [...TOOLS.values()];
const count = (category: string) => tools.filter((tool) => tool.category === category).length;

describe("the registry", () => {
  it("has 25 tools: 9 input, 6 display, 7 file, 3 process", () => {
    expect(["input", "display", "file", "process"].map(count)).toEqual([9, 6, 7, 3]);
    expect(tools).toHaveLength(25);
  });
  it.each(tools)("$id refuses a parameter it does not know", ({ parameters }) => {
    const issues = parameters.safeParse({ surprise: 1 }).error?.issues ?? [];
    expect(issues.some(({ code }) => code === "unrecognized_keys")).toBe(true);
  });
  it.each(tools)("$id has a JSON Schema for callers", ({ parameters }) => {
    expect(z.toJSONSchema(parameters, { io: "input" })).toMatchObject({ type: "object" });
  });
  it.each(tools)("$id: what reads only is no more than R1, and what writes needs a grant or is R1", (tool) => {
    const isLow = tool.risk === "R0_READ" || tool.risk === "R1_LOCAL_LOW";
    expect(tool.isReadOnly ? isLow : isLow || tool.grant === "write").toBe(true);
  });
  it("redacts only parameters that exist", () => {
    const unknown = tools.flatMap((tool) => {
      const { properties = {} } = z.toJSONSchema(tool.parameters, { io: "input" });
      return tool.redactedParameters.filter((name) => !(name in properties));
    });
    expect(unknown).toEqual([]);
  });
  it("has the same tools as the executor", () => {
    const folder = new URL("../../../../images/desktop/executor/tools/", import.meta.url);
    const source = ["display", "file", "input", "process"].map((name) =>
      readFileSync(new URL(`${name}.py`, folder), "utf8"),
    );
    const found = source.join("\n").match(/computer_[a-z_]+/g) ?? [];
    expect([...new Set(found)].sort()).toEqual([...TOOLS.keys()].sort());
  });
});
