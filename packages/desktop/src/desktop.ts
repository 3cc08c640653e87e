import type { Duplex } from "node:stream";
import type { Pong } from "@deskfleet/contracts";
import type { ExecutorBridge } from "./bridge/executor-bridge.ts";
import type { Desktop, DesktopKind, ExecutorClient } from "./driver.ts";

export interface RunningDesktopOptions {
  readonly id: string;
  readonly kind: DesktopKind;
  readonly expiresAt: Date;
  readonly bridge: ExecutorBridge;
  readonly info: Pong;
  readonly openVnc: () => Promise<Duplex>;
}

/** A started desktop: alive until its bridge ends, whatever ended it. Drivers share this. */
export class RunningDesktop implements Desktop {
  readonly id: string;
  readonly kind: DesktopKind;
  readonly expiresAt: Date;
  readonly executor: ExecutorClient;
  readonly info: Pong;
  readonly openVnc: () => Promise<Duplex>;
  readonly #bridge: ExecutorBridge;
  #isEnded = false;

  constructor(options: RunningDesktopOptions) {
    this.id = options.id;
    this.kind = options.kind;
    this.expiresAt = options.expiresAt;
    this.executor = options.bridge;
    this.info = options.info;
    this.openVnc = options.openVnc;
    this.#bridge = options.bridge;
  }

  onLost(listener: (reason: string) => void): void {
    this.#bridge.onLost((reason) => {
      if (!this.#isEnded) listener(reason);
    });
  }

  /** The driver learnt from elsewhere that the container is gone. */
  lose(reason: string): void {
    this.#bridge.lose(reason);
  }

  /** Destroyed on purpose: calls that wait fail, but nobody is told that the desktop was lost. */
  end(): void {
    this.#isEnded = true;
    this.#bridge.lose("it was closed");
  }
}
