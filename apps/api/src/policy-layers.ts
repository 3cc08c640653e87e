import { FleetError, type Layer, PolicyDocument, type PolicyVersion, toFaults } from "@deskfleet/contracts";
import type { PolicyLayer } from "@deskfleet/gates";
import {
  findApproval,
  findFlagPolicy,
  findSession,
  type PolicySubject,
  policiesInForce,
  type SessionRecord,
} from "@deskfleet/store";
import type { Services } from "./services.ts";

/**
 * All stored layers that hold for a principal, in a project where one is named.
 * @throws FleetError `policy.invalid` when a document in force does not parse: it may have been stricter than what is left of it
 */
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
  return flag === null ? stored : [...stored, { layer: "flag", version: "flag", document: parse("flag", flag) }];
}

/** The layers of the session that an approval belongs to. @throws FleetError `resource.not_found`, `policy.invalid` */
export async function layersOfApproval(
  services: Pick<Services, "database">,
  tenantId: string,
  approvalId: string,
): Promise<PolicyLayer[]> {
  const session = await services.database.tenant(tenantId, async (tx) => {
    const approval = await findApproval(tx, approvalId);
    return approval === null ? null : findSession(tx, approval.sessionId);
  });
  if (session === null) throw new FleetError("resource.not_found", "there is no such approval");
  return layersOfSession(services, session);
}

const toLayer = ({ layer, version, document }: PolicyVersion): PolicyLayer => ({
  ...{ layer, version: `${layer}@${version}` },
  document: parse(layer, document),
});

function parse(layer: Layer, document: unknown): PolicyDocument {
  const parsed = PolicyDocument.safeParse(document);
  if (parsed.success) return parsed.data;
  throw new FleetError(
    "policy.invalid",
    `The document of the layer ${layer} that is in force cannot be read; nothing is allowed until a new version is stored`,
    { faults: toFaults(parsed.error) },
  );
}
