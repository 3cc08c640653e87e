import type { Step } from "@deskfleet/contracts";
import { createKey, createTenant, type Database, insertTask, openDatabase, putPolicy } from "@deskfleet/store";
import pg from "pg";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { TEST_SECRET } from "./testing-worker.ts";

const GRANTS = ["computer_use", "screen", "write"];

/** A database with one tenant whose operator may do everything that tests do. */
export interface TestFleet {
  readonly url: string;
  readonly database: Database;
  readonly tenantId: string;
  readonly principalId: string;
  submit(count: number, steps: readonly Partial<Step>[], changes?: object): Promise<string[]>;
  /** As the administrator, past every policy. */
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export async function testFleet(): Promise<TestFleet> {
  const fresh: TestDatabase = await freshDatabase();
  const database = openDatabase({ url: fresh.url, applicationName: "test", secret: TEST_SECRET });
  const { tenantId, principalId } = await database.system(async (tx) => {
    const tenant = await createTenant(tx, "test");
    const { id } = await createKey(tx, { tenantId: tenant, name: "robot", role: "operator" });
    // Encoding pictures of fake desktops would be most of what these tests do.
    const recording = { frames: "none" as const };
    const document = { grantable: [...GRANTS, "app(*)"], limits: { concurrentTasks: 1_000 }, recording };
    await putPolicy(tx, { tenantId: tenant, document, comment: "test", createdBy: "system" });
    return { tenantId: tenant, principalId: id };
  });
  const pool = new pg.Pool({ connectionString: fresh.url, max: 2 });
  pool.on("error", () => undefined);
  return {
    url: fresh.url,
    database,
    tenantId,
    principalId,
    submit: (count, steps, changes = {}) =>
      database.system(async (tx) => {
        const ids: string[] = [];
        for (let number = 0; number < count; number += 1) {
          const task = await insertTask(tx, {
            ...{
              tenantId,
              createdBy: principalId,
              inputs: { number },
              priority: 50,
              timeoutMs: 60_000,
              maxAttempts: 3,
            },
            program: { steps: steps.map((step) => ({ with: {}, ...step }) as Step), grants: GRANTS },
            ...changes,
          });
          ids.push(task.id);
        }
        return ids;
      }),
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    close: async () => {
      await pool.end();
      await database.close();
      await fresh.drop();
    },
  };
}

export interface TaskCounts {
  readonly succeeded: number;
  readonly others: number;
  /** Tasks with more than one successful attempt. */
  readonly doubled: number;
  readonly attempts: number;
}

export async function countTasks(fleet: TestFleet): Promise<TaskCounts> {
  const [row] = await fleet.query<TaskCounts>(`
    select (select count(*)::int from tasks where state = 'succeeded') as succeeded,
      (select count(*)::int from tasks where state <> 'succeeded') as others,
      (select count(*)::int from (select task_id from attempts where outcome = 'success' group by 1 having count(*) > 1) d) as doubled,
      (select count(*)::int from attempts) as attempts`);
  return row as TaskCounts;
}
