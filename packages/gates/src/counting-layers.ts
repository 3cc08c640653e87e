import { LAYERS, type Layer, type PolicyDocument, type Setting } from "@deskfleet/contracts";
import { isManaged, MERGE_TABLE } from "./merge-table.ts";

/** One layer's document, parsed, and the version it has in records: `tenant@3`. */
export interface PolicyLayer {
  readonly layer: Layer;
  readonly version: string;
  readonly document: PolicyDocument;
}

/** Why what a layer says of a setting counts for nothing. */
export interface Ignored {
  /** `managed_setting`: only managed layers set it at all. */
  readonly because: "locked" | "managed_only" | "managed_setting";
  /** The layer that said so; null: the merge table. */
  readonly by: Layer | null;
}

const rank = (layer: Layer): number => (LAYERS as readonly Layer[]).indexOf(layer);

/** Highest first. */
export function sortedLayers(layers: readonly PolicyLayer[]): PolicyLayer[] {
  return layers.toSorted((a, b) => rank(b.layer) - rank(a.layer) || (a.version < b.version ? -1 : 1));
}

/** The highest managed layer that locks a setting; what lower ones say of it counts for nothing. */
export const lockOf = (setting: Setting, layers: readonly PolicyLayer[]): Layer | null =>
  highestManaged(layers, ({ locks }) => locks?.includes(setting));

/** The highest managed layer that lets only managed layers speak of a setting. */
export const managedOnlyBy = (setting: Setting, layers: readonly PolicyLayer[]): Layer | null =>
  highestManaged(layers, ({ managedOnly }) => managedOnly?.includes(setting));

function highestManaged(
  layers: readonly PolicyLayer[],
  says: (document: PolicyDocument) => boolean | undefined,
): Layer | null {
  let highest: Layer | null = null;
  for (const { layer, document } of layers)
    if (isManaged(layer) && says(document) && (highest === null || rank(layer) > rank(highest))) highest = layer;
  return highest;
}

/** Null: what this layer says counts, as the merge table has it. */
export function ignored(setting: Setting, layer: Layer, layers: readonly PolicyLayer[]): Ignored | null {
  if (MERGE_TABLE[setting].from === "managed" && !isManaged(layer)) return { because: "managed_setting", by: null };
  const lock = lockOf(setting, layers);
  if (lock !== null && rank(layer) < rank(lock)) return { because: "locked", by: lock };
  const only = managedOnlyBy(setting, layers);
  return only !== null && !isManaged(layer) ? { because: "managed_only", by: only } : null;
}

/** The layers whose word on a setting counts, highest first. */
export function countingLayers(setting: Setting, layers: readonly PolicyLayer[]): PolicyLayer[] {
  return sortedLayers(layers).filter(({ layer }) => ignored(setting, layer, layers) === null);
}
