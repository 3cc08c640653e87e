import { CreateBatch, FleetError, type JsonObject } from "@deskfleet/contracts";
import type { Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../app-env.ts";
import { decodeUtf8, parseCsv } from "../../csv/parse-csv.ts";
import { invalid } from "../../http/problems.ts";

/** A batch as asked for, its rows still unchecked. CSV rows are text, and know their line in the file. */
export interface BatchRequest {
  readonly settings: Omit<CreateBatch, "rows" | "csv">;
  readonly rows: readonly JsonObject[];
  /** Line in the file where each row ends; null when the rows came as JSON. */
  readonly lines: readonly number[] | null;
}

/** A text/csv body carries rows only; these carry what else a JSON body would. */
export const CsvQuery = z.strictObject({
  reference: z.string().optional(),
  workflow: z.string().optional(),
  concurrency: z.coerce.number().optional(),
  stopAfterFailures: z.coerce.number().optional(),
  project: z.string().optional(),
  goal: z.string().optional(),
  trustedDomains: z
    .string()
    .transform((text) => text.split(","))
    .optional()
    .meta({ description: "Hosts, between commas" }),
  priority: z.coerce.number().optional(),
  notBefore: z.string().optional(),
  deadline: z.string().optional(),
  timeout: z.string().optional(),
  maxAttempts: z.coerce.number().optional(),
});

/** @throws FleetError `request.invalid`, `request.unsupported_media`, `batch.csv_invalid` */
export async function readBatch(c: Context<AppEnv>, query: z.infer<typeof CsvQuery>): Promise<BatchRequest> {
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "text/csv") return fromCsvBody(await c.req.arrayBuffer(), query);
  if (type !== "application/json")
    throw new FleetError("request.unsupported_media", "Send application/json, or text/csv with query parameters");
  const ignored = Object.keys(query);
  if (ignored.length > 0)
    throw new FleetError("request.invalid", "With a JSON body everything goes into the body", {
      faults: ignored.map((name) => ({
        path: `/${name}`,
        message: "query parameters go with text/csv; put it into the body",
      })),
    });
  const parsed = CreateBatch.safeParse(await c.req.json());
  if (!parsed.success) throw invalid(parsed.error, "body");
  const { rows, csv, ...settings } = parsed.data;
  if (rows !== undefined) return { settings, rows, lines: null };
  return { settings, ...(await parseCsv(csv ?? "")) };
}

async function fromCsvBody(bytes: ArrayBuffer, query: z.infer<typeof CsvQuery>): Promise<BatchRequest> {
  const text = decodeUtf8(bytes);
  const parsed = CreateBatch.safeParse({ ...query, csv: text });
  if (!parsed.success) {
    if (text === "") await parseCsv(text);
    throw invalid(parsed.error, "query");
  }
  const { rows: _none, csv: _text, ...settings } = parsed.data;
  return { settings, ...(await parseCsv(text)) };
}
