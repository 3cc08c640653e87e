import { randomUUID } from "node:crypto";
import type { NewAuditRecord } from "@deskfleet/contracts";
import { AuditWriter } from "@deskfleet/store";
import pg from "pg";
import { timing } from "../measure.ts";
import { ms, type Section } from "../report.ts";

const WRITERS = 50;
const GROUPED_PER_WRITER = 200;
const SINGLE = 400;

/** Durable audit records a second: our group commit beside one transaction for each row, on the same table. */
export async function auditSection(url: string, secret: string, tenantId: string): Promise<Section> {
  const writer = new AuditWriter({ url, secret });
  await Promise.all(Array.from({ length: WRITERS }, () => writer.append(recordOf(tenantId, "warm-up"))));
  const samples: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writerNumber) => {
      for (let index = 0; index < GROUPED_PER_WRITER; index++) {
        const at = performance.now();
        await writer.append(recordOf(tenantId, `bench-${writerNumber}`));
        samples.push(performance.now() - at);
      }
    }),
  );
  const grouped = (WRITERS * GROUPED_PER_WRITER) / ((performance.now() - startedAt) / 1_000);
  const single = await oneAtATime(writer, tenantId);
  await writer.close();
  const plain = await plainTable(url);
  const time = timing(samples);
  return {
    title: `Audit records, durable when acknowledged, ${WRITERS} sessions at once`,
    rows: [
      {
        what: "records per second, grouped",
        ours: grouped.toFixed(0),
        baseline: `the same records one at a time ${single.toFixed(0)}`,
        ratio: grouped / single,
        target: { at: "least", ratio: 15 },
      },
      {
        what: "the same, beside a plain table",
        ours: grouped.toFixed(0),
        baseline: `insert and commit, no chain ${plain.toFixed(0)}`,
        ratio: grouped / plain,
      },
      { what: "latency of a record, p50 / p95", ours: `${ms(time.p50)} / ${ms(time.p95)}` },
    ],
  };
}

/** Each record waits for the commit of the one before: what an audit without grouping pays. */
async function oneAtATime(writer: AuditWriter, tenantId: string): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < SINGLE; index++) await writer.append(recordOf(tenantId, "single"));
  return SINGLE / ((performance.now() - startedAt) / 1_000);
}

function recordOf(tenantId: string, chain: string): NewAuditRecord {
  return {
    id: randomUUID(),
    tenantId,
    chain: `bench:${chain}`,
    kind: "event",
    at: new Date().toISOString(),
    sessionId: null,
    taskId: null,
    attemptId: null,
    actor: "system",
    action: "computer_mouse_click",
    params: { x: 640, y: 400, button: "left", note: "x".repeat(120) },
    evaluation: null,
    intentId: null,
    result: "ok",
    reason: null,
    durationMs: 2.2,
    frame: null,
  };
}

/** A table without chain, heads and row-level security: one insert and commit for every row, one connection. */
async function plainTable(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "create table bench_row_at_a_time (id uuid primary key, chain text, seq bigint, at timestamptz, body jsonb, unique (chain, seq))",
  );
  const body = JSON.stringify(recordOf(randomUUID(), "single"));
  const startedAt = performance.now();
  for (let index = 0; index < SINGLE; index++)
    await client.query("insert into bench_row_at_a_time values ($1, $2, $3, now(), $4)", [
      randomUUID(),
      "single",
      index,
      body,
    ]);
  const perSecond = SINGLE / ((performance.now() - startedAt) / 1_000);
  await client.query("drop table bench_row_at_a_time");
  await client.end();
  return perSecond;
}
