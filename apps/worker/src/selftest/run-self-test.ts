import {
  type Principal,
  SELF_TEST_KINDS,
  type SelfTestCase,
  type SelfTestReport,
  TOOL_CASES,
  type ToolCases,
} from "@deskfleet/contracts";
import { type PerformCall, perform } from "../perform.ts";
import type { LiveSession, Services } from "../sessions/live-session.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import type { SessionHost } from "../sessions/session-host.ts";
import { runCase } from "./run-case.ts";
import { SELF_TEST_POLICY, setScene } from "./scene.ts";

export interface SelfTestOptions {
  readonly host: Pick<SessionHost, "open" | "close">;
  readonly services: Services;
  readonly session: Pick<OpenSession, "sessionId" | "principal" | "desktop" | "fencingToken">;
}

/** What is not tried by then counts as failed. */
const RUN_MS_MAX = 120_000;

interface NamedCase {
  readonly tool: string;
  readonly kind: keyof ToolCases;
  readonly cases: ToolCases;
}
const ALL: readonly NamedCase[] = Object.entries(TOOL_CASES).flatMap(([tool, cases]) =>
  SELF_TEST_KINDS.map((kind) => ({ tool, kind, cases })),
);
const isSensitive = ({ kind, cases }: NamedCase): boolean => cases[kind].isSensitiveInFront === true;

/**
 * Every case of every tool on a fresh desktop, through `perform`, under a policy of its own: what is shown is that the
 * machinery works, whatever a tenant has decided. Only the isolation is the one that the fleet asks for.
 * @throws FleetError as opening a session does, and when the desktop could not be prepared
 */
export async function runSelfTest({ host, services, session: input }: SelfTestOptions): Promise<SelfTestReport> {
  const startedMs = services.now();
  const { tenantId } = input.principal;
  const policySource = {
    policyLayers: async (subject: Parameters<Services["records"]["policyLayers"]>[0]) => {
      const stored = await services.records.policyLayers(subject);
      const isolation = stored.map(({ document }) => document.isolation).filter((one) => one !== undefined);
      return [
        { layer: "fleet" as const, version: "self-test", document: SELF_TEST_POLICY },
        ...isolation.map((one) => ({ layer: "tenant" as const, version: "self-test", document: { isolation: one } })),
      ];
    },
  };
  const session = await host.open({ ...input, tenantId, grants: [], policySource });
  try {
    const cases = await runCases(session, input.principal);
    const passed = cases.filter(({ isPassed }) => isPassed).length;
    return {
      ...{ sessionId: session.id, workerId: services.workerId, startedAt: new Date(startedMs).toISOString() },
      durationMs: services.now() - startedMs,
      ...{ passed, failed: cases.length - passed, cases },
    };
  } finally {
    await host.close(session.id, "self_test_ended");
  }
}

async function runCases(session: LiveSession, principal: Principal): Promise<SelfTestCase[]> {
  const act = (call: PerformCall) => perform(session, call);
  const { facts, clearSensitive } = await setScene({ principal, screen: session.screen, perform: act });
  const endsAtMs = performance.now() + RUN_MS_MAX;
  const run = { facts, principal, perform: act };
  const tried = new Map<NamedCase, SelfTestCase>();
  const tryAll = async (some: readonly NamedCase[]): Promise<void> => {
    for (const one of some) {
      const { tool, kind, cases } = one;
      const startedMs = performance.now();
      const isOver = startedMs > endsAtMs || session.state === "ended" || session.state === "stopped";
      const fault = isOver
        ? "it was not tried: the time or the session was over"
        : await runCase(run, tool, kind, cases);
      const durationMs = Math.round(performance.now() - startedMs);
      tried.set(one, { tool, kind, says: cases[kind].says, isPassed: fault === null, fault, durationMs });
    }
  };
  await tryAll(ALL.filter(isSensitive));
  await clearSensitive();
  await tryAll(ALL.filter((one) => !isSensitive(one)));
  // In the table's order, whichever came first.
  return ALL.map((one) => tried.get(one)).filter((one) => one !== undefined);
}
