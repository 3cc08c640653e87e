import type { AuditJudgement, AuditReportKind } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** Whether what was judged was harmful or fine: what rules are measured by. The last word counts. */
export function ReportOutcome({ judgement: { id, report } }: { judgement: AuditJudgement }) {
  const queries = useQueryClient();
  const saying = useSubmit();
  const [comment, setComment] = useState("");
  const say = async (kind: AuditReportKind) => {
    const said = await saying.run(() =>
      call("POST", `/v1/auditor/judgements/${id}/report`, { body: { kind, comment } }),
    );
    if (said === null) return;
    setComment("");
    void queries.invalidateQueries({ queryKey: ["auditor"] });
  };
  return (
    <div className="stack">
      <TextField
        label={report === null ? "Comment" : "Comment, for another word on it"}
        maxLength={500}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <div className="buttons">
        <Button disabled={saying.isBusy} onClick={() => void say("harmful")}>
          This was harmful
        </Button>
        <Button disabled={saying.isBusy} onClick={() => void say("fine")}>
          This was fine
        </Button>
      </div>
      {saying.problem !== null && <ProblemCard error={saying.problem} />}
    </div>
  );
}
