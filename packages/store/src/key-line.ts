import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/**
 * Whether one key is the other, made it, or was made by it, over any number of keys between. The four-eyes rule takes all of
 * these for one pair of eyes: whoever makes a key has seen it. Two keys that a third made are two people's.
 */
export async function isOneKeyLine(tx: Tx, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const { rows } = await tx.execute<{ is_line: boolean }>(sql`
    with recursive line (id, created_by, start) as (
      select id, created_by, id from keys where id in (${one}::uuid, ${other}::uuid)
      union
      select keys.id, keys.created_by, line.start from keys join line on keys.id = line.created_by
    )
    select exists (select 1 from line where id <> start and id in (${one}::uuid, ${other}::uuid)) as is_line`);
  return rows[0]!.is_line;
}
