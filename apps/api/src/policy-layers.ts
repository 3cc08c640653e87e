import { FleetError, PolicyDocument, type PolicyVersion, toFaults } from "@deskfleet/contracts";
import type { PolicyLayer } from "@deskfleet/gates";
import {
  currentPolicies,
  findApproval,
  findFlagPolicy,
  findSession,
  type PolicySubject,
  policiesInForce,
  type SessionRecord,
} from "@deskfleet/store";
import type { Services } from "./services.ts";

/**
 * The stored, managed layers of a tenant, as `mergePolicies` takes them.
 * @throws FleetError `policy.invalid` when a document in force does not parse: it may have been stricter than what is left of it
 */
export async function policyLayers(services: Pick<Services, "database">, tenantId: string): Promise<PolicyLayer[]> {
  const { tenant, fleet } = await services.database.tenant(tenantId, (tx) => currentPolicies(tx, tenantId));
  return [tenant, fleet].filter((policy) => policy !== null).map(toLayer);
}

/** All stored layers that hold for a principal, in a project where one is named. @throws FleetError `policy.invalid` */
export async function layersInForce(
  services: Pick<Services, "database">,
  subject: PolicySubject,
): Promise<PolicyLayer[]> {
  return (await services.database.tenant(subject.tenantId, (tx) => policiesInForce(tx, subject))).map(toLayer);
}

/** The layers of a session as its worker has them: of its principal and project, and its task's flag. @throws FleetError `policy.invalid` */
export async function layersOfSession(
  services: Pick<Services, "database">,
  { tenantId, principalId, projectId, taskId }: SessionRecord,
): Promise<PolicyLayer[]> {
  const stored = await layersInForce(services, { tenantId, principalId, projectId });
  const flag = taskId === null ? null : await services.database.tenant(tenantId, (tx) => findFlagPolicy(tx, taskId));
  return flag === null ? stored : [...stored, { layer: "flag", version: "flag", document: parse(flag) }];
}

/** The layers of the session that an approval belongs to; of the tenant alone where there is no such approval. @throws FleetError `policy.invalid` */
export async function layersOfApproval(
  services: Pick<Services, "database">,
  tenantId: string,
  approvalId: string,
): Promise<PolicyLayer[]> {
  const session = await services.database.tenant(tenantId, async (tx) => {
    const approval = await findApproval(tx, approvalId);
    return approval === null ? null : findSession(tx, approval.sessionId);
  });
  return session === null ? policyLayers(services, tenantId) : layersOfSession(services, session);
}

const toLayer = ({ layer, version, document }: PolicyVersion): PolicyLayer => ({
  ...{ layer, version: `${layer}@${version}` },
  document: parse(document),
});

function parse(document: unknown): PolicyDocument {
  const parsed = PolicyDocument.safeParse(document);
  if (parsed.success) return parsed.data;
  throw new FleetError(
    "policy.invalid",
    "A policy document in force cannot be read; an administrator stores a new one",
    { faults: toFaults(parsed.error) },
  );
}
