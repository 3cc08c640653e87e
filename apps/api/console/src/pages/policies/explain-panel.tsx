import type { ExplainRequest, Explanation } from "@deskfleet/contracts";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../client/http.ts";
import { type Problem, toProblem } from "../../client/problem.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { ExplanationView } from "./explanation-view.tsx";

const KINDS = { command: "A command", path: "A path", tool: "A tool" } as const;
const HINTS = { command: "git push origin main", path: "/workspace/orders.csv", tool: "computer_mouse_click" } as const;
type Kind = keyof typeof KINDS;

/** What would be decided, without doing it. The question is in the address: it can be sent to whoever has to see it. */
export function ExplainPanel({ project }: { project: string | null }) {
  const [filters, change] = useUrlFilters(["kind", "ask", "operation", "params", "session"]);
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const kind: Kind = filters.kind === "path" || filters.kind === "tool" ? filters.kind : "command";
  const explain = async () => {
    try {
      const request = requestOf(kind, filters, project);
      setExplanation(await call<Explanation>("POST", "/v1/policies/explain", { body: request }));
      setProblem(null);
    } catch (error) {
      setExplanation(null);
      setProblem(toProblem(error));
    }
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
            <SelectField label="Kind" value={kind} onChange={(event) => change({ kind: event.target.value })}>
              {Object.entries(KINDS).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </SelectField>
            <TextField
              label={KINDS[kind]}
              className="mono"
              placeholder={HINTS[kind]}
              value={filters.ask}
              onChange={(event) => change({ ask: event.target.value })}
            />
            {kind === "path" && (
              <SelectField
                label="Operation"
                value={filters.operation || "read"}
                onChange={(event) => change({ operation: event.target.value })}
              >
                {["read", "write", "delete", "list", "info"].map((operation) => (
                  <option key={operation}>{operation}</option>
                ))}
              </SelectField>
            )}
            {kind === "tool" && (
              <TextField
                label="Parameters, JSON"
                className="mono"
                placeholder='{"x": 10, "y": 20}'
                value={filters.params}
                onChange={(event) => change({ params: event.target.value })}
              />
            )}
            <TextField
              label="Of a session"
              className="mono"
              placeholder="id; empty: you, now"
              value={filters.session}
              onChange={(event) => change({ session: event.target.value })}
            />
            <Button kind="primary" type="submit" disabled={filters.ask === ""}>
              Explain
            </Button>
          </div>
        </form>
      </Panel>
      {problem !== null && <ProblemCard error={problem} />}
      {explanation !== null && <ExplanationView explanation={explanation} />}
    </div>
  );
}

type Filters = Readonly<Record<"ask" | "operation" | "params" | "session", string>>;

function requestOf(kind: Kind, filters: Filters, project: string | null): ExplainRequest {
  const { ask, operation, params, session } = filters;
  const of = session !== "" ? { session } : project !== null ? { project } : {};
  if (kind === "command") return { command: ask, ...of };
  if (kind === "path")
    return { path: ask, operation: (operation || "read") as NonNullable<ExplainRequest["operation"]>, ...of };
  return { tool: ask, ...(params !== "" && { params: JSON.parse(params) as Record<string, unknown> }), ...of };
}
