/** Answer of `POST /v1/batches/check`: what the batch would be, row by row, without starting anything. */
export interface BatchCheck {
  readonly workflow: string;
  readonly rows: number;
  readonly faultyRows: number;
  readonly faultCount: number;
  readonly columns: readonly string[];
  /** The first thousand rows. */
  readonly items: readonly CheckedRow[];
}

export interface CheckedRow {
  /** From 1, as in the batch. */
  readonly row: number;
  /** Line of the file where the row ends; null when the rows were JSON. */
  readonly line: number | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: readonly { readonly path: string; readonly message: string }[];
}
