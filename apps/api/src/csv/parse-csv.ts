import { BATCH_ROWS_MAX, type Fault, FleetError } from "@deskfleet/contracts";
import { parse } from "csv-parse";

/** RFC 4180 text as rows of column -> text. `lines[i]` is the line, counted from 1, where row i ends. */
export interface ParsedCsv {
  readonly columns: readonly string[];
  readonly rows: Record<string, string>[];
  readonly lines: readonly number[];
}

const FAULTS_MAX = 100;
const COLUMN_CHARACTERS_MAX = 128;
/** As of a row that comes as JSON: what no tool types in one call is no input. */
const FIELD_CHARACTERS_MAX = 20_000;

/** @throws FleetError `batch.csv_invalid` for bytes that are not UTF-8. A byte order mark is dropped. */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw csvInvalid([{ path: "", message: "the text is not UTF-8; save the file as CSV UTF-8" }], 1, cause);
  }
}

/**
 * Reads the whole text before anything is answered, so that every fault is known at once; `path` of a fault is
 * `/line/<n>` (counted from 1, the header is line 1). Blank lines are skipped.
 * @throws FleetError `batch.csv_invalid`
 */
export async function parseCsv(text: string): Promise<ParsedCsv> {
  const parser = parse(text, { bom: true, info: true, relax_column_count: true, skip_empty_lines: true });
  const faults: Fault[] = [];
  let faultCount = 0;
  const fault = (line: number, message: string) => {
    faultCount += 1;
    if (faults.length < FAULTS_MAX) faults.push({ path: `/line/${line}`, message });
  };
  let columns: string[] | null = null;
  const rows: Record<string, string>[] = [];
  const lines: number[] = [];
  let rowCount = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (columns === null) {
        columns = record;
        for (const message of headerFaults(record)) fault(info.lines, message);
        continue;
      }
      rowCount += 1;
      if (rowCount > BATCH_ROWS_MAX) continue;
      if (record.length !== columns.length)
        fault(info.lines, `${record.length} fields where the header has ${columns.length}`);
      else if (record.some((value) => value.includes("\0"))) fault(info.lines, "a field holds a NUL character");
      else if (record.some((value) => value.length > FIELD_CHARACTERS_MAX))
        fault(info.lines, `a field has more than ${FIELD_CHARACTERS_MAX} characters`);
      else {
        rows.push(Object.fromEntries(record.map((value, index) => [columns![index]!, value])));
        lines.push(info.lines);
      }
    }
  } catch (cause) {
    const { lines: line, message } = cause as { lines?: number; message: string };
    fault(line ?? 1, readable(message));
  }
  if (columns === null && faultCount === 0) fault(1, "there is no header line");
  else if (rowCount === 0 && faultCount === 0) fault(1, "there is a header and no row");
  if (rowCount > BATCH_ROWS_MAX)
    fault(BATCH_ROWS_MAX + 2, `${rowCount} rows where at most ${BATCH_ROWS_MAX} are taken; split the file`);
  if (faultCount > 0) throw csvInvalid(faults, faultCount);
  return { columns: columns ?? [], rows, lines };
}

function headerFaults(columns: readonly string[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [index, name] of columns.entries()) {
    if (name.trim() === "") faults.push(`column ${index + 1} has no name`);
    else if (name.length > COLUMN_CHARACTERS_MAX)
      faults.push(`column ${index + 1} has a name of more than 128 characters`);
    else if (name.includes("\0")) faults.push(`column ${index + 1} has a NUL character in its name`);
    // A legal name of a JSON field, which many programs that read the results would lose.
    else if (name === "__proto__") faults.push("a column cannot be called __proto__");
    else if (seen.has(name)) faults.push(`two columns are called ${JSON.stringify(name)}`);
    seen.add(name);
  }
  return faults;
}

/** csv-parse's messages name the fault first and repeat the text after a colon or comma; only the first part leaves. */
function readable(message: string): string {
  if (message.startsWith("Quote Not Closed")) return "a quoted field is never closed";
  if (message.startsWith("Invalid Closing Quote")) return "text follows a closing quote";
  if (message.startsWith("Invalid Opening Quote")) return "a quote opens inside an unquoted field";
  return "this line is not valid CSV";
}

function csvInvalid(faults: Fault[], faultCount: number, cause?: unknown): FleetError {
  return new FleetError("batch.csv_invalid", `The CSV has ${faultCount} ${faultCount === 1 ? "fault" : "faults"}`, {
    faults,
    data: { faultCount },
    ...(cause === undefined ? {} : { cause }),
  });
}
