import type { AuditCase, AuditJudgement, AuditVerdictName } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

const MEANS: Readonly<Record<AuditVerdictName, string>> = {
  pass: "pass: it should have run",
  warn: "warn: a person should have been asked",
  block: "block: it should have been denied",
};

/** Keeps this context with the verdict that it should get; every pack is measured by it from then on. */
export function MakeCase({ judgement: { id, verdict } }: { judgement: AuditJudgement }) {
  const queries = useQueryClient();
  const toast = useToast();
  const making = useSubmit();
  const [expect, setExpect] = useState<AuditVerdictName>(verdict);
  const make = async () => {
    const body = { judgementId: id, expect };
    if ((await making.run(() => call<AuditCase>("POST", "/v1/auditor/cases", { body }))) === null) return;
    toast({ tone: "good", text: "It is a regression case now" });
    void queries.invalidateQueries({ queryKey: ["auditor"] });
  };
  return (
    <div className="stack">
      <SelectField
        label="As a regression case, the right verdict is"
        value={expect}
        onChange={({ target }) => setExpect(target.value as AuditVerdictName)}
      >
        {Object.entries(MEANS).map(([name, means]) => (
          <option key={name} value={name}>
            {means}
          </option>
        ))}
      </SelectField>
      <div className="buttons">
        <Button disabled={making.isBusy} onClick={() => void make()}>
          Keep as a case
        </Button>
      </div>
      {making.problem !== null && <ProblemCard error={making.problem} />}
    </div>
  );
}
