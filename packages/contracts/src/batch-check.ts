import { z } from "zod";
import { JsonObject } from "./common.ts";
import { Fault } from "./errors.ts";

export const CheckBatch = z.strictObject({ workflow: z.string().min(1).max(80), csv: z.string() });
export type CheckBatch = z.infer<typeof CheckBatch>;

export const CheckedRow = z.strictObject({
  row: z.number().int().meta({ description: "From 1, as in the batch" }),
  line: z.number().int().meta({ description: "Of the file, where the row ends" }),
  values: JsonObject.meta({ description: "As the workflow would get them" }),
  faults: z.array(Fault),
});
export type CheckedRow = z.infer<typeof CheckedRow>;

/** What a batch would be; nothing of it is stored. */
export const BatchCheck = z.strictObject({
  workflow: z.string().meta({ description: "name@version" }),
  rows: z.number().int(),
  faultyRows: z.number().int(),
  faultCount: z.number().int(),
  columns: z.array(z.string()).meta({ description: "Of the CSV, in its order" }),
  items: z.array(CheckedRow),
});
export type BatchCheck = z.infer<typeof BatchCheck>;
