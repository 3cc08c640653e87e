import type { StoredWorkflow } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { JsonText } from "../../ui/json-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { Ago } from "../../ui/time.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { referenceOf } from "../run/workflow-select.tsx";
import { DryRunForm } from "./dry-run/dry-run-form.tsx";

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
                          <Link className="button plain small" href={`/settings/workflows/${name}?version=${version}`}>
                            Dry run
                          </Link>
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
  const [isTrying, setIsTrying] = useState(false);
  const storing = useSubmit();
  const store = async () => {
    const content = { type: "application/yaml", content: text };
    const stored = await storing.run(() => call<StoredWorkflow>("POST", "/v1/workflows", { text: content }));
    if (stored === null) return;
    toast({ tone: "good", text: `${referenceOf(stored)} is stored` });
    setText("");
    setIsTrying(false);
    void queries.invalidateQueries({ queryKey: ["workflows"] });
  };
  return (
    <>
      <Panel title="Store a workflow">
        <div className="panel-body">
          <JsonText
            label="YAML or JSON"
            size="tall"
            value={text}
            hint="A name with a higher version is the next version of it; none ever changes."
            onChange={setText}
          />
          <div className="buttons">
            <Button kind="primary" disabled={text.trim() === "" || storing.isBusy} onClick={() => void store()}>
              Check and store
            </Button>
            <Button disabled={text.trim() === ""} aria-pressed={isTrying} onClick={() => setIsTrying((old) => !old)}>
              Dry run first…
            </Button>
          </div>
          {storing.problem !== null && <ProblemCard error={storing.problem} />}
        </div>
      </Panel>
      {isTrying && text.trim() !== "" && (
        <Panel title="Dry run" note="of the text above, with the values of one row">
          <DryRunForm program={{ document: text }} schema={NO_FIELDS} first={null} />
        </Panel>
      )}
    </>
  );
}

const NO_FIELDS = { type: "object" };
