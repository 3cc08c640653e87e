import type { Duplex } from "node:stream";
import type { Pong } from "@deskfleet/contracts";

/** Container labels of a desktop. What carries none of them is not ours and is never touched. */
export const LABELS = {
  fleet: "deskfleet.fleet",
  worker: "deskfleet.worker",
  /** Unix seconds. Labels cannot change, so this is a hard limit on a desktop's life and not a lease. */
  expiresAt: "deskfleet.expiresAt",
} as const;

/** Minimum isolation: a container, gVisor's user-space kernel, a virtual machine. */
export type Isolation = "container" | "gvisor" | "vm";

/** What makes two desktops interchangeable. */
export interface DesktopKind {
  readonly image: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly isolation: Isolation;
  readonly display: "xvnc" | "xvfb";
}

export interface DesktopStart extends DesktopKind {
  readonly workerId: string;
  readonly fleetId: string;
  /** After this any worker of the fleet may remove it. */
  readonly expiresAt: Date;
  /** Covers create, boot and the first `ping` together. */
  readonly startTimeoutMs: number;
}

export interface CallOptions {
  /** The executor's deadline. The bridge waits a little longer, so that the executor's own answer comes first. */
  readonly timeoutMs: number;
  /** Aborting cancels the call in the desktop; the promise settles once the executor has said how far it came. */
  readonly signal?: AbortSignal;
}

export interface CallReply {
  /** Validated by the method's schema (replies.ts). */
  readonly result: unknown;
  readonly payload: Buffer | null;
}

export interface ExecutorClient {
  /**
   * One JSON-RPC call.
   * @throws RpcFailure what the executor answered as an error, CANCELLED included
   * @throws FleetError `desktop.lost` the executor is gone, at once for every call that waits; `action.timeout` it did
   *   not answer in time; `action.unknown` it answered something that is not the contract's
   */
  call(method: string, params: unknown, options: CallOptions): Promise<CallReply>;
  readonly isAlive: boolean;
}

export interface Desktop {
  readonly id: string;
  readonly kind: DesktopKind;
  readonly expiresAt: Date;
  readonly executor: ExecutorClient;
  /** Raw RFB without a password, a new server-side connection each time. Writes and reads are held back as needed. */
  openVnc(): Promise<Duplex>;
  /** Called once when container or executor ends without `destroy`; at once if that has happened already. */
  onLost(listener: (reason: string) => void): void;
  /** What the executor said when the desktop came up. */
  readonly info: Pong;
}

/** One desktop as the engine lists it, also those of other workers and of earlier processes. */
export interface ListedDesktop {
  readonly id: string;
  readonly fleetId: string;
  readonly workerId: string;
  /** null when the label does not parse. */
  readonly expiresAt: Date | null;
  /** `starting`: this driver is starting it; `held`: this driver started it; `foreign`: another process did. */
  readonly origin: "starting" | "held" | "foreign";
}

/** One way to run desktops. Every driver passes conformance.ts; a new one starts by passing it. */
export interface SandboxDriver {
  /**
   * Starts a desktop and resolves once its executor has answered `ping` with the accessibility bus up.
   * @throws FleetError `desktop.unavailable` if a step fails, the time is over or `signal` aborts: nothing is left
   *   running, a retry is safe; `desktop.isolation_unavailable` if the host lacks the runtime: nothing was started
   */
  start(spec: DesktopStart, signal: AbortSignal): Promise<Desktop>;
  /** Removes it. Idempotent: an unknown id resolves, so cleaning up after a crash is the same call again. */
  destroy(id: string): Promise<void>;
  /** Every container that carries our labels. */
  list(): Promise<ListedDesktop[]>;
  /** Isolations that this host can give. */
  runtimes(): Promise<string[]>;
  /** Lets go of connections. Desktops stay; whoever owns them destroys them. */
  close(): Promise<void>;
}

/** The parts of a start that decide whether a warm desktop fits. */
export function kindOf(spec: DesktopKind): DesktopKind {
  const { image, width, height, isolation, display } = spec;
  return { image, width, height, isolation, display };
}
