import { z } from "zod";
import { DesktopConfinement } from "./rpc.ts";

/** One worker of the fleet, as it reported itself moments ago. */
export const Worker = z.strictObject({
  id: z.string(),
  slots: z.number().int().meta({ description: "Desktops in use at most" }),
  used: z.number().int().meta({ description: "Desktops in use" }),
  warm: z.number().int().meta({ description: "Desktops that are started already and wait" }),
  isDraining: z.boolean().meta({
    description: "An operator's wish: it opens no session and takes no attempt; what runs there goes on",
  }),
  confinement: DesktopConfinement.nullable().meta({
    description:
      "Whether its desktops can confine commands (isolation `container`): `none` denies or asks about each; null until the first desktop is up",
  }),
});
export type Worker = z.infer<typeof Worker>;

/** What a session could have now. */
export const Capacity = z.strictObject({
  used: z.number().int().meta({ description: "Desktops in use" }),
  free: z
    .number()
    .int()
    .meta({ description: "Desktops that a session could take now; those of drained workers are not" }),
  warm: z
    .number()
    .int()
    .meta({ description: "Desktops that are started already and wait, without those of drained workers" }),
  queued: z.number().int().meta({ description: "Tasks of the tenant that wait" }),
  workers: z.array(Worker),
  refusals: z
    .array(z.strictObject({ code: z.string(), reason: z.string() }))
    .meta({ description: "Why a session would be refused, or a task would wait, right now; empty when neither" }),
});
export type Capacity = z.infer<typeof Capacity>;
