import { z } from "zod";
import { Id, Role, Timestamp } from "./common.ts";

/** What is told of an API key after it was made: never the key itself. */
export const ApiKey = z.strictObject({
  id: Id,
  name: z.string(),
  role: Role,
  createdAt: Timestamp,
  revokedAt: Timestamp.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const CreateKey = z.strictObject({ name: z.string().min(1).max(100), role: Role });
export type CreateKey = z.infer<typeof CreateKey>;

/** The only answer that holds the key. */
export const CreatedKey = z.strictObject({ id: Id, key: z.string(), name: z.string(), role: Role });
export type CreatedKey = z.infer<typeof CreatedKey>;
