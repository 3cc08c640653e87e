import { FleetError } from "@deskfleet/contracts";
import { and, eq, sql } from "drizzle-orm";
import type { Database, Tx } from "./database.ts";
import { sqlState } from "./database-error.ts";
import { idempotencyKeys } from "./schema/index.ts";

export interface IdempotentCall {
  readonly tenantId: string;
  /** The Idempotency-Key. */
  readonly key: string;
  /** `POST /v1/tasks`: a key used on another route is a mismatch. */
  readonly route: string;
  readonly bodySha256: string;
  /** How long to wait for the first call with this key; default 10 s. */
  readonly waitMs?: number;
}

const WAIT_MS_DEFAULT = 10_000;
/** Calls of this process by tenant and key: followers wait here instead of each holding a connection. */
const inFlight = new Map<string, Promise<unknown>>();

/**
 * Runs `run` once for a key and answers everybody with its JSON. The key, the work and the answer are one transaction: whoever
 * comes at the same time waits for it, and a crash takes all three back, so the next call runs again. A failed run is not kept.
 * @throws FleetError `idempotency.mismatch`, `idempotency.in_progress` after `waitMs`, and whatever `run` throws.
 */
export async function withIdempotency<T>(
  database: Database,
  call: IdempotentCall,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const waitMs = call.waitMs ?? WAIT_MS_DEFAULT;
  const slot = `${call.tenantId} ${call.key}`;
  const until = Date.now() + waitMs;
  for (let first = inFlight.get(slot); first !== undefined; first = inFlight.get(slot)) await waitFor(first, until);
  const mine = attempt(database, call, Math.max(1, until - Date.now()), run);
  inFlight.set(slot, mine);
  try {
    return await mine;
  } finally {
    if (inFlight.get(slot) === mine) inFlight.delete(slot);
  }
}

async function attempt<T>(
  database: Database,
  call: IdempotentCall,
  waitMs: number,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { tenantId, key, route, bodySha256 } = call;
  const isThisKey = and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.key, key));
  return database.tenant(tenantId, async (tx) => {
    if (!(await claimKey(tx, call, waitMs))) {
      const [stored] = await tx.select().from(idempotencyKeys).where(isThisKey);
      if (stored?.route !== route || stored.bodySha256 !== bodySha256)
        throw new FleetError("idempotency.mismatch", "this Idempotency-Key was used with another request");
      return stored.answer as T;
    }
    // Through JSON, so that the first caller gets the very same value as those who repeat it.
    const answer = JSON.parse(JSON.stringify(await run(tx))) as T;
    await tx.update(idempotencyKeys).set({ answer }).where(isThisKey);
    return answer;
  });
}

/** True: ours to run. False: done by somebody else. Waits at most `waitMs` for a transaction that holds the key right now. */
async function claimKey(tx: Tx, call: IdempotentCall, waitMs: number): Promise<boolean> {
  const { tenantId, key, route, bodySha256 } = call;
  await tx.execute(sql`select set_config('lock_timeout', ${`${Math.ceil(waitMs)}ms`}, true)`);
  try {
    const rows = await tx
      .insert(idempotencyKeys)
      .values({ tenantId, key, route, bodySha256 })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    await tx.execute(sql`select set_config('lock_timeout', '0', true)`);
    return rows.length === 1;
  } catch (error) {
    if (sqlState(error) !== "55P03") throw error;
    throw new FleetError("idempotency.in_progress", "the first request with this key is still running", {
      cause: error,
    });
  }
}

/** Resolves when the call before has settled, either way: its failure is its own caller's to handle. */
async function waitFor(first: Promise<unknown>, until: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new FleetError("idempotency.in_progress", "the first request with this key is still running")),
      Math.max(0, until - Date.now()),
    );
  });
  try {
    await Promise.race([first.then(ignore, ignore), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function ignore(): void {}
