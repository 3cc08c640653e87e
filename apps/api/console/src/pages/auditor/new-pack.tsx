import type { AuditPack } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { JsonText } from "../../ui/json-text.tsx";
import { Panel } from "../../ui/panel.tsx";
import { parseObject } from "../../ui/parse-object.ts";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** A rule that works, to begin with: its examples are what it is checked by. */
const EXAMPLE = JSON.stringify(
  {
    rules: [
      {
        ...{ id: "release.roll-out", version: 1, severity: "block", actions: ["click"], meanings: "any" },
        ...{ when: ["goal.reads"], words: { target: ["Roll out"] }, reason: "a roll-out that nobody asked for" },
        matches: [{ target: "button: Roll out", goal: "Read the plan" }],
        notMatches: [{ target: "button: Roll", goal: "Read the plan" }],
      },
    ],
  },
  null,
  2,
);

/** A text becomes the next version of its pack; every rule is checked by its own examples first. */
export function NewPack() {
  const queries = useQueryClient();
  const toast = useToast();
  const storing = useSubmit();
  const [name, setName] = useState("");
  const [text, setText] = useState(EXAMPLE);
  const document = parseObject(text);
  const store = async () => {
    const body = document ?? {};
    const pack = await storing.run(() =>
      call<AuditPack>("PUT", `/v1/auditor/packs/${encodeURIComponent(name)}`, { body }),
    );
    if (pack === null) return;
    toast({ tone: "good", text: `${pack.name}@${pack.version} is stored, not in force yet` });
    void queries.invalidateQueries({ queryKey: ["auditor"] });
  };
  return (
    <Panel title="Store a pack">
      <div className="panel-body stack">
        <TextField
          label="Name"
          className="mono"
          placeholder="acme"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <JsonText
          label="Rules, as JSON"
          size="tall"
          value={text}
          fault={document === null ? "This is no JSON object." : ""}
          hint="docs/auditor.md says what a rule can be bound to."
          onChange={setText}
        />
        <div className="buttons">
          <Button
            kind="primary"
            disabled={name === "" || document === null || storing.isBusy}
            onClick={() => void store()}
          >
            Check and store
          </Button>
        </div>
        {storing.problem !== null && <ProblemCard error={storing.problem} />}
      </div>
    </Panel>
  );
}
