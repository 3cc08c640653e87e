import { setImmediate } from "node:timers/promises";
import { type Fault, FleetError, type JsonObject, type WorkflowDocument } from "@deskfleet/contracts";
import { coerceRow, validateInputs } from "@deskfleet/workflow";
import type { BatchRequest } from "./read-batch.ts";

const FAULTS_MAX = 100;
/** Other requests get their turn after this many rows. */
const ROWS_PER_TURN = 500;

/** One row as the workflow would get it, and what is wrong with it: paths as in the row. */
interface JudgedRow {
  readonly row: JsonObject;
  readonly faults: readonly Fault[];
}

/** Each row against the workflow's input schema. CSV text becomes the schema's types first. */
export async function judgeRows(
  workflow: WorkflowDocument,
  { rows, lines }: Pick<BatchRequest, "rows" | "lines">,
): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  for (const [index, given] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate();
    judged.push(lines === null ? { row: given, faults: validateInputs(workflow, given) } : coerceRow(workflow, given));
  }
  return judged;
}

/**
 * All rows, before anything is stored.
 * @throws FleetError `batch.rows_invalid`: the first hundred faults by row (`/rows/<index from 0>/<column>`), and how many there are
 */
export async function checkRows(workflow: WorkflowDocument, request: BatchRequest): Promise<JsonObject[]> {
  const judged = await judgeRows(workflow, request);
  const faulty = judged.flatMap(({ faults }, index) => (faults.length > 0 ? [{ index, faults }] : []));
  if (faulty.length === 0) return judged.map(({ row }) => row);
  const all = faulty.flatMap(({ index, faults }) => {
    const line = request.lines === null ? "" : `line ${request.lines[index]}: `;
    return faults.map(({ path, message }) => ({ path: `/rows/${index}${path}`, message: line + message }));
  });
  const { length: rows } = request.rows;
  throw new FleetError("batch.rows_invalid", `${faulty.length} of ${rows} rows have faults; nothing was started`, {
    faults: all.slice(0, FAULTS_MAX),
    data: { faultCount: all.length, faultyRows: faulty.length, rows },
  });
}
