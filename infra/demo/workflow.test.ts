import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WorkflowDocument } from "@deskfleet/contracts";
import { coerceRow, parseWorkflowText, validateWorkflow } from "@deskfleet/workflow";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { expectations } from "./orders.ts";

const text = readFileSync(join(import.meta.dirname, "enter-order.yaml"), "utf8");
const csvPath = join(import.meta.dirname, "orders.csv");

it("the demo's workflow is valid, and its inputs accept every row of orders.csv as the demo expects them", () => {
  const { document, faults } = parseWorkflowText(text);
  expect(faults).toEqual([]);
  const workflow = WorkflowDocument.parse(document);
  expect(validateWorkflow(workflow)).toEqual([]);
  const rows = parse(readFileSync(csvPath), { columns: true }) as Record<string, string>[];
  expect(rows.map((row) => coerceRow(workflow, row))).toEqual(
    expectations(csvPath).map(({ order }) => ({ row: order, faults: [] })),
  );
});
