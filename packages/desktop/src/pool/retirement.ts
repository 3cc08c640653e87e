import { setTimeout as sleep } from "node:timers/promises";
import type { Desktop, SandboxDriver } from "../driver.ts";
import type { Logger } from "../logger.ts";

export interface RetirementOptions {
  readonly driver: SandboxDriver;
  readonly logger: Logger;
  /** One more is gone, or is left to the reaper. */
  readonly onGone: () => void;
}

/** Waits between tries; after the last the reaper has it. */
const RETRY_MS = [1_000, 5_000];

/** Destroys desktops in the background and knows which are still on their way out. */
export class Retirement {
  readonly #options: RetirementOptions;
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(options: RetirementOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#leaving.size;
  }

  ids(): Iterable<string> {
    return this.#leaving.keys();
  }

  add(desktop: Desktop): void {
    const gone = this.#destroy(desktop.id).finally(() => {
      this.#leaving.delete(desktop.id);
      this.#options.onGone();
    });
    this.#leaving.set(desktop.id, gone);
  }

  /** Resolves once all that leave now are gone. */
  async settled(): Promise<void> {
    await Promise.all(this.#leaving.values());
  }

  async #destroy(desktopId: string): Promise<void> {
    const { driver, logger } = this.#options;
    for (const retryMs of [...RETRY_MS, null]) {
      try {
        return await driver.destroy(desktopId);
      } catch (error) {
        logger.warn({ err: error, desktopId }, "a desktop could not be destroyed");
        if (retryMs !== null) await sleep(retryMs);
      }
    }
    logger.error({ desktopId }, "a desktop is left to the reaper");
  }
}
