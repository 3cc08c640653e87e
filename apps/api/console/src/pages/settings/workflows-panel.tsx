import type { StoredWorkflow } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { type Problem, toProblem } from "../../client/problem.ts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { Ago } from "../../ui/time.tsx";
import { useToast } from "../../ui/toasts.tsx";

export function WorkflowsPanel() {
  const isOperator = useHasRole("operator");
  const result = useResource<Page<StoredWorkflow>>("workflows", "/v1/workflows", { query: { limit: 200 } });
  return (
    <div className="stack">
      <Panel title="Workflows" note="newest first">
        <Loaded result={result}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="No workflow is stored yet.">
                <p>
                  A workflow is a program of steps, in YAML or JSON.{" "}
                  {isOperator ? "Store the first one below." : "Operators store them."}
                </p>
              </EmptyState>
            ) : (
              <PlainTable label="Workflows" head={["Workflow", "What it does", "Steps", "Stored", ""]}>
                {items.map(({ id, name, version, description, steps, createdAt }) => (
                  <tr key={id}>
                    <td>
                      <Link href={`/settings/workflows/${name}?version=${version}`}>
                        {name}@{version}
                      </Link>
                    </td>
                    <td className="muted">{description}</td>
                    <td>{steps.length}</td>
                    <td>
                      <Ago at={createdAt} />
                    </td>
                    <td>
                      {isOperator && (
                        <div className="buttons end">
                          <Link className="button plain small" href={`/tasks/new?workflow=${name}@${version}`}>
                            Run
                          </Link>
                        </div>
                      )}
                    </td>
                  </tr>
                ))}
              </PlainTable>
            )
          }
        </Loaded>
      </Panel>
      {isOperator && <NewWorkflow />}
    </div>
  );
}

/** A version never changes, so a new text is a new version; everything is checked before it is stored. */
function NewWorkflow() {
  const queries = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const store = async () => {
    try {
      const content = { type: "application/yaml", content: text };
      const { name, version } = await call<StoredWorkflow>("POST", "/v1/workflows", { text: content });
      toast({ tone: "good", text: `${name}@${version} is stored` });
      setProblem(null);
      setText("");
      void queries.invalidateQueries({ queryKey: ["workflows"] });
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  return (
    <Panel title="Store a workflow">
      <div className="panel-body">
        <label className="field">
          <span>YAML or JSON</span>
          <textarea
            className="input policy-text"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div className="buttons">
          <Button kind="primary" disabled={text.trim() === ""} onClick={store}>
            Check and store
          </Button>
        </div>
        {problem !== null && <ProblemCard error={problem} />}
      </div>
    </Panel>
  );
}
