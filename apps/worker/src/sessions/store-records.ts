import { FleetError } from "@deskfleet/contracts";
import {
  appendEvent,
  type Database,
  findApproval,
  findSession,
  insertApproval,
  insertGrant,
  listGrants,
  markExecuted,
  policiesInForce,
  toApproval,
  updateSession,
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
      database.tenant(tenantId, async (tx) =>
        (await listGrants(tx, principalId, sessionId)).map(({ grant, scope, layer, expiresAt }) => ({
          ...{ grant, scope, layer },
          expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt),
        })),
      ),
    insertGrant: (tenantId, { grant, scope, principalId, sessionId, givenBy }) =>
      database.tenant(tenantId, async (tx) => {
        // "Always" is the principal's in every session; nobody else was asked about.
        await insertGrant(tx, {
          ...{ tenantId, grant, scope, givenBy, principalId },
          sessionId: scope === "tenant" ? null : sessionId,
          layer: "tenant",
          expiresAt: null,
        });
      }),
    insertApproval: ({ targetDigest, frameId, policyVersion, codeDigest, ...input }) =>
      database.tenant(input.tenantId, async (tx) =>
        toApproval(
          await insertApproval(tx, {
            ...input,
            frozen: { targetDigest, frameId, policyVersion },
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
    markExecuted: (tenantId, id) => database.tenant(tenantId, (tx) => markExecuted(tx, id)),
    appendEvents: (tenantId, events) =>
      database.tenant(tenantId, async (tx) => {
        for (const event of events) await appendEvent(tx, { tenantId, ...event });
      }),
  };
}
