import type { SessionFrame } from "@deskfleet/contracts";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { sessionFrames } from "./schema/index.ts";

export interface NewSessionFrame extends Omit<SessionFrame, "id" | "contentBytes"> {
  readonly id?: string;
  readonly tenantId: string;
  /** WebP, masked already; null unless `status` is `kept`. */
  readonly content: Buffer | null;
}

export async function insertSessionFrame(tx: Tx, { at, content, ...input }: NewSessionFrame): Promise<SessionFrame> {
  const [row] = await tx
    .insert(sessionFrames)
    .values({ ...input, id: input.id ?? newId(), at: new Date(at), content, contentBytes: content?.length ?? 0 })
    .returning(FRAME);
  return toFrame(row!);
}

/** Everything but the picture. */
export const FRAME = {
  id: sessionFrames.id,
  sessionId: sessionFrames.sessionId,
  at: sessionFrames.at,
  cause: sessionFrames.cause,
  actionId: sessionFrames.actionId,
  status: sessionFrames.status,
  width: sessionFrames.width,
  height: sessionFrames.height,
  sha256: sessionFrames.sha256,
  masked: sessionFrames.masked,
  contentBytes: sessionFrames.contentBytes,
};

export const toFrame = ({ at, ...row }: Omit<SessionFrame, "at"> & { at: Date }): SessionFrame => ({
  ...row,
  at: at.toISOString(),
});
