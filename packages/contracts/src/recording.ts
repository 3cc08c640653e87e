import { z } from "zod";
import { Id, Rectangle, Timestamp } from "./common.ts";

/**
 * What made the recorder look: the session's start or end, an action of an agent's, one that is about to go to a place on the
 * screen, an ask, input of a person's.
 */
export const FRAME_CAUSES = ["start", "aim", "action", "approval", "human", "end"] as const;

/**
 * One look at a session's screen for its recording. `kept`: the picture is there, as gate 8 let it through; `hash`: policy keeps
 * no pictures, or the session has used up its bytes; `withheld`: something on the screen may not be recorded, so nothing is known of it.
 */
export const SessionFrame = z.strictObject({
  id: Id,
  sessionId: Id,
  at: Timestamp,
  cause: z.enum(FRAME_CAUSES),
  /** The intent's id in the audit: of the action that it is taken for where the cause is `aim`, else of the last one that had ended. */
  actionId: Id.nullable(),
  status: z.enum(["kept", "hash", "withheld"]),
  width: z.number().int(),
  height: z.number().int(),
  /** Of the masked pixels as they were taken; null: withheld. */
  sha256: z.string().nullable(),
  /** What gate 8 filled, by kind, in pixels of this frame. */
  masked: z.array(Rectangle.extend({ kind: z.string() })),
  /** Of the picture that is kept, else 0. */
  contentBytes: z.number().int(),
});
export type SessionFrame = z.infer<typeof SessionFrame>;
