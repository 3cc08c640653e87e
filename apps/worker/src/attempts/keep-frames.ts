import { FleetError, type FrameInfo } from "@deskfleet/contracts";
import { type Database, insertArtifact } from "@deskfleet/store";
import type { Logger } from "../log.ts";

export interface KeptFrame {
  readonly tenantId: string;
  readonly taskId: string;
  readonly sessionId: string;
  /** The step that took it. */
  readonly step: string;
  readonly frame: Pick<FrameInfo, "format">;
  readonly content: Buffer;
}

/**
 * Keeps the frame that a step took, masked already, with the task. A frame too large to keep is dropped with a word in the
 * log: it is evidence, and the row it belongs to is worth more.
 */
export async function keepFrame(database: Database, log: Logger, kept: KeptFrame): Promise<void> {
  const { tenantId, taskId, sessionId, step, frame, content } = kept;
  const name = `${step.replaceAll(/[^A-Za-z0-9_-]+/g, "-")}.${frame.format}`;
  const contentType = `image/${frame.format}`;
  try {
    await database.tenant(tenantId, (tx) =>
      insertArtifact(tx, { tenantId, taskId, sessionId, kind: "frame", name, contentType, content }),
    );
  } catch (error) {
    if (!(error instanceof FleetError)) throw error;
    log.warn({ taskId, step, err: error }, "a frame could not be kept");
  }
}
