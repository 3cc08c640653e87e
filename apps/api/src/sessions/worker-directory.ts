import { type Database, liveWorkers } from "@deskfleet/store";

type LiveWorker = Awaited<ReturnType<typeof liveWorkers>>[number];

/** A worker that did not report for this long is taken for gone; they report every few seconds. */
const ALIVE_MS = 15_000;
/** Addresses hardly ever change, so most actions need no query for them. */
const CACHED_MS = 1_000;

/** The workers of the fleet, as they reported themselves. */
export class WorkerDirectory {
  readonly #database: Database;
  #workers: Promise<readonly LiveWorker[]> | null = null;
  #readAtMs = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Alive now, most free desktops first. */
  async all(): Promise<readonly LiveWorker[]> {
    const now = performance.now();
    if (this.#workers === null || now - this.#readAtMs > CACHED_MS) {
      this.#readAtMs = now;
      const reading = this.#database.system((tx) => liveWorkers(tx, ALIVE_MS));
      this.#workers = reading;
      reading.catch(() => {
        // The caller gets the error; the next one asks again.
        this.#workers = null;
      });
    }
    const workers = await this.#workers;
    return workers.toSorted((a, b) => b.slots - b.used - (a.slots - a.used));
  }

  /** Something about them was changed here: whoever asks next reads again. */
  forget(): void {
    this.#workers = null;
  }

  async find(id: string): Promise<LiveWorker | null> {
    const known = (await this.all()).find((worker) => worker.id === id);
    if (known !== undefined) return known;
    this.#workers = null;
    return (await this.all()).find((worker) => worker.id === id) ?? null;
  }
}
