import { setTimeout as sleep } from "node:timers/promises";
import { Pong } from "@deskfleet/contracts";
import type { Container } from "dockerode";
import { ExecutorBridge } from "../bridge/executor-bridge.ts";
import { execStream } from "./exec-stream.ts";

/** It waits for the desktop by itself, and has its imports done by the time that the desktop is up. */
const EXECUTOR = ["/usr/local/bin/deskfleet-executor"];
const RETRY_MS = 50;
const TRIES = 5;

export interface BootedExecutor {
  readonly bridge: ExecutorBridge;
  readonly info: Pong;
}

/**
 * Starts the executor in a running container and pings it until it answers with the accessibility bus up.
 * @throws whatever stopped it, once `signal` aborts, the container is not running or the executor has ended five times;
 *   no exec is left open
 */
export async function bootExecutor(container: Container, signal: AbortSignal): Promise<BootedExecutor> {
  for (let tries = 1; ; tries++) {
    const stream = await raceAbort(execStream(container, EXECUTOR), signal);
    const bridge = new ExecutorBridge(stream);
    try {
      return { bridge, info: await pingUntilAccessible(bridge, signal) };
    } catch (cause) {
      const hasEnded = !bridge.isAlive;
      bridge.lose("it did not come up", cause);
      if (signal.aborted || !hasEnded || tries === TRIES)
        throw new Error(`the executor did not come up: ${stream.stderrTail}`, { cause });
    }
    await sleep(RETRY_MS, undefined, { signal });
  }
}

async function pingUntilAccessible(bridge: ExecutorBridge, signal: AbortSignal): Promise<Pong> {
  for (;;) {
    // The start's own limit is the signal; the exec may wait for the desktop for as long as that.
    const { result } = await raceAbort(bridge.call("ping", {}, { timeoutMs: 600_000 }), signal);
    const pong = Pong.parse(result);
    if (pong.accessibility) return pong;
    await sleep(RETRY_MS, undefined, { signal });
  }
}

/** Settles with the promise, or rejects as soon as the signal aborts. What the promise does later is ignored. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
