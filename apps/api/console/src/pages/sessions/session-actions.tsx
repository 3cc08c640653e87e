import type { Session } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { useEvents } from "../../live/live-provider.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { useAttempt, useToast } from "../../ui/toasts.tsx";
import { FilesDialog } from "./files-dialog.tsx";
import { stopWords } from "./stop-words.ts";

type Order = "stop" | "pause" | "resume" | "close";

/** What an operator may order; what makes no sense in the session's state is not offered. */
export function SessionActions({ session }: { session: Session }) {
  const attempt = useAttempt();
  const toast = useToast();
  const queries = useQueryClient();
  const isOperator = useHasRole("operator");
  const { id, state } = session;
  const [isFilesOpen, setIsFilesOpen] = useState(false);
  const order = async (verb: Order) => {
    const ordered = await attempt(() => call("POST", `/v1/sessions/${id}/${verb}`));
    void queries.invalidateQueries({ queryKey: ["sessions"] });
    return ordered;
  };
  // Of every stop, whoever ordered it: what counts is when the desktop stood still, and the worker says that.
  useEvents(["session.stopped"], (event) => {
    if (event.sessionId === id) toast({ tone: "good", text: stopWords(event.data, event.at) });
  });
  const canStop = isOperator && (state === "active" || state === "paused");
  const isHeld = state === "stopped" || state === "paused";
  useShortcuts([
    ...(canStop ? [{ keys: "x", says: "Stop the session", run: () => void order("stop") }] : []),
    ...(isOperator && state === "active"
      ? [{ keys: "p", says: "Pause the session", run: () => void order("pause") }]
      : []),
    ...(isOperator && isHeld ? [{ keys: "r", says: "Resume the session", run: () => void order("resume") }] : []),
  ]);
  if (!isOperator || state === "ended" || state === "starting") return null;
  return (
    <>
      {state === "active" && <Button onClick={() => setIsFilesOpen(true)}>Files</Button>}
      {isFilesOpen && <FilesDialog sessionId={id} onClose={() => setIsFilesOpen(false)} />}
      {isHeld ? (
        <Button kind="primary" onClick={() => void order("resume")}>
          Resume <kbd>r</kbd>
        </Button>
      ) : (
        <Button title="The agent's next action waits until somebody resumes" onClick={() => void order("pause")}>
          Pause <kbd>p</kbd>
        </Button>
      )}
      {state !== "stopped" && (
        <ConfirmButton label="Stop" title="Stop this session?" onConfirm={() => order("stop")}>
          <p>Keys and buttons are released at once and every further action is refused until somebody resumes it.</p>
        </ConfirmButton>
      )}
      <ConfirmButton label="Close" title="Close this session?" kind="plain" onConfirm={() => order("close")}>
        <p>Its desktop is destroyed. What it did stays in the audit.</p>
      </ConfirmButton>
    </>
  );
}
