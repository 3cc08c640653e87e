import type { Approval, FrameInfo } from "@deskfleet/contracts";
import { updateSession } from "@deskfleet/store";
import { actionResult, framed, type Reply, type WorkerCall } from "../testing/fake-worker.ts";
import type { Harness } from "../testing/harness.ts";

type Act = (action: ActionCall) => Reply | Promise<Reply>;
export interface ActionCall {
  readonly tool: string;
  readonly params: Record<string, unknown>;
  readonly observe?: unknown;
  readonly sessionId: string;
  readonly givenUp: AbortSignal;
}

/** The fake worker as one that starts, closes and acts: sessions in Postgres become what the real one would make them. */
export function serveDesktops(harness: Harness, act: Act, execute: () => Reply = () => ({ status: 204 })): void {
  harness.worker.onCall = async (call) => {
    const { path, body, claims } = call;
    if (path === "/internal/sessions") {
      const { sessionId } = body as { sessionId: string };
      await become(harness, claims.principal.tenantId, sessionId, { state: "active", workerId: harness.worker.id });
      return { status: 204 };
    }
    if (path.startsWith("/internal/approvals/")) return execute();
    const [, sessionId = "", verb] = /^\/internal\/sessions\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    if (verb === "close")
      await become(harness, claims.principal.tenantId, sessionId, { state: "ended", endReason: "closed" });
    if (verb === "frame")
      return act({
        tool: "computer_screen_capture",
        params: body as ActionCall["params"],
        sessionId,
        givenUp: call.givenUp,
      });
    if (verb !== "actions") return { status: 204 };
    const action = body as Omit<ActionCall, "sessionId" | "givenUp">;
    return act({ ...action, sessionId, givenUp: call.givenUp });
  };
}

async function become(
  harness: Harness,
  tenantId: string,
  sessionId: string,
  change: Parameters<typeof updateSession>[2],
): Promise<void> {
  await harness.database.tenant(tenantId, (tx) => updateSession(tx, sessionId, change));
}

export const pathsOf = (calls: readonly WorkerCall[]): string[] =>
  calls.map(({ path }) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "*"));

/** The worker's answer to an action that a person has to approve. */
export const asks = (approval: Approval, code: string): Reply => ({
  status: 202,
  type: "application/json",
  body: JSON.stringify({ outcome: "ask", approval, code }),
});

/** Done, with the tool's result and, where given, a picture. */
export function does(tool: string, result: unknown, image?: Buffer<ArrayBuffer>): Reply {
  const frame: FrameInfo = {
    ...{ frameId: "f1", format: "png", width: 4, height: 3, scale: 1, unchanged: false, masked: [] },
    region: { x: 0, y: 0, width: 4, height: 3 },
  };
  return framed(
    {
      ...actionResult(tool, result),
      ...(image === undefined ? {} : { frame }),
    },
    image,
  );
}
