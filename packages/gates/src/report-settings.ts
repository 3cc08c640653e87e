import { SETTINGS, type Setting, type SettingReport } from "@deskfleet/contracts";
import { countingLayers, ignored, lockOf, managedOnlyBy, type PolicyLayer, sortedLayers } from "./counting-layers.ts";
import { permissionsOf, pooledEntries, preferredValue, strictestValue } from "./merge-policies.ts";
import { MERGE_TABLE, type Permissions, type Pooled, type Preference, type Strictest } from "./merge-table.ts";

type Row = Pooled<unknown> | Strictest<unknown> | Preference<unknown>;

/** Every setting as it is in force, with all that was said about it and why some of that does not count. */
export function reportSettings(layers: readonly PolicyLayer[]): SettingReport[] {
  const permissions = permissionsOf(layers);
  return SETTINGS.map((setting) => {
    const row: Row = MERGE_TABLE[setting];
    return {
      setting,
      rule: row.rule,
      how: row.how,
      inForce: inForce(setting, row, layers, permissions),
      lockedBy: lockOf(setting, layers),
      managedOnlyBy: managedOnlyBy(setting, layers),
      said: saidOf(setting, row, layers, permissions),
    };
  });
}

function inForce(setting: Setting, row: Row, layers: readonly PolicyLayer[], permissions: Permissions) {
  return row.rule === "pooled" ? pooledEntries(setting, row, layers, permissions) : [singleValue(setting, row, layers)];
}

function saidOf(
  setting: Setting,
  row: Row,
  layers: readonly PolicyLayer[],
  permissions: Permissions,
): SettingReport["said"] {
  const effective = row.rule === "pooled" ? null : effectiveLayers(setting, row, layers);
  return sortedLayers(layers).flatMap(({ layer, version, document }): SettingReport["said"] => {
    const value = row.read(document);
    if (value === undefined) return [];
    const said = { layer, version, value };
    const without = ignored(setting, layer, layers);
    if (without !== null) return [{ ...said, status: "ignored", because: without.because, notPermitted: [] }];
    if (row.rule !== "pooled") {
      const status = effective?.has(layer) ? "in_force" : "shadowed";
      return [{ ...said, status, because: null, notPermitted: [] }];
    }
    const entries = value as readonly unknown[];
    const notPermitted = entries.flatMap((entry, n) => ((row.counts?.(entry, layer, permissions) ?? true) ? [] : [n]));
    const isNothingLeft = notPermitted.length > 0 && notPermitted.length === entries.length;
    const status = isNothingLeft ? "ignored" : "in_force";
    return [{ ...said, status, because: notPermitted.length > 0 ? "not_permitted" : null, notPermitted }];
  });
}

/** Whose value it is, and the layers without whose word another would be in force. */
function effectiveLayers(
  setting: Setting,
  row: Strictest<unknown> | Preference<unknown>,
  layers: readonly PolicyLayer[],
): ReadonlySet<string> {
  const counting = countingLayers(setting, layers);
  const decided = singleValue(setting, row, layers);
  const isNeeded = (layer: string) => {
    const others = counting.filter((each) => each.layer !== layer);
    return JSON.stringify(singleValue(setting, row, others).value) !== JSON.stringify(decided.value);
  };
  const needed = counting.filter(({ layer }) => layer === decided.layer || isNeeded(layer));
  return new Set(needed.map(({ layer }) => layer));
}

const singleValue = (
  setting: Setting,
  row: Strictest<unknown> | Preference<unknown>,
  layers: readonly PolicyLayer[],
) => (row.rule === "strictest" ? strictestValue(setting, row, layers) : preferredValue(setting, row, layers));
