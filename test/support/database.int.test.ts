import { Client } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { emptyDatabase, freshDatabase, type TestDatabase } from "./database.ts";

const made: TestDatabase[] = [];
afterAll(async () => {
  for (const database of made) await database.drop();
});

async function tables(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  return rows[0].n;
}

describe("databases for tests", () => {
  it("clones are migrated and do not share rows or names, even when made at once", async () => {
    const databases = await Promise.all([freshDatabase(), freshDatabase(), freshDatabase()]);
    made.push(...databases);
    expect(new Set(databases.map(({ url }) => url)).size).toBe(3);
    for (const { url } of databases) expect(await tables(url)).toBeGreaterThan(0);
  });

  it("an empty one has no tables", async () => {
    const database = await emptyDatabase();
    made.push(database);
    expect(await tables(database.url)).toBe(0);
  });

  it("a dropped one refuses connections, and dropping it again is fine", async () => {
    const database = await emptyDatabase();
    const client = new Client({ connectionString: database.url });
    client.on("error", () => undefined); // dropping ends this session
    await client.connect();
    await database.drop();
    await database.drop();
    await expect(tables(database.url)).rejects.toThrow(/does not exist/);
  });
});
