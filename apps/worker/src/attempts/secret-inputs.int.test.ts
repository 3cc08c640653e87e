import { type Task, WorkflowDocument } from "@deskfleet/contracts";
import { findTask, insertWorkflow } from "@deskfleet/store";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type TestFleet, testFleet } from "../queue/testing-fleet.ts";
import { startTestWorker, type TestWorker } from "../queue/testing-worker.ts";

const PATIENCE = { timeout: 30_000, interval: 50 };
/** Nothing about it says that it is secret: only the workflow's schema does. */
const WORD = "Hafenlicht-Nordost";
const ORDINARY = "Kim Nordmann";
const inputs = { type: "object", properties: { word: { type: "string", writeOnly: true }, name: { type: "string" } } };
const WRITE = { do: "computer_file_write", with: { path: "/workspace/a", content: "{{ row.name }} {{ row.word }}" } };
const READ = { id: "read", do: "computer_file_read", with: { path: "/workspace/a" }, save: { text: "result.text" } };
const output = { read: "steps.read.text", word: "inputs.word", name: "inputs.name", list: "[inputs.word]" };

let fleet: TestFleet;
let worker: TestWorker;
const log: unknown[] = [];
beforeEach(async () => {
  fleet = await testFleet();
  const note = (...given: unknown[]) => void log.push(...given);
  const logger = { debug: note, info: note, warn: note, error: note };
  worker = await startTestWorker({ databaseUrl: fleet.url, workerId: "one", slots: 2, log: logger });
});
afterEach(async () => {
  await worker.close();
  await fleet.close();
});

/** How a task of this workflow ends. */
async function ended(steps: readonly object[]): Promise<Task> {
  const { tenantId, principalId } = fleet;
  const grants = ["computer_use", "screen", "write"];
  const document = WorkflowDocument.parse({ name: "order", version: 1, inputs, steps, output, grants });
  const workflow = await fleet.database.tenant(tenantId, (tx) =>
    insertWorkflow(tx, { tenantId, document, createdBy: principalId }),
  );
  const values = { word: WORD, name: ORDINARY };
  const [id = ""] = await fleet.submit(1, [], { workflow, program: undefined, inputs: values, maxAttempts: 1 });
  return vi.waitFor(async () => {
    const task = await fleet.database.system((tx) => findTask(tx, id));
    expect(task?.attempts.at(-1)?.outcome).toEqual(expect.any(String));
    return task as Task;
  }, PATIENCE);
}

/** All rows once the session has ended, but the task's own inputs, which are its caller's words. */
const stored = (): Promise<string> =>
  vi.waitFor(async () => {
    const rows = await everythingStored();
    if (!rows.includes("session.ended")) throw new Error("the session has not ended yet");
    return rows;
  }, PATIENCE);

async function everythingStored(): Promise<string> {
  const tables = await fleet.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await fleet.query<{ text: string }>(`SELECT (to_jsonb(t) - 'inputs')::text AS text FROM ${name} AS t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
}

it("what a workflow marks as secret is in no output, journal, event, audit or log of its task; the rest is", async () => {
  const task = await ended([WRITE, READ]);
  expect(task.attempts.at(-1)?.outcome).toBe("success");
  expect(task.output).toEqual({ read: `${ORDINARY} •••`, word: "•••", name: ORDINARY, list: ["•••"] });
  const rows = await stored();
  expect([rows.includes(WORD), rows.includes(`${ORDINARY} •••`)]).toEqual([false, true]);
  expect(JSON.stringify(log)).not.toContain(WORD);
});

it("nor in the reason why it failed", async () => {
  const asked = { ...READ, expect: { window: { title: "{{ row.name }} {{ row.word }}" } }, timeout: "200ms" };
  const task = await ended([WRITE, asked]);
  const { outcome, reason } = task.attempts.at(-1) ?? {};
  expect(outcome).toBe("application_error");
  expect(reason).toContain(`${ORDINARY} •••`);
  expect(await stored()).not.toContain(WORD);
});
