import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toFaults } from "../errors.ts";
import { toolHints } from "./definition.ts";
import { TOOLS } from "./registry.ts";

const tools = [...TOOLS.values()];
const count = (category: string) => tools.filter((tool) => tool.category === category).length;

describe("the registry", () => {
  it("has 35 tools: 9 input, 6 display, 7 file, 3 process, 9 app state, 1 that runs several", () => {
    expect(["input", "display", "file", "process", "app_state", "script"].map(count)).toEqual([9, 6, 7, 3, 9, 1]);
    expect(tools).toHaveLength(35);
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
  it.each(tools)("$id: the method is its own name or none, and only what reads is open to viewers", (tool) => {
    expect([tool.id, null]).toContain(tool.method);
    expect(tool.role === "operator" || tool.isReadOnly).toBe(true);
  });
  it("calls destructive what changes local state or leaves the desktop", () => {
    const hinted = (hint: "readOnly" | "destructive") => tools.filter((tool) => toolHints(tool)[hint]);
    expect(hinted("readOnly").filter((tool) => toolHints(tool).destructive)).toEqual([]);
    expect(hinted("destructive").every(({ grant }) => grant === "write")).toBe(true);
  });
  it("a script names the fault of every step before one of them runs", () => {
    const steps = [
      { tool: "computer_mouse_move", params: { x: 1 } },
      { tool: "computer_run_steps", params: { steps: [] } },
      { tool: "computer_screen_capture" },
      { tool: "computer_screen_size", params: { surprise: 1 } },
    ];
    const { error } = TOOLS.get("computer_run_steps")!.parameters.safeParse({ steps });
    expect(toFaults(error!).map(({ path }) => path)).toEqual([
      "/steps/0/params/y",
      "/steps/1/tool",
      "/steps/2/tool",
      "/steps/3/params/surprise",
    ]);
  });
  it("has the same tools as the executor", () => {
    const folder = new URL("../../../../images/desktop/executor/tools/", import.meta.url);
    const source = readdirSync(folder, { encoding: "utf8", recursive: true })
      .filter((name) => name.endsWith(".py"))
      .map((name) => readFileSync(new URL(name, folder), "utf8"))
      .join("\n");
    const known = tools.flatMap(({ method }) => method ?? []);
    const found = [
      ...(source.match(/computer_[a-z_]+/g) ?? []),
      ...known.filter((method) => source.includes(`"${method}"`)),
    ];
    expect([...new Set(found)].sort()).toEqual(known.sort());
  });
});
