import type { Session } from "@deskfleet/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { useResource } from "../../client/use-resource.ts";
import { DesktopScreen } from "../../desktop/desktop-screen.tsx";
import type { Target } from "../../desktop/target-mark.tsx";
import { useDesktop } from "../../desktop/use-desktop.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Lasted } from "../../ui/time.tsx";
import { ActionStream } from "./action-stream.tsx";
import { ControlNote } from "./control-note.tsx";
import { SessionActions } from "./session-actions.tsx";
import { SessionApprovals } from "./session-approvals.tsx";

export function SessionPage({ id }: { id: string }) {
  const result = useResource<Session>("sessions", `/v1/sessions/${id}`);
  const session = result.data;
  return (
    <Page
      title="Session"
      name={`Session ${id.slice(-8)}`}
      layout="fill"
      lead={
        <>
          <CopyId id={id} />
          {session !== undefined && (
            <>
              <StateBadge state={session.state} {...(session.state === "ended" && { tone: "none" })} />
              {session.taskId !== null && (
                <Link href={`/tasks/${session.taskId}`}>task {session.taskId.slice(-8)}</Link>
              )}
              <span className="muted">
                <Lasted from={session.createdAt} to={session.endedAt} />
                {session.workerId !== null && ` on ${session.workerId}`}
              </span>
            </>
          )}
        </>
      }
      actions={session !== undefined && <SessionActions session={session} />}
    >
      <Loaded result={result}>{(loaded) => <SessionBody session={loaded} />}</Loaded>
    </Page>
  );
}

function SessionBody({ session }: { session: Session }) {
  const [copied, setCopied] = useState("");
  const [target, setTarget] = useState<Target | null>(null);
  const canControl = useHasRole("operator");
  const hasEnded = session.state === "ended";
  const view = useDesktop(session.id, {
    isOpen: !hasEnded || session.endedAt === null,
    mode: "view",
    onClipboard: setCopied,
  });
  const { phase, says } = view.state;
  const isOver = hasEnded || phase === "ended";
  return (
    <div className="session grow">
      <DesktopScreen
        view={view}
        session={session}
        target={target}
        copied={copied}
        canControl={canControl && !isOver}
        notice={isOver ? <EndedCard session={session} /> : phase === "failed" ? <p className="card">{says}</p> : null}
      />
      <div className="session-side">
        <ControlNote session={session} />
        <SessionApprovals sessionId={session.id} />
        <ActionStream session={session} onTarget={setTarget} />
      </div>
    </div>
  );
}

function EndedCard({ session }: { session: Session }) {
  return (
    <section className="card">
      <h2>The session has ended</h2>
      <p className="muted">
        {session.endReason === null ? "Its desktop has been destroyed." : `Reason: ${session.endReason}.`} What it did
        stays in the list beside and in the audit.
      </p>
    </section>
  );
}
