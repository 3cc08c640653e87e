import { z } from "zod";
import { Id, Timestamp } from "./common.ts";

const count = z.number().int();

export const Statistics = z.strictObject({
  hours: z.array(z.strictObject({ at: Timestamp, succeeded: count, failed: count, cancelled: count })).meta({
    description: "Tasks of the tenant by the hour in which they ended, oldest first; the last one is not over yet",
  }),
  tenants: z
    .array(
      z.strictObject({
        tenantId: Id,
        name: z.string(),
        queued: count,
        active: count,
        oldestQueuedAt: Timestamp.nullable(),
      }),
    )
    .meta({ description: "What waits: the caller's tenant, for administrators of the fleet's operator all of them" }),
});
export type Statistics = z.infer<typeof Statistics>;
