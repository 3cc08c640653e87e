import { z } from "zod";

/** One application of an image's registry: its `id` starts it, its `class` is what policies know it by. */
export const ImageApp = z.strictObject({ id: z.string(), name: z.string(), class: z.string() });
export type ImageApp = z.infer<typeof ImageApp>;

/** What a session can ask for as `desktop.image`. */
export const Image = z.strictObject({
  name: z.string(),
  workers: z.array(z.string()).meta({ description: "Ids of the workers that have it" }),
  warm: z.number().int().meta({ description: "Desktops of it that are started already and wait" }),
  apps: z
    .array(ImageApp)
    .nullable()
    .meta({ description: "Applications that it can start; null until a first desktop of it was up" }),
});
export type Image = z.infer<typeof Image>;
