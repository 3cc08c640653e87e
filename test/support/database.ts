import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "@deskfleet/store";
import { Client, DatabaseError } from "pg";

export interface TestDatabase {
  /** Connects as the server's administrator to a database of this test alone. */
  readonly url: string;
  /** Removes the database, ending whatever is still connected. */
  drop(): Promise<void>;
}

const MIGRATIONS = resolve(import.meta.dirname, "../../packages/store/migrations");
/** "source database is being accessed by other users": the migration's last connection is still closing. */
const OBJECT_IN_USE = "55006";

/** A migrated, empty database: a clone (about 50 ms) of a template that is made once per state of the migrations. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `deskfleet_test_${randomBytes(6).toString("hex")}`;
  await asAdministrator(async (client) => {
    const template = await ensureTemplate(client);
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
        return;
      } catch (error) {
        if (attempt === 50 || !(error instanceof DatabaseError && error.code === OBJECT_IN_USE)) throw error;
        await sleep(100);
      }
    }
  });
  return describe(name);
}

/** A database without tables, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `deskfleet_test_${randomBytes(6).toString("hex")}`;
  await asAdministrator((client) => client.query(`CREATE DATABASE ${name}`));
  return describe(name);
}

function describe(name: string): TestDatabase {
  return {
    url: databaseUrl(name),
    drop: async () => {
      await asAdministrator((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** The advisory lock makes parallel test files wait for one of them; the rename makes a template complete or absent. */
async function ensureTemplate(client: Client): Promise<string> {
  const template = `deskfleet_template_${migrationsDigest()}`;
  await client.query("SELECT pg_advisory_lock(hashtext('deskfleet_template'))");
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [template]);
    if (rowCount === 0) {
      const draft = `${template}_draft`;
      await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${draft}`);
      await migrate(databaseUrl(draft));
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
        [draft],
      );
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
    }
    return template;
  } finally {
    await client.query("SELECT pg_advisory_unlock(hashtext('deskfleet_template'))");
  }
}

function migrationsDigest(): string {
  const hash = createHash("sha256");
  for (const name of (readdirSync(MIGRATIONS, { recursive: true }) as string[]).sort()) {
    const path = join(MIGRATIONS, name);
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 12);
}

function databaseUrl(name: string): string {
  const url = new URL(administratorUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function administratorUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error("TEST_DATABASE_URL is not set: run tests through vitest's project `integration` or npm test");
  return url;
}

async function asAdministrator<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: administratorUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
