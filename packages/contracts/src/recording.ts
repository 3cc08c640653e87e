import { z } from "zod";
import { Id, Rectangle, Timestamp } from "./common.ts";

/** What made the recorder look: the session's start or end, an action of an agent's, an ask, input of a person's. */
export const FRAME_CAUSES = ["start", "action", "approval", "human", "end"] as const;

/**
 * One look at a session's screen for its recording. `kept`: the picture is there, as gate 8 let it through; `hash`: policy keeps
 * no pictures, or the session has used up its bytes; `withheld`: something on the screen may not be recorded, so nothing is known of it.
 */
export const SessionFrame = z.strictObject({
  id: Id,
  sessionId: Id,
  at: Timestamp,
  cause: z.enum(FRAME_CAUSES),
  /** Of the last action before it, the intent's id in the audit. */
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
