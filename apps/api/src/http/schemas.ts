import { Id, PageQuery } from "@deskfleet/contracts";
import { z } from "zod";

/** The path's id. */
export const IdParam = z.strictObject({ id: Id.meta({ description: "uuid" }) });
export const PageParams = z.strictObject(PageQuery.shape);

/** One page of a list. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.strictObject({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
  });

/** On every create: the same key and body get the first answer again. */
export const IdempotencyHeader = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, "1 to 255 printable ASCII characters")
    .optional()
    .meta({
      description: "Repeating a create with the same key and body gives the first answer and makes nothing new",
    }),
});
