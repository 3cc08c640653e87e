import type { Session } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { useAttempt, useToast } from "../../ui/toasts.tsx";
import { FilesDialog } from "./files-dialog.tsx";

/** What an operator may order; what makes no sense in the session's state is not offered. */
export function SessionActions({ session }: { session: Session }) {
  const attempt = useAttempt();
  const toast = useToast();
  const queries = useQueryClient();
  const isOperator = useHasRole("operator");
  const { id, state } = session;
  const [isFilesOpen, setIsFilesOpen] = useState(false);
  const isHeld = state === "stopped" || state === "paused";
  const order = async (verb: "stop" | "resume" | "close") => {
    const ordered = await attempt(() => call("POST", `/v1/sessions/${id}/${verb}`));
    void queries.invalidateQueries({ queryKey: ["sessions"] });
    return ordered;
  };
  const stop = async () => {
    const askedAt = performance.now();
    if ((await order("stop")) === null) return;
    toast({
      tone: "good",
      text: `Stopped after ${Math.round(performance.now() - askedAt)} ms, at ${new Date().toLocaleTimeString()}`,
    });
  };
  const canStop = isOperator && state === "active";
  useShortcuts(canStop ? [{ keys: "x", says: "Stop the session", run: () => void stop() }] : []);
  if (!isOperator || state === "ended" || state === "starting") return null;
  return (
    <>
      {state === "active" && <Button onClick={() => setIsFilesOpen(true)}>Files</Button>}
      {isFilesOpen && <FilesDialog sessionId={id} onClose={() => setIsFilesOpen(false)} />}
      {isHeld && (
        <Button kind="primary" onClick={() => void order("resume")}>
          Resume
        </Button>
      )}
      {state !== "stopped" && (
        <ConfirmButton label="Stop" title="Stop this session?" onConfirm={stop}>
          <p>Keys and buttons are released at once and every further action is refused until somebody resumes it.</p>
        </ConfirmButton>
      )}
      <ConfirmButton label="Close" title="Close this session?" kind="plain" onConfirm={() => order("close")}>
        <p>Its desktop is destroyed. What it did stays in the audit.</p>
      </ConfirmButton>
    </>
  );
}
