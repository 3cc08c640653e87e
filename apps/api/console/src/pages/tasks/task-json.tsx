import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { JsonText } from "../../ui/json-text.tsx";
import { parseObject } from "../../ui/parse-object.ts";
import type { TaskDraft } from "./task-draft.ts";

interface TaskJsonProps {
  readonly draft: TaskDraft;
  readonly isBusy: boolean;
  onSubmit(request: TaskDraft): void;
  onAsForm(request: TaskDraft): void;
}

/** The whole request as the API takes it: what no field shows is written here, a policy of its own or a webhook. */
export function TaskJson({ draft, isBusy, onSubmit, onAsForm }: TaskJsonProps) {
  const [text, setText] = useState(() => JSON.stringify(draft, null, 2));
  const [fault, setFault] = useState("");
  const give = (to: (request: TaskDraft) => void) => {
    const request = parseObject(text);
    setFault(request === null ? "This is not a JSON object." : "");
    if (request !== null) to(request);
  };
  return (
    <form
      className="stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        give(onSubmit);
      }}
    >
      <JsonText label="The request" size="tall" value={text} fault={fault} onChange={setText} />
      <div className="buttons">
        <Button kind="primary" type="submit" disabled={isBusy}>
          Submit task
        </Button>
        <Button kind="quiet" onClick={() => give(onAsForm)}>
          Back to the form
        </Button>
      </div>
    </form>
  );
}
