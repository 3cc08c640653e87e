import { setImmediate } from "node:timers/promises";
import { type Fault, FleetError, type JsonObject, type WorkflowDocument } from "@deskfleet/contracts";
import { coerceRow, validateInputs } from "@deskfleet/workflow";
import type { BatchRequest } from "./read-batch.ts";

const FAULTS_MAX = 100;
/** Other requests get their turn after this many rows. */
const ROWS_PER_TURN = 500;

/**
 * All rows against the workflow's input schema, before anything is stored. CSV text becomes the schema's types first.
 * @throws FleetError `batch.rows_invalid`: the first hundred faults by row (`/rows/<index from 0>/<column>`), and how many there are
 */
export async function checkRows(workflow: WorkflowDocument, request: BatchRequest): Promise<JsonObject[]> {
  const checked: JsonObject[] = [];
  const faults: Fault[] = [];
  let faultCount = 0;
  let faultyRows = 0;
  for (const [index, given] of request.rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate();
    const { row, faults: found } =
      request.lines === null ? { row: given, faults: validateInputs(workflow, given) } : coerceRow(workflow, given);
    checked.push(row);
    if (found.length === 0) continue;
    faultyRows += 1;
    faultCount += found.length;
    const line = request.lines === null ? "" : `line ${request.lines[index]}: `;
    for (const { path, message } of found.slice(0, FAULTS_MAX - faults.length))
      faults.push({ path: `/rows/${index}${path}`, message: line + message });
  }
  if (faultCount === 0) return checked;
  throw new FleetError(
    "batch.rows_invalid",
    `${faultyRows} of ${request.rows.length} rows have faults; nothing was started`,
    {
      faults,
      data: { faultCount, faultyRows, rows: request.rows.length },
    },
  );
}
