import { FleetError } from "@deskfleet/contracts";
import { type ApprovalRecord, findApproval } from "@deskfleet/store";
import type { Services } from "../services.ts";

/** Signals can be lost with their connection. */
const LOOK_AGAIN_MS = 5_000;

/** The approval once somebody answered it or nobody can any more, or as it is when `signal` aborts. @throws FleetError `resource.not_found` */
export async function awaitAnswer(
  services: Pick<Services, "database" | "events">,
  { tenantId, id, signal }: { tenantId: string; id: string; signal: AbortSignal },
): Promise<ApprovalRecord> {
  let wake = (): void => {};
  const unsubscribe = services.events.subscribe(tenantId, () => wake());
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    for (;;) {
      let isWoken = false;
      wake = () => {
        isWoken = true;
      };
      const approval = await services.database.tenant(tenantId, (tx) => findApproval(tx, id));
      if (approval === null) throw new FleetError("resource.not_found", "there is no such approval");
      if (approval.state !== "pending" || signal.aborted) return approval;
      if (isWoken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_AGAIN_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", onAbort);
  }
}
