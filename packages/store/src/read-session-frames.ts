import type { Page, PageQuery, SessionFrame } from "@deskfleet/contracts";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { sessionFrames } from "./schema/index.ts";
import { FRAME, toFrame } from "./session-frames.ts";

/** Of one session, oldest first, without their pictures. */
export async function listSessionFrames(tx: Tx, sessionId: string, page: PageQuery): Promise<Page<SessionFrame>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select(FRAME)
    .from(sessionFrames)
    .where(and(eq(sessionFrames.sessionId, sessionId), after === null ? undefined : gt(sessionFrames.id, after)))
    .orderBy(asc(sessionFrames.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toFrame);
}

/** The picture, WebP; null: there is no such frame in this session, or none was kept of it. */
export async function findFramePicture(tx: Tx, frame: { sessionId: string; id: string }): Promise<Buffer | null> {
  const [row] = await tx
    .select({ content: sessionFrames.content })
    .from(sessionFrames)
    .where(and(eq(sessionFrames.sessionId, frame.sessionId), eq(sessionFrames.id, frame.id)));
  return row?.content ?? null;
}

/** What a video needs to know of a picture before it reads one. */
export type KeptFrame = Pick<SessionFrame, "id" | "at" | "width" | "height" | "contentBytes">;

/** One portion of the frames with pictures after the one named, oldest first; shorter than `limit`: the last. */
export async function keptFramesAfter(
  tx: Tx,
  sessionId: string,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<KeptFrame[]> {
  const { id, at, width, height, contentBytes } = FRAME;
  const rows = await tx
    .select({ id, at, width, height, contentBytes })
    .from(sessionFrames)
    .where(
      and(
        eq(sessionFrames.sessionId, sessionId),
        eq(sessionFrames.status, "kept"),
        afterId === null ? undefined : gt(sessionFrames.id, afterId),
      ),
    )
    .orderBy(asc(sessionFrames.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Pictures by frame; one that was removed meanwhile is missing. */
export async function framePictures(tx: Tx, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const rows = await tx
    .select({ id: sessionFrames.id, content: sessionFrames.content })
    .from(sessionFrames)
    .where(inArray(sessionFrames.id, [...ids]));
  return new Map(rows.flatMap(({ id, content }) => (content === null ? [] : [[id, content] as const])));
}
