import { z } from "zod";
import { Fault } from "./errors.ts";
import { Layer } from "./gate.ts";
import { PolicyChange, SettingReport } from "./policy.ts";

/** `POST /v1/policies/{layer}/check`: what storing a document would say. */
export const PolicyCheck = z.strictObject({
  faults: z.array(Fault).meta({ description: "The first hundred; empty: it can be stored" }),
  changes: z.array(PolicyChange).meta({ description: "Against the version in force; empty while there are faults" }),
  basedOn: z.number().int().nullable().meta({ description: "The version in force; null: none yet" }),
});
export type PolicyCheck = z.infer<typeof PolicyCheck>;

/** `GET /v1/policies/effective`: every setting as it is in force, and the stored layers that it was made of. */
export const EffectiveSettings = z.strictObject({
  layers: z.array(z.strictObject({ layer: Layer, version: z.string() })),
  settings: z.array(SettingReport),
});
export type EffectiveSettings = z.infer<typeof EffectiveSettings>;
