import { FleetError } from "@deskfleet/contracts";
import { findProject, type Tx } from "@deskfleet/store";

/** The id of a project that a request names, by id or name; null when it names none. @throws FleetError `request.invalid` */
export async function projectIdOf(tx: Tx, reference: string | undefined): Promise<string | null> {
  if (reference === undefined) return null;
  const project = await findProject(tx, reference);
  if (project === null) throw invalidProject("there is no such project");
  return project.id;
}

export const invalidProject = (message: string) =>
  new FleetError("request.invalid", "The request has faults; each says where", {
    faults: [{ path: "/project", message }],
  });
