import type { StoredLayer } from "@deskfleet/contracts";
import { SelectField } from "../../ui/field.tsx";
import { STORED_LAYERS } from "./layers.ts";

interface LayerChoiceProps {
  readonly layer: StoredLayer;
  readonly project: string | null;
  onLayer(layer: string): void;
}

/** The layer that an address names; `tenant` where it names none that there is. */
export function layerOf(name: string, project: string | null): StoredLayer {
  const known = STORED_LAYERS.find((each) => each.name === name && (!each.isOfProject || project !== null));
  return known?.name ?? "tenant";
}

export function LayerChoice({ layer, project, onLayer }: LayerChoiceProps) {
  return (
    <span className="filters">
      <SelectField label="Layer" value={layer} onChange={(event) => onLayer(event.target.value)}>
        {STORED_LAYERS.map(({ name, isOfProject }) => (
          <option key={name} disabled={isOfProject && project === null}>
            {name}
          </option>
        ))}
      </SelectField>
    </span>
  );
}
