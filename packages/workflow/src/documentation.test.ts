import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { parseWorkflowText } from "./parse-workflow-text.ts";
import { validateWorkflow } from "./validate.ts";

it("the workflow in docs/workflows.md is one that would be accepted", () => {
  const text = readFileSync(resolve(import.meta.dirname, "../../../docs/workflows.md"), "utf8");
  const [, yaml = ""] = /```yaml\n([^`]+)```/.exec(text) ?? [];
  const { document, faults } = parseWorkflowText(yaml);
  expect(faults).toEqual([]);
  expect(validateWorkflow(document)).toEqual([]);
});
