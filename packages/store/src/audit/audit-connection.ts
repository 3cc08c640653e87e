import type { AuditRecord, NewAuditRecord } from "@deskfleet/contracts";
import pg from "pg";
import { linkRecord } from "./chain.ts";
import { type Heads, reachedChains, readHeads, readStored, writeRecords } from "./write-records.ts";

/** Chains whose heads are kept; one beyond them is read again when it is used again. */
const HEADS_MAX = 10_000;

/** Trying again is of no use. */
export class RecordRefused extends Error {
  override readonly name = "RecordRefused";
}

/** The writer's one connection, opened when it is needed, and what it knows of the chains' heads. Calls must not overlap. */
export class AuditConnection {
  readonly #options: { url: string; secret: string; timeoutMs: number; onError: (error: Error) => void };
  readonly #heads: Heads = new Map();
  #client: pg.Client | null = null;

  constructor(options: { url: string; secret: string; timeoutMs: number; onError: (error: Error) => void }) {
    this.#options = options;
  }

  /**
   * All or nothing, durable when it resolves. `mayBeStored`: an earlier try may have committed, so look first.
   * @throws the driver's error, or RecordRefused.
   */
  async write(records: readonly NewAuditRecord[], mayBeStored: boolean): Promise<AuditRecord[]> {
    const client = await this.#open();
    const answers = new Map<string, AuditRecord>();
    if (mayBeStored) {
      const ids = records.map(({ id }) => id);
      const stored = await readStored(client, ids);
      for (const record of records) {
        const place = stored.get(record.id);
        if (!place) continue;
        const link = linkRecord(record, { seq: place.seq - 1, hash: place.previousHash });
        if (link.hash !== place.hash) throw new RecordRefused("an audit record with this id and other content exists");
        answers.set(record.id, link);
      }
    }
    const missing = records.filter(({ id }) => !answers.has(id));
    if (missing.length > 0) {
      const known = reachedChains(missing, this.#heads).filter((chain) => !this.#heads.has(chain));
      if (known.length > 0) await readHeads(client, known, this.#heads);
      for (const link of await writeRecords(client, missing, this.#heads, this.#options.secret))
        answers.set(link.id, link);
      this.#trimHeads();
    }
    return records.map(({ id }) => answers.get(id)!);
  }

  /** Somebody else wrote to a chain: believe nothing. */
  forgetHeads(): void {
    this.#heads.clear();
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#heads.clear();
    await client?.end().catch((error: Error) => this.#options.onError(error));
  }

  async #open(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: "deskfleet-audit",
      connectionTimeoutMillis: this.#options.timeoutMs,
      statement_timeout: this.#options.timeoutMs,
      query_timeout: this.#options.timeoutMs,
      keepAlive: true,
    });
    client.on("error", (error) => {
      if (this.#client === client) this.#client = null;
      this.#options.onError(error);
    });
    await client.connect();
    // Durable on acknowledgement, whatever the server's default.
    await client.query("SET ROLE deskfleet_system; SET synchronous_commit TO on");
    this.#client = client;
    return client;
  }

  #trimHeads(): void {
    for (const chain of this.#heads.keys()) {
      if (this.#heads.size <= HEADS_MAX) return;
      this.#heads.delete(chain);
    }
  }
}
