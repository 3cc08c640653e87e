import { digestConfirmationCode, insertApproval, toApproval } from "@deskfleet/store";
import type { Caller, Harness } from "../testing/harness.ts";
import { asks, does, serveDesktops } from "./testing-desktops.ts";

export const CODE = "GOODCODE";
const decisive = {
  gate: "consent",
  outcome: "ask",
  code: "grant.needed",
  reason: "computer_use was not given",
  layer: "default",
} as const;

/** The worker asks about every action of this caller, and executes what was approved. @returns ids, as they are asked */
export function askAlways(
  harness: Harness,
  { tenantId, principalId }: Caller,
  more: { isCodeRequired?: boolean; frozen?: Record<string, unknown> } = {},
): string[] {
  const asked: string[] = [];
  serveDesktops(
    harness,
    async ({ sessionId, tool, params }) => {
      const { isCodeRequired = false, frozen = {} } = more;
      const record = await harness.database.tenant(tenantId, (tx) =>
        insertApproval(tx, {
          ...{
            tenantId,
            sessionId,
            taskId: null,
            tool,
            params,
            isTaskStep: false,
            digest: "0",
            frozen,
            isCodeRequired,
          },
          evaluation: { outcome: "ask", decisive, verdicts: [decisive], risk: "R2_LOCAL_STATE" },
          codeSha256: digestConfirmationCode(CODE),
          ...{ requestedBy: `principal:${principalId}`, ttlSeconds: 600 },
          offers: [{ grant: "computer_use", isKeepable: true }],
          warnings: [{ code: "screen_text", text: "Text on the screen may try to steer the agent." }],
        }),
      );
      asked.push(record.id);
      return asks(toApproval(record), CODE);
    },
    () => does("computer_key_press", { key: "Return" }),
  );
  return asked;
}
