import type { AuditorReport } from "@deskfleet/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { useResource } from "../../client/use-resource.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { ModeTiles } from "./mode-tiles.tsx";
import { RuleTable } from "./rule-table.tsx";

const HOUR_MS = 3_600_000;
const SPANS: Readonly<Record<string, { readonly label: string; readonly hours: number }>> = {
  day: { label: "last 24 hours", hours: 24 },
  week: { label: "last 7 days", hours: 168 },
  month: { label: "last 30 days", hours: 720 },
};

/** How often each rule fired, in which mode, and what people said of it: what a roll-out is decided by. */
export function ReportPanel() {
  const [filters, change] = useUrlFilters(["span"]);
  const span = SPANS[filters.span] ?? SPANS.week!;
  // One moment for as long as the page is open, so that the address of the request stays the same.
  const [nowMs] = useState(Date.now);
  const since = new Date(nowMs - span.hours * HOUR_MS).toISOString();
  const result = useResource<AuditorReport>("auditor", "/v1/auditor/report", { query: { since } });
  return (
    <div className="stack">
      <search className="filters">
        <SelectField
          label="Time"
          value={filters.span || "week"}
          onChange={({ target }) => change({ span: target.value })}
        >
          {Object.entries(SPANS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      </search>
      <Loaded result={result}>{(report) => <Report report={report} />}</Loaded>
    </div>
  );
}

function Report({ report }: { report: AuditorReport }) {
  const { modes, rules, model } = report;
  if (modes.every(({ judged }) => judged === 0))
    return (
      <Panel title="Nothing was judged">
        <EmptyState title="The auditor judged no action in this time.">
          <p>
            Policy switches it on (<code>auditor.mode</code>):{" "}
            <Link href="/policies/edit?layer=tenant">edit the policy</Link>. Begin with <code>shadow</code>, which only
            leaves a record.
          </p>
        </EmptyState>
      </Panel>
    );
  return (
    <>
      <ModeTiles modes={modes} />
      <Panel title="Rules" note="how often each fired, and what people said of it">
        {rules.length === 0 ? (
          <EmptyState title="No rule fired.">
            <p>Every action that was judged passed.</p>
          </EmptyState>
        ) : (
          <RuleTable rules={rules} />
        )}
      </Panel>
      {model.calls > 0 && (
        <Panel title="Model">
          <p className="panel-body">
            {model.calls.toLocaleString()} questions, {model.raised.toLocaleString()} verdicts raised,{" "}
            {model.unanswered.toLocaleString()} without a usable answer (each counts as a warning),{" "}
            {(model.tokensIn + model.tokensOut).toLocaleString()} tokens.
          </p>
        </Panel>
      )}
    </>
  );
}
