import { createHash } from "node:crypto";
import { type Artifact, FleetError } from "@deskfleet/contracts";
import { asc, eq } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { artifacts } from "./schema/index.ts";

/** A full frame as PNG has about 0.1 MB; the database refuses more than this too. */
export const ARTIFACT_BYTES_MAX = 8 * 1_024 * 1_024;

export interface NewArtifact {
  readonly tenantId: string;
  readonly taskId: string | null;
  readonly sessionId: string | null;
  readonly kind: string;
  readonly name: string;
  readonly contentType: string;
  /** Masked already: nothing is looked at again on its way out. */
  readonly content: Buffer;
}

/** @throws FleetError `request.too_large` beyond ARTIFACT_BYTES_MAX. */
export async function insertArtifact(tx: Tx, input: NewArtifact): Promise<Artifact> {
  if (input.content.length > ARTIFACT_BYTES_MAX)
    throw new FleetError("request.too_large", `an artifact has at most ${ARTIFACT_BYTES_MAX} bytes`);
  const sha256 = createHash("sha256").update(input.content).digest("hex");
  const [row] = await tx
    .insert(artifacts)
    .values({ id: newId(), ...input, contentBytes: input.content.length, sha256 })
    .returning(INFO);
  return { ...row!, createdAt: row!.createdAt.toISOString() };
}

/** With its bytes. */
export async function findArtifact(tx: Tx, id: string): Promise<(Artifact & { content: Buffer }) | null> {
  const [row] = await tx
    .select({ ...INFO, content: artifacts.content })
    .from(artifacts)
    .where(eq(artifacts.id, id));
  return row ? { ...row, createdAt: row.createdAt.toISOString() } : null;
}

/** Of one task, oldest first, without their bytes. */
export async function listArtifacts(tx: Tx, taskId: string): Promise<Artifact[]> {
  const rows = await tx.select(INFO).from(artifacts).where(eq(artifacts.taskId, taskId)).orderBy(asc(artifacts.id));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

const INFO = {
  id: artifacts.id,
  taskId: artifacts.taskId,
  sessionId: artifacts.sessionId,
  kind: artifacts.kind,
  name: artifacts.name,
  contentType: artifacts.contentType,
  contentBytes: artifacts.contentBytes,
  sha256: artifacts.sha256,
  createdAt: artifacts.createdAt,
};
