import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { parse } from "csv-parse/sync";

/** A row of orders.csv, as the workflow's `inputs` type it. */
export interface Order {
  readonly customer: string;
  readonly email: string;
  readonly product: string;
  readonly quantity: number;
  readonly unitPrice: string;
  readonly deliveryDate: string;
  readonly express: boolean;
  readonly notes: string;
}

/** How a row of the demo has to end. */
export interface Expectation {
  /** From 1, as the batch numbers them. */
  readonly row: number;
  readonly order: Order;
  /** A quantity of 0 breaks the order desk's rule: that row has to end as business_error after one attempt. */
  readonly outcome: "success" | "business_error";
}

export function expectations(csvPath: string): Expectation[] {
  const rows = parse(readFileSync(csvPath), { columns: true, bom: true }) as Record<keyof Order, string>[];
  return rows.map((row, index) => {
    const order = { ...row, quantity: Number(row.quantity), express: row.express === "true" };
    return { row: index + 1, order, outcome: order.quantity > 0 ? "success" : "business_error" };
  });
}

/** What the demo looks at in a finished task. */
export interface Ending {
  readonly outcome: string | null;
  readonly attempts: number;
  readonly output: unknown;
}

/** Why this ending is not the expected one; null when it is. A success is the saved record, read back, equal to the row. */
export function difference({ order, outcome }: Expectation, ending: Ending): string | null {
  if (ending.outcome !== outcome) return `expected ${outcome}, got ${ending.outcome ?? "no outcome"}`;
  if (outcome === "business_error") {
    return ending.attempts === 1
      ? null
      : `a business error is not tried again, yet there were ${ending.attempts} attempts`;
  }
  const record = (ending.output as { record?: unknown } | null)?.record;
  const expected = { number: 1, ...order };
  if (isDeepStrictEqual(record, expected)) return null;
  const keys = Object.keys(expected) as (keyof typeof expected)[];
  const wrong = keys.filter((key) => (record as Record<string, unknown> | undefined)?.[key] !== expected[key]);
  return `the saved record differs from the row in ${wrong.join(", ") || "its fields"}`;
}
