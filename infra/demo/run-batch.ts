import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Batch, type Task } from "@deskfleet/contracts";
import type { Fleet } from "../setup/fleet.ts";
import { stateFolder } from "../setup/paths.ts";
import { step } from "../setup/step.ts";
import { apiClient } from "./api-client.ts";
import { verifyAudit } from "./audit-report.ts";
import { difference, type Expectation, expectations } from "./orders.ts";
import { type Picture, savePictures } from "./pictures.ts";
import { storeWorkflow } from "./store-workflow.ts";
import { clip, table } from "./table.ts";
import { watchBatch } from "./watch-batch.ts";

const FILES = import.meta.dirname;
const BATCH_TIMEOUT_MS = 15 * 60_000;

/** Submits the ten orders, follows them, and prints what came of them. @returns whether every row ended as expected */
export async function runBatch(fleet: Fleet): Promise<boolean> {
  const api = apiClient(fleet.url, fleet.adminKey);
  const expected = expectations(join(FILES, "orders.csv"));
  const tasks = await step("Ten orders from orders.csv, entered on real desktops", async (report) => {
    const workflow = await storeWorkflow(api, readFileSync(join(FILES, "enter-order.yaml"), "utf8"));
    const csv = readFileSync(join(FILES, "orders.csv"), "utf8");
    const reference = `demo ${new Date().toISOString()}`;
    const batch = await api.send("POST", "/v1/batches", { reference, workflow, csv, concurrency: 2 }, Batch);
    return watchBatch(api, {
      batchId: batch.id,
      timeoutMs: BATCH_TIMEOUT_MS,
      onRow: (task) => report.progress(`row ${task.row}: ${task.outcome}`),
    });
  });
  const differences = printTable(expected, tasks);
  const broken = expected.find(({ outcome }) => outcome === "business_error")?.row ?? 0;
  const wanted: Picture[] = [
    { row: 2, step: "saved" },
    { row: broken, step: "asked" },
  ];
  const pictures = await savePictures(api, tasks, wanted, stateFolder("demo"));
  for (const path of pictures) process.stdout.write(`Screenshot: ${path}\n`);
  if (pictures.length < wanted.length) differences.push("a screenshot is missing");
  const audit = await verifyAudit(api, tasks);
  const verdict = audit.faults.length === 0 ? "verified" : `NOT verified: ${audit.faults.join("; ")}`;
  process.stdout.write(`Audit: ${audit.records} records in ${audit.chains} chains ${verdict}\n`);
  for (const line of differences) process.stdout.write(`NOT AS EXPECTED: ${line}\n`);
  const isExpected = differences.length === 0 && audit.faults.length === 0;
  process.stdout.write(isExpected ? "All ten rows ended as expected.\n" : "The demo did not end as expected.\n");
  return isExpected;
}

/** @returns what is not as expected, as lines. */
function printTable(expected: readonly Expectation[], tasks: readonly Task[]): string[] {
  const differences: string[] = [];
  const rows = expected.map((expectation) => {
    const { row, order } = expectation;
    const task = tasks.find((candidate) => candidate.row === row);
    const ending = {
      outcome: task?.outcome ?? null,
      attempts: task?.attempts.length ?? 0,
      output: task?.output ?? null,
    };
    const wrong = difference(expectation, ending);
    if (wrong) differences.push(`row ${row}: ${wrong}${task?.reason ? ` (${task.reason})` : ""}`);
    const took = task?.startedAt && task.endedAt ? seconds(Date.parse(task.endedAt) - Date.parse(task.startedAt)) : "–";
    return [String(row), clip(order.customer, 34), ending.outcome ?? task?.state ?? "missing", took];
  });
  process.stdout.write(`\n${table([["row", "customer", "outcome", "time"], ...rows])}\n\n`);
  for (const line of tasks.flatMap(whyOf)) process.stdout.write(`${line}\n`);
  return differences;
}

/** Rows that did not simply succeed, and attempts before the last: each in the words of its own. */
function whyOf({ row, attempts, outcome, reason }: Task): string[] {
  const earlier = attempts.slice(0, -1).map((attempt) => `tried again after ${attempt.outcome}: ${attempt.reason}`);
  const last = outcome === "business_error" ? [`${reason}`] : [];
  return [...earlier, ...last].map((line) => `Row ${row}: ${line}`);
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
