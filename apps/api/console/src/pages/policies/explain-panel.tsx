import type { Explanation } from "@deskfleet/contracts";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import {
  ASKED,
  type Asked,
  askedOf,
  EXPLAIN_FILTERS,
  type ExplainFilters,
  explainRequest,
  OPERATIONS,
} from "./explain-request.ts";
import { ExplanationView } from "./explanation-view.tsx";

const HINTS: Readonly<Record<Asked, string>> = {
  ...{ command: "git push origin main", path: "/workspace/orders.csv", tool: "computer_mouse_click" },
};

/** What would be decided, without doing it. The question is in the address: it can be sent to whoever has to see it. */
export function ExplainPanel({ project }: { project: string | null }) {
  const [filters, change] = useUrlFilters(EXPLAIN_FILTERS);
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const asking = useSubmit();
  const request = explainRequest(filters, project);
  const explain = async () => {
    if (request === null) return;
    setExplanation(await asking.run(() => call<Explanation>("POST", "/v1/policies/explain", { body: request })));
  };
  const explainFirst = useEffectEvent(() => {
    if (filters.ask !== "") void explain();
  });
  // An address that somebody sent answers at once; what is typed waits for the button.
  useEffect(() => explainFirst(), []);
  return (
    <div className="stack">
      <Panel title="What would be decided about…">
        <form
          className="panel-body"
          onSubmit={(event) => {
            event.preventDefault();
            void explain();
          }}
        >
          <div className="explain-line">
            <Question filters={filters} isFaulty={request === null} onChange={change} />
            <Button kind="primary" type="submit" disabled={filters.ask === "" || request === null || asking.isBusy}>
              Explain
            </Button>
          </div>
        </form>
      </Panel>
      {asking.problem !== null && <ProblemCard error={asking.problem} />}
      {explanation !== null && <ExplanationView explanation={explanation} />}
    </div>
  );
}

interface QuestionProps {
  readonly filters: ExplainFilters;
  readonly isFaulty: boolean;
  onChange(change: Partial<ExplainFilters>): void;
}

function Question({ filters, isFaulty, onChange }: QuestionProps) {
  const asked = askedOf(filters);
  const text = (name: keyof ExplainFilters, label: string, placeholder: string, hasFault = false) => (
    <TextField
      label={label}
      className="mono"
      placeholder={placeholder}
      value={filters[name]}
      aria-invalid={hasFault}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <SelectField label="Kind" value={asked} onChange={(event) => onChange({ kind: event.target.value })}>
        {Object.entries(ASKED).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      {text("ask", ASKED[asked], HINTS[asked])}
      {asked === "command" && text("cwd", "Directory", "/workspace")}
      {asked === "path" && (
        <SelectField
          label="Operation"
          value={filters.operation || "read"}
          onChange={(event) => onChange({ operation: event.target.value })}
        >
          {OPERATIONS.map((operation) => (
            <option key={operation}>{operation}</option>
          ))}
        </SelectField>
      )}
      {asked === "tool" && text("params", "Parameters, JSON", '{"x": 10, "y": 20}', isFaulty)}
      {text("session", "Of a session", "id; empty: you, now")}
    </>
  );
}
