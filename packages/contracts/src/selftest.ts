import { z } from "zod";
import { Id, Timestamp } from "./common.ts";

export const SELF_TEST_KINDS = ["normal", "forbidden", "hygiene"] as const;

export const SelfTestCase = z.strictObject({
  tool: z.string(),
  kind: z.enum(SELF_TEST_KINDS),
  /** What is shown. */
  says: z.string(),
  isPassed: z.boolean(),
  /** Why not; null when it passed. For people, and as clean as an answer has to be. */
  fault: z.string().nullable(),
  durationMs: z.number(),
});
export type SelfTestCase = z.infer<typeof SelfTestCase>;

/** Of one run on one worker's fresh desktop; what it did is in the audit chain of its session. */
export const SelfTestReport = z.strictObject({
  sessionId: Id,
  workerId: z.string(),
  startedAt: Timestamp,
  durationMs: z.number(),
  passed: z.number().int(),
  failed: z.number().int(),
  cases: z.array(SelfTestCase),
});
export type SelfTestReport = z.infer<typeof SelfTestReport>;
