import type { Page, PageQuery, StoredWorkflow, WorkflowDocument } from "@deskfleet/contracts";
import { and, desc, eq, lt } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { workflows } from "./schema/index.ts";

const toWorkflow = (row: typeof workflows.$inferSelect): StoredWorkflow => ({
  ...row.document,
  id: row.id,
  createdAt: row.createdAt.toISOString(),
});

/** A version is written once. @throws FleetError `resource.conflict` when name and version exist. */
export async function insertWorkflow(
  tx: Tx,
  input: { tenantId: string; document: WorkflowDocument; createdBy: string },
): Promise<StoredWorkflow> {
  const { name, version } = input.document;
  const [row] = await tx
    .insert(workflows)
    .values({ id: newId(), ...input, name, version })
    .returning();
  return toWorkflow(row!);
}

/** `name@version`, or `name` for the newest; null when there is none. */
export async function findWorkflow(tx: Tx, ref: string): Promise<StoredWorkflow | null> {
  const [name = "", version] = ref.split("@");
  const [row] = await tx
    .select()
    .from(workflows)
    .where(and(eq(workflows.name, name), version === undefined ? undefined : eq(workflows.version, Number(version))))
    .orderBy(desc(workflows.version))
    .limit(1);
  return row ? toWorkflow(row) : null;
}

/** Newest first, every version; or those of one name. */
export async function listWorkflows(
  tx: Tx,
  filters: { name?: string },
  page: PageQuery,
): Promise<Page<StoredWorkflow>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(workflows)
    .where(
      and(
        filters.name === undefined ? undefined : eq(workflows.name, filters.name),
        after === null ? undefined : lt(workflows.id, after),
      ),
    )
    .orderBy(desc(workflows.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toWorkflow);
}
