import { FleetError } from "@deskfleet/contracts";
import {
  activePacks,
  addModelTokens,
  appendEvent,
  type Database,
  expireApproval,
  findApproval,
  findSession,
  heldGrants,
  insertApproval,
  insertGrant,
  insertJudgement,
  insertSessionFrame,
  markExecuted,
  overrideJudgement,
  policiesInForce,
  takeModelCall,
  toApproval,
  updateSession,
  useUpGrant,
} from "@deskfleet/store";
import { z } from "zod";
import type { Records } from "./records.ts";

/** What the worker put beside an approval when it froze the action. */
const Frozen = z.object({ targetDigest: z.string().nullable() });

/** The worker's records in Postgres, each call in one transaction as the tenant's role. */
export function storeRecords(database: Database): Records {
  return {
    policyLayers: (subject) =>
      database.tenant(subject.tenantId, async (tx) =>
        (await policiesInForce(tx, subject)).map(({ layer, version, document }) => ({
          ...{ layer, document },
          version: `${layer}@${version}`,
        })),
      ),
    updateSession: (tenantId, id, change) =>
      database.tenant(tenantId, async (tx) => {
        if ((await updateSession(tx, id, change)) === null)
          throw new FleetError("resource.not_found", "There is no such session, or it has ended");
      }),
    findSession: (tenantId, id) => database.tenant(tenantId, (tx) => findSession(tx, id)),
    grants: (tenantId, principalId, sessionId) =>
      database.tenant(tenantId, (tx) => heldGrants(tx, principalId, sessionId)),
    insertGrant: (tenantId, { isKept, sessionId, ...input }) =>
      database.tenant(tenantId, async (tx) => {
        // What is kept is the principal's; nobody else was asked about.
        const projectId = isKept ? ((await findSession(tx, sessionId))?.projectId ?? null) : null;
        const scope = isKept ? (projectId === null ? "tenant" : "project") : "session";
        const owner = { sessionId: isKept ? null : sessionId, projectId };
        await insertGrant(tx, { ...input, tenantId, scope, ...owner, layer: "tenant", expiresAt: null });
      }),
    useUpGrant: (tenantId, id) => database.tenant(tenantId, (tx) => useUpGrant(tx, id)),
    insertApproval: ({ targetDigest, frameId, frame, policyVersion, isFourEyes, codeDigest, ...input }) =>
      database.tenant(input.tenantId, async (tx) =>
        toApproval(
          await insertApproval(tx, {
            ...input,
            frozen: { targetDigest, frameId, frame, policyVersion, isFourEyes },
            codeSha256: codeDigest,
          }),
        ),
      ),
    findApproval: (tenantId, id) =>
      database.tenant(tenantId, async (tx) => {
        const record = await findApproval(tx, id);
        if (record === null) return null;
        return { approval: toApproval(record), targetDigest: Frozen.parse(record.frozen).targetDigest };
      }),
    expireApproval: (tenantId, id, because) =>
      database.tenant(tenantId, async (tx) => {
        await expireApproval(tx, id, because);
      }),
    markExecuted: (tenantId, id) => database.tenant(tenantId, (tx) => markExecuted(tx, id)),
    insertFrame: (frame) => database.tenant(frame.tenantId, (tx) => insertSessionFrame(tx, frame)),
    insertJudgement: (tenantId, judgement) =>
      database.tenant(tenantId, (tx) => insertJudgement(tx, { ...judgement, tenantId })),
    overrideJudgement: (tenantId, approvalId, by) =>
      database.tenant(tenantId, (tx) => overrideJudgement(tx, { approvalId, by })),
    activePacks: (tenantId) => database.tenant(tenantId, activePacks),
    takeModelCall: (tenantId, callsPerHour) =>
      database.tenant(tenantId, (tx) => takeModelCall(tx, { tenantId, callsPerHour })),
    addModelTokens: (tenantId, tokensIn, tokensOut) =>
      database.tenant(tenantId, (tx) => addModelTokens(tx, { tenantId, tokensIn, tokensOut })),
    appendEvents: (tenantId, events) =>
      database.tenant(tenantId, async (tx) => {
        for (const event of events) await appendEvent(tx, { tenantId, ...event });
      }),
  };
}
