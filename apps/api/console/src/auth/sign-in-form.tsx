import type { Principal } from "@deskfleet/contracts";
import { type FormEvent, useId, useRef, useState } from "react";
import { call } from "../client/http.ts";
import { toProblem } from "../client/problem.ts";
import type { Me } from "../client/types.ts";
import { Button } from "../ui/button.tsx";

interface SignInFormProps {
  readonly title: string;
  readonly text: string;
  onSignedIn(principal: Principal): void;
}

/** Exchanges an API key for the cookie, which script cannot read; the key itself is kept nowhere. */
export function SignInForm({ title, text, onSignedIn }: SignInFormProps) {
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const key = input.current?.value.trim() ?? "";
    if (key === "") return setFault("Enter a key.");
    setIsBusy(true);
    setFault("");
    try {
      const { principal } = await call<Me>("POST", "/v1/console/sign-in", { body: { key } });
      onSignedIn(principal);
    } catch (error) {
      const problem = toProblem(error);
      setFault(problem.status === 401 ? "This key is not valid, or it was revoked." : problem.message);
      input.current?.select();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className="card sign-in" onSubmit={submit}>
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      <label className="field">
        API key
        <input
          ref={input}
          className="input mono"
          type="password"
          name="key"
          autoComplete="off"
          spellCheck={false}
          placeholder="dk_…"
          aria-describedby={errorId}
          aria-invalid={fault !== ""}
          // biome-ignore lint/a11y/noAutofocus: the only field of a page that has no other purpose
          autoFocus
        />
      </label>
      <p className="error" id={errorId} role="alert">
        {fault}
      </p>
      <Button kind="primary" type="submit" disabled={isBusy}>
        Sign in
      </Button>
    </form>
  );
}
