import { type Database, insertSessionFrame, newId } from "@deskfleet/store";

/** Keeps pictures as the worker's recorder does, taken `ms` after the first moment of 2026. */
export function recordFrames(
  database: Database,
  { tenantId, sessionId }: { tenantId: string; sessionId: string },
  frames: readonly { ms: number; content: Buffer | null; width?: number; height?: number }[],
) {
  return database.tenant(tenantId, async (tx) => {
    const kept = [];
    for (const { ms, content, width = 640, height = 400 } of frames)
      kept.push(
        await insertSessionFrame(tx, {
          ...{ id: newId(), tenantId, sessionId, at: new Date(Date.UTC(2026, 0, 1) + ms).toISOString() },
          ...{ cause: "action", actionId: null, status: content === null ? "hash" : "kept", width, height },
          ...{ sha256: "5e".repeat(32), masked: [], content },
        }),
      );
    return kept;
  });
}
