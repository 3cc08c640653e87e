import { FleetError, type Page, type PageQuery, type Project } from "@deskfleet/contracts";
import { desc, eq, lt } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { projects } from "./schema/index.ts";

/** @throws FleetError `resource.conflict` when the tenant has a project of this name */
export async function insertProject(
  tx: Tx,
  input: { tenantId: string; name: string; createdBy: string },
): Promise<Project> {
  const [row] = await tx
    .insert(projects)
    .values({ id: newId(), ...input })
    .returning();
  return toProject(row!);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** By id or by name; null when the tenant has none. */
export async function findProject(tx: Tx, reference: string): Promise<Project | null> {
  const [row] = await tx
    .select()
    .from(projects)
    .where(UUID.test(reference) ? eq(projects.id, reference) : eq(projects.name, reference))
    .limit(1);
  return row ? toProject(row) : null;
}

/** By id or by name. @throws FleetError `resource.not_found`: unknown and another tenant's look the same */
export async function requireProject(tx: Tx, reference: string): Promise<Project> {
  const project = await findProject(tx, reference);
  if (project === null) throw new FleetError("resource.not_found", "there is no such project");
  return project;
}

/** Newest first. */
export async function listProjects(tx: Tx, page: PageQuery): Promise<Page<Project>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(projects)
    .where(after === null ? undefined : lt(projects.id, after))
    .orderBy(desc(projects.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toProject);
}

const toProject = (row: typeof projects.$inferSelect): Project => ({
  id: row.id,
  name: row.name,
  createdBy: `principal:${row.createdBy}`,
  createdAt: row.createdAt.toISOString(),
});
