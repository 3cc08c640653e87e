import type { ClipboardText } from "@deskfleet/contracts";
import { useState } from "react";
import { call } from "../client/http.ts";
import { toProblem } from "../client/problem.ts";
import { Button } from "../ui/button.tsx";

interface Reading {
  readonly says: string;
  /** Where this browser keeps its clipboard to itself: to be copied by hand. */
  readonly text: string | null;
}
const NOTHING: Reading = { says: "", text: null };

/** What was copied on the desktop, onto this machine's clipboard: once for each press, never by itself. */
export function CopyFromDesktop({ sessionId }: { sessionId: string }) {
  const [reading, setReading] = useState(NOTHING);
  const [fault, setFault] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const read = async () => {
    setIsBusy(true);
    setFault("");
    setReading(NOTHING);
    try {
      const copied = await call<ClipboardText>("POST", `/v1/sessions/${sessionId}/clipboard/read`);
      setReading(await put(copied));
    } catch (error) {
      setFault(toProblem(error).message);
    }
    setIsBusy(false);
  };
  return (
    <>
      <div className="buttons">
        <Button disabled={isBusy} onClick={() => void read()}>
          {isBusy ? "Reading…" : "Copy from the desktop"}
        </Button>
      </div>
      <small className="muted">
        What was copied there last, without the secrets in it. That it was read is recorded.
      </small>
      <p className="error" role="alert">
        {fault}
      </p>
      <p role="status">{reading.says}</p>
      {reading.text !== null && (
        <label className="field">
          <span>Copied on the desktop</span>
          <textarea
            className="input"
            readOnly
            value={reading.text}
            ref={(field) => field?.select()}
            onFocus={(event) => event.target.select()}
          />
        </label>
      )}
    </>
  );
}

/** On this machine's clipboard where the browser permits it; an empty text leaves that as it is. */
async function put({ text, masked, truncated }: ClipboardText): Promise<Reading> {
  if (text === "") return { says: "Nothing is copied on the desktop, or it is no text.", text: null };
  const facts = [
    ...(masked.length > 0 ? [`masked: ${masked.join(", ")}`] : []),
    ...(truncated ? ["the end is missing: it is too long"] : []),
  ];
  const remark = facts.length > 0 ? ` (${facts.join("; ")})` : "";
  try {
    await navigator.clipboard.writeText(text);
    return { says: `${text.length.toLocaleString()} characters copied${remark}.`, text: null };
  } catch {
    // Without https, or without permission: shown, it can be copied by hand.
    return { says: `This browser keeps its clipboard to itself: copy the text by hand${remark}.`, text };
  }
}
