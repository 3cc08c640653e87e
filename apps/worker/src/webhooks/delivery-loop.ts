import {
  claimDeliveries,
  type Database,
  type DueDelivery,
  recordTry,
  type TryResult,
  webhookSecret,
} from "@deskfleet/store";
import type { Logger } from "../log.ts";
import { type Posted, postDelivery } from "./post-delivery.ts";
import { retryDelayMs } from "./retry-delay.ts";
import { signDelivery } from "./sign-delivery.ts";

export interface DeliveryLoopOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly allowPrivate: boolean;
  /** Of one try, name server and all. */
  readonly timeoutMs?: number;
  /** There is room again, and there may be more to send. */
  readonly onRoom?: () => void;
  /** Another way to send, for tests. */
  readonly post?: typeof postDelivery;
}

const TIMEOUT_MS = 10_000;
/** Longer than a try takes: a claimed delivery is somebody else's only when its sender is gone. */
const LEASE_MS = 60_000;
const IN_FLIGHT_MAX = 32;
/** A tenant whose receivers are slow delays its own deliveries only. */
const IN_FLIGHT_PER_TENANT = 8;

/**
 * Hands over deliveries that are due, in the worker that leads; safe when two do. `run` starts as many as there is room for
 * and does not wait for them: a slow receiver must not hold up the next second's.
 */
export class DeliveryLoop {
  readonly #options: DeliveryLoopOptions;
  #wasEmpty = true;
  readonly #inFlight = new Map<string, { readonly tenantId: string; readonly ended: Promise<void> }>();

  constructor(options: DeliveryLoopOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const limit = IN_FLIGHT_MAX - this.#inFlight.size;
    if (limit <= 0) return;
    const busyTenants = [...this.#countByTenant()].flatMap(([id, count]) =>
      count >= IN_FLIGHT_PER_TENANT ? [id] : [],
    );
    const due = await this.#options.database.system((tx) =>
      claimDeliveries(tx, { limit, perTenant: IN_FLIGHT_PER_TENANT, leaseMs: LEASE_MS, busyTenants }),
    );
    this.#wasEmpty = due.length === 0;
    for (const delivery of due) {
      const ended = this.#deliver(delivery).finally(() => {
        this.#inFlight.delete(delivery.id);
        if (!this.#wasEmpty) this.#options.onRoom?.();
      });
      this.#inFlight.set(delivery.id, { tenantId: delivery.tenantId, ended });
    }
  }

  /** Resolves when no try is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#inFlight.values()].map(({ ended }) => ended));
  }

  #countByTenant(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { tenantId } of this.#inFlight.values()) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
    return counts;
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { database, log, allowPrivate, timeoutMs = TIMEOUT_MS, post = postDelivery } = this.#options;
    const { id, tenantId, webhookId, url, tries } = delivery;
    const body = JSON.stringify(delivery.body);
    const secret = webhookSecret(database.secret, webhookId === null ? { tenantId } : { webhookId });
    const headers = signDelivery(secret, { id, atSeconds: Math.floor(Date.now() / 1_000), body });
    const posted = await post(url, { headers, body }, { timeoutMs, allowPrivate });
    const result = resultOf(posted, tries);
    // The address may hold a token of the receiver's: the log has the ids.
    if (!result.isDelivered) log.info({ deliveryId: id, tenantId, webhookId, tries, ...posted }, "a delivery failed");
    try {
      await database.system((tx) => recordTry(tx, delivery, result));
    } catch (error) {
      log.warn({ deliveryId: id, err: error }, "a delivery's result could not be stored; it is sent again");
    }
  }
}

/** Only 2xx is a success. 410 and an address that may not be called end it: waiting changes neither. */
function resultOf({ status, error }: Posted, tries: number): TryResult {
  if (status !== null && status >= 200 && status < 300) return { isDelivered: true, status };
  const isFinal = status === 410 || error === "address_refused";
  const retryInMs = isFinal ? null : retryDelayMs(tries, Math.random());
  return { isDelivered: false, status, error: error ?? "status", retryInMs };
}
