import type { z } from "zod";

/** A JSON answer in an OpenAPI route. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** A required JSON body. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({
  body: { required: true as const, content: { "application/json": { schema } } },
});
