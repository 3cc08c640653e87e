import type { Approval, Problem as ProblemBody } from "@deskfleet/contracts";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { useAttempt, useToast } from "../../ui/toasts.tsx";
import { type Answer, choicesFor } from "./choices.ts";
import { canAnswerTogether } from "./equal-asks.ts";

interface AnswerFormProps {
  readonly approval: Approval;
  /** Asks that are the same in everything, this one among them. */
  readonly equal: readonly Approval[];
  onAnswered(): void;
}

/** One answer, by a press or by two keys: its own, then Enter. A yes to one is a yes to others only where they are equal. */
export function AnswerForm({ approval, equal, onAnswered }: AnswerFormProps) {
  const mayAnswer = useHasRole("approver");
  const attempt = useAttempt();
  const toast = useToast();
  const [chosen, setChosen] = useState<Answer | null>(null);
  const [note, setNote] = useState("");
  const [code, setCode] = useState("");
  const [isForAll, setIsForAll] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const send = useRef<HTMLButtonElement>(null);
  const choices = choicesFor(approval);
  const choose = (answer: Answer) => {
    // The button can take the focus only once it is drawn as one that can be pressed.
    flushSync(() => setChosen(answer));
    send.current?.focus();
  };
  useShortcuts(
    mayAnswer
      ? choices.map(({ key, label, answer }) => ({
          keys: key,
          says: `${label}, then Enter`,
          run: () => choose(answer),
        }))
      : [],
  );
  const isTogether = canAnswerTogether(equal, chosen);
  const needsCode = approval.isCodeRequired && chosen !== null && chosen !== "no";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null || isBusy) return;
    setIsBusy(true);
    const body = { answer: chosen, note, ...(needsCode && { code }) };
    const asks = isTogether && isForAll ? equal : [approval];
    let done = 0;
    for (const { id } of asks) {
      const answered = await attempt(() =>
        call<{ problem: ProblemBody | null }>("POST", `/v1/approvals/${id}/answer`, { body }),
      );
      if (answered === null) {
        if (done > 0) toast({ tone: "bad", text: `${done} of ${asks.length} were answered; the rest still wait` });
        return setIsBusy(false);
      }
      done += 1;
      if (answered.problem !== null) toast({ tone: "bad", text: `Approved, but not done: ${answered.problem.detail}` });
    }
    toast({ tone: "good", text: `${chosen === "no" ? "Denied" : "Approved"}${done > 1 ? ` ${done} times` : ""}` });
    setIsBusy(false);
    onAnswered();
  };

  if (!mayAnswer)
    return (
      <footer className="answer">
        <p className="muted">Your role may not answer; it needs approver.</p>
      </footer>
    );
  return (
    <form className="answer" onSubmit={submit}>
      <div className="buttons">
        {choices.map(({ answer, label, key }) => (
          <Button
            key={answer}
            kind={answer === "no" ? "danger" : "plain"}
            aria-pressed={chosen === answer}
            onClick={() => choose(answer)}
          >
            {label} <kbd>{key}</kbd>
          </Button>
        ))}
      </div>
      <div className="answer-line">
        <input
          className="input"
          aria-label="Note for whoever asked"
          placeholder="Note for whoever asked"
          maxLength={1_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {needsCode && (
          <input
            className="input mono answer-code"
            aria-label="Confirmation code"
            placeholder="Code"
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button ref={send} kind="primary" type="submit" disabled={chosen === null || isBusy}>
          Send answer <kbd>Enter</kbd>
        </Button>
      </div>
      {equal.length > 1 && (
        <label className="check">
          <input
            type="checkbox"
            checked={isForAll && (chosen === null || isTogether)}
            disabled={chosen !== null && !isTogether}
            onChange={(event) => setIsForAll(event.target.checked)}
          />
          {chosen !== null && !isTogether
            ? "Each of the equal asks has a code of its own, and is answered by itself"
            : `Answer all ${equal.length} asks that are exactly equal to this one`}
        </label>
      )}
    </form>
  );
}
