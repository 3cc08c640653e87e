import { z } from "zod";
import { Id, Timestamp } from "./common.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Never of the form of an id, so that either names a project. */
export const ProjectName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    "1 to 64 of a-z, 0-9, dot, dash and underscore, beginning with a letter or digit",
  )
  .refine((name) => !UUID.test(name), "a name cannot look like an id");
/** A registered project by its id or its name. */
export const ProjectRef = z.string().min(1).max(64);

export const CreateProject = z.strictObject({ name: ProjectName });
export const Project = z.strictObject({ id: Id, name: ProjectName, createdBy: z.string(), createdAt: Timestamp });
export type Project = z.infer<typeof Project>;
