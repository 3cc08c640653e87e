import { readFileSync } from "node:fs";
import pg from "pg";
import { call, type FleetAccess } from "../fleet.ts";

/** What the fleet keeps and says, by where. */
export type Traces = ReadonlyMap<string, string>;

/** Every row of every table as JSON, and all that the processes logged: events, audit, judgements, results, whatever there is. */
export async function tracesOf({ databaseUrl, logs }: FleetAccess): Promise<Traces> {
  const traces = new Map<string, string>();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(one)::text AS row FROM ${name} AS one`);
      traces.set(name, rows.map(({ row }) => row).join("\n"));
    }
  } finally {
    await client.end();
  }
  for (const { path, start } of logs) traces.set(path, readFileSync(path).subarray(start).toString("utf8"));
  return traces;
}

/** The values that stand in a text as they are, or without their blanks, or escaped as in JSON. */
export function namedIn(text: string, values: readonly string[]): string[] {
  const close = text.replaceAll(/\s/g, "");
  return values.filter((value) => text.includes(value) || close.includes(value.replaceAll(/\s/g, "")));
}

/** Pictures that were recorded of a session, oldest first. */
export async function recordedOf(fleet: FleetAccess, sessionId: string): Promise<Buffer[]> {
  const { items } = (await call(fleet, "GET", `/v1/sessions/${sessionId}/frames?limit=200`)) as {
    items: { id: string; status: string }[];
  };
  const pictures: Buffer[] = [];
  for (const { id } of items.filter(({ status }) => status === "kept")) {
    const response = await fetch(`${fleet.url}/v1/sessions/${sessionId}/frames/${id}`, {
      headers: { authorization: `Bearer ${fleet.key}` },
    });
    pictures.push(Buffer.from(await response.arrayBuffer()));
  }
  return pictures;
}
