import type { AuditRecord, Outcome } from "@deskfleet/contracts";
import { Link } from "wouter";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { AuditFilterName, AuditFilters } from "./audit-query.ts";

const RESULTS: Readonly<Record<NonNullable<AuditRecord["result"]>, true>> = {
  ...{ ok: true, denied: true, asked: true, waited: true, error: true, unknown: true, stopped: true },
};

const VERDICTS: Readonly<Record<Outcome, true>> = { deny: true, ask: true, wait: true, allow: true };

interface AuditFilterBarProps {
  readonly filters: AuditFilters;
  onChange(change: Partial<Record<AuditFilterName, string>>): void;
}

export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const text = (
    name: AuditFilterName,
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
  const { tenantId, ...rest } = filters;
  return (
    <search className="filters">
      {text("action", "Action", { placeholder: "whole name" })}
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
      {Object.values(rest).some((value) => value !== "") && (
        <Link className="button quiet normal" href={tenantId === "" ? "/audit" : `/audit?tenantId=${tenantId}`}>
          Clear
        </Link>
      )}
    </search>
  );
}
