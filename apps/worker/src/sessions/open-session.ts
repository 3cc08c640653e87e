import { type DesktopSpec, FleetError, type PolicyDocument, type Principal } from "@deskfleet/contracts";
import type { Desktop, DesktopKind } from "@deskfleet/desktop";
import { effectivePolicy, type PolicySource } from "./effective-policy.ts";
import { setLease } from "./executor-control.ts";
import { LiveSession, type Services } from "./live-session.ts";

export interface OpenSession {
  readonly sessionId: string;
  readonly tenantId: string;
  readonly principal: Principal;
  /** Whose policy layers hold too. */
  readonly projectId?: string | null | undefined;
  readonly desktop: DesktopSpec;
  /** Consents asked for; given as far as policy's `grantable` goes, the rest is asked at first use. */
  readonly grants: readonly string[];
  readonly flagPolicy?: PolicyDocument | undefined;
  /** Another policy than the stored one: for the self-test, which shows what the gates do and not what a tenant decided. */
  readonly policySource?: PolicySource | undefined;
  /** What is to be done, in its caller's words: what the auditor compares actions with. */
  readonly goal?: string | null | undefined;
  /** Hosts where the session is meant to work. */
  readonly trustedDomains?: readonly string[] | undefined;
  readonly taskId?: string | null | undefined;
  readonly attemptId?: string | null | undefined;
  readonly fencingToken: number;
  /** Seconds without an action until an interactive session ends; absent: whoever opened it closes it. */
  readonly idleTimeoutSeconds?: number | undefined;
  /** Gives up while the desktop is still being started. */
  readonly signal?: AbortSignal | undefined;
}

/** The part of DesktopPool that sessions use. */
export interface DesktopSource {
  claim(kind: DesktopKind, signal: AbortSignal): Promise<Desktop>;
  /** Destroys it: a desktop serves one session. */
  release(desktop: Desktop): Promise<void>;
}

export interface DesktopChoice {
  /** Image name of a specification to the engine's image; the only names that a caller can start. */
  readonly images: ReadonlyMap<string, string>;
  readonly display: "xvnc" | "xvfb";
}

const ISOLATIONS = ["container", "gvisor", "vm"] as const;
const SCREEN_PIXELS_MAX = 16_384;

/**
 * Claims a desktop and makes it a session's: policy, lease, consents. When it throws, the desktop is gone again.
 * @throws FleetError `desktop.unavailable`, `desktop.isolation_unavailable`, `capacity.exhausted`, `policy.invalid`, …
 */
export async function openSession(
  input: OpenSession,
  services: Services,
  source: DesktopSource,
  choice: DesktopChoice,
  signal: AbortSignal,
): Promise<LiveSession> {
  const { tenantId, sessionId, principal, fencingToken } = input;
  const flagPolicy = input.flagPolicy ?? null;
  const projectId = input.projectId ?? null;
  const policySource = input.policySource ?? services.records;
  const policy = await effectivePolicy(policySource, { tenantId, principalId: principal.id, projectId }, flagPolicy);
  const desktop = await source.claim(kindFor(input.desktop, policy.isolation.value, choice), signal);
  try {
    const [storedGrants] = await Promise.all([
      services.records.grants(tenantId, principal.id, sessionId),
      setLease(desktop.executor, fencingToken),
      services.records.updateSession(tenantId, sessionId, { state: "active", workerId: services.workerId }),
    ]);
    const session = new LiveSession({
      id: sessionId,
      tenantId,
      principal,
      projectId,
      taskId: input.taskId ?? null,
      attemptId: input.attemptId ?? null,
      spec: input.desktop,
      desktop,
      fencingToken,
      policy,
      policySource,
      flagPolicy,
      requestedGrants: input.grants,
      goal: input.goal ?? null,
      trustedDomains: input.trustedDomains ?? [],
      services,
    });
    session.storedGrants = storedGrants;
    signal.throwIfAborted();
    return session;
  } catch (error) {
    await source.release(desktop);
    throw error;
  }
}

/** The stricter of what the caller and the policy want. @throws FleetError `desktop.unavailable` for an unknown image or size */
function kindFor(spec: DesktopSpec, minimum: DesktopSpec["isolation"], choice: DesktopChoice): DesktopKind {
  const image = choice.images.get(spec.image);
  if (image === undefined) throw new FleetError("desktop.unavailable", "This worker has no such image");
  const [width = 0, height = 0] = spec.display.split("x").map(Number);
  if (width > SCREEN_PIXELS_MAX || height > SCREEN_PIXELS_MAX || width === 0 || height === 0)
    throw new FleetError("desktop.unavailable", "This screen size is not possible");
  const isolation = ISOLATIONS[Math.max(ISOLATIONS.indexOf(spec.isolation), ISOLATIONS.indexOf(minimum))] ?? "vm";
  return { image, width, height, isolation, display: choice.display };
}
