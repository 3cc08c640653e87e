import { z } from "zod";
import { Id, Timestamp } from "./common.ts";

/** Bytes that were kept for a task or session; masked before they were stored. */
export const Artifact = z.strictObject({
  id: Id,
  taskId: Id.nullable(),
  sessionId: Id.nullable(),
  /** `frame`, `file` … */
  kind: z.string(),
  /** Of a frame: the step that took it, or `failure`. */
  name: z.string(),
  contentType: z.string(),
  contentBytes: z.number().int(),
  sha256: z.string(),
  createdAt: Timestamp,
});
export type Artifact = z.infer<typeof Artifact>;
