import type { AuditRecord, Outcome } from "@deskfleet/contracts";
import { Link } from "wouter";
import { SelectField, TextField } from "../../ui/field.tsx";

export const FILTER_NAMES = ["sessionId", "taskId", "action", "result", "verdict", "actor", "from", "to"] as const;
type Filters = Readonly<Record<(typeof FILTER_NAMES)[number], string>>;

const RESULTS: Readonly<Record<NonNullable<AuditRecord["result"]>, true>> = {
  ...{ ok: true, denied: true, asked: true, waited: true, error: true, unknown: true, stopped: true },
};

const VERDICTS: Readonly<Record<Outcome, true>> = { deny: true, ask: true, wait: true, allow: true };

/** What the API takes: local times become UTC, and an id that is not whole yet is not asked for. */
export function toQuery(filters: Filters): Record<string, string> {
  const given = Object.entries(filters).flatMap(([name, value]) => {
    if (value === "") return [];
    if (name === "from" || name === "to") {
      const at = new Date(value);
      return Number.isNaN(at.getTime()) ? [] : [[name, at.toISOString()]];
    }
    return name.endsWith("Id") && value.length !== 36 ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}

interface AuditFiltersProps {
  readonly filters: Filters;
  onChange(change: Partial<Record<keyof Filters, string>>): void;
}

export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const text = (
    name: keyof Filters,
    label: string,
    rest: { type?: string; placeholder?: string; className?: string } = {},
  ) => (
    <TextField
      label={label}
      value={filters[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...rest}
    />
  );
  return (
    <search className="filters">
      {text("action", "Action", { placeholder: "tool or resource.event" })}
      <SelectField label="Result" value={filters.result} onChange={(event) => onChange({ result: event.target.value })}>
        <option value="">any</option>
        {Object.keys(RESULTS).map((result) => (
          <option key={result}>{result}</option>
        ))}
      </SelectField>
      <SelectField
        label="Verdict"
        value={filters.verdict}
        onChange={(event) => onChange({ verdict: event.target.value })}
      >
        <option value="">any</option>
        {Object.keys(VERDICTS).map((verdict) => (
          <option key={verdict}>{verdict}</option>
        ))}
      </SelectField>
      {text("actor", "Actor", { placeholder: "principal:…", className: "mono" })}
      {text("sessionId", "Session", { placeholder: "whole id", className: "mono" })}
      {text("taskId", "Task", { placeholder: "whole id", className: "mono" })}
      {text("from", "From", { type: "datetime-local" })}
      {text("to", "Before", { type: "datetime-local" })}
      {Object.values(filters).some((value) => value !== "") && (
        <Link className="button quiet normal" href="/audit">
          Clear
        </Link>
      )}
    </search>
  );
}
