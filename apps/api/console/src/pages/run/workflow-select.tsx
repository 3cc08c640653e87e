import type { StoredWorkflow } from "@deskfleet/contracts";
import { SelectField } from "../../ui/field.tsx";

export const referenceOf = ({ name, version }: Pick<StoredWorkflow, "name" | "version">) => `${name}@${version}`;

interface WorkflowSelectProps {
  readonly workflows: readonly StoredWorkflow[];
  /** `name@version`. */
  readonly value: string;
  /** Offered below the stored ones. */
  readonly other?: { readonly value: string; readonly label: string };
  onChange(reference: string): void;
}

export function WorkflowSelect({ workflows, value, other, onChange }: WorkflowSelectProps) {
  return (
    <SelectField label="Workflow" value={value} onChange={(event) => onChange(event.target.value)}>
      {workflows.map((workflow) => (
        <option key={workflow.id} value={referenceOf(workflow)}>
          {referenceOf(workflow)}
        </option>
      ))}
      {other !== undefined && <option value={other.value}>{other.label}</option>}
    </SelectField>
  );
}
