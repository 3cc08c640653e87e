import type { Session } from "@deskfleet/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { useHasRole, usePrincipal } from "../../auth/auth-context.tsx";
import { useResource } from "../../client/use-resource.ts";
import { DesktopScreen } from "../../desktop/desktop-screen.tsx";
import type { Target } from "../../desktop/target-mark.tsx";
import { useDesktop } from "../../desktop/use-desktop.ts";
import { useViewClipboard } from "../../desktop/use-view-clipboard.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Lasted } from "../../ui/time.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { ActionStream } from "./action-stream.tsx";
import { ControlNote } from "./control-note.tsx";
import { HoldNote } from "./hold-note.tsx";
import { ReplayPanel } from "./replay/replay-panel.tsx";
import { SessionActions } from "./session-actions.tsx";
import { SessionApprovals } from "./session-approvals.tsx";

/** `?view=replay`, or `?at=` a record or a frame: the replay of a session that goes on. */
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
      actions={
        session !== undefined && (
          <>
            {session.state !== "ended" && <ViewButton />}
            <SessionActions session={session} />
          </>
        )
      }
    >
      <Loaded result={result}>{(loaded) => <SessionBody session={loaded} />}</Loaded>
    </Page>
  );
}

/** Between the live desktop and its replay. */
function ViewButton() {
  const [{ view, at }, change] = useUrlFilters(["view", "at"]);
  const isReplay = view === "replay" || at !== "";
  const turn = () => change(isReplay ? { view: "", at: "" } : { view: "replay" });
  useShortcuts([{ keys: "v", says: isReplay ? "Back to the live desktop" : "Replay the session so far", run: turn }]);
  return (
    <Button onClick={turn}>
      {isReplay ? "Live" : "Replay"} <kbd>v</kbd>
    </Button>
  );
}

/** The live desktop; its replay once asked for, and at once where the session was over when the page was opened. */
function SessionBody({ session }: { session: Session }) {
  const [{ view, at }, change] = useUrlFilters(["view", "at"]);
  const [wasOver] = useState(session.state === "ended");
  const [target, setTarget] = useState<Target | null>(null);
  const isReplay = wasOver || view === "replay" || at !== "";
  if (isReplay)
    return (
      <div className="session grow">
        <ReplayPanel session={session} />
      </div>
    );
  return (
    <div className="session grow">
      <LiveDesktop session={session} target={target} onReplay={() => change({ view: "replay" })} />
      <div className="session-side">
        <ControlNote session={session} />
        <HoldNote session={session} />
        <SessionApprovals sessionId={session.id} />
        <ActionStream session={session} onTarget={setTarget} />
      </div>
    </div>
  );
}

interface LiveDesktopProps {
  readonly session: Session;
  readonly target: Target | null;
  onReplay(): void;
}

function LiveDesktop({ session, target, onReplay }: LiveDesktopProps) {
  const me = usePrincipal();
  const canControl = useHasRole("operator");
  const view = useDesktop(session.id, { isOpen: true, mode: "view" });
  const { phase, says } = view.state;
  const isOver = session.state === "ended" || phase === "ended";
  const clipboard = useViewClipboard(session.id, canControl && !isOver);
  return (
    <DesktopScreen
      view={view}
      session={session}
      myId={me.id}
      target={target}
      clipboard={clipboard}
      canControl={canControl && !isOver}
      notice={
        isOver ? (
          <EndedCard session={session} onReplay={onReplay} />
        ) : phase === "failed" ? (
          <p className="card">{says}</p>
        ) : null
      }
    />
  );
}

/** The picture ends before the session does: its last frame is stored, and its end written down. */
function EndedCard({ session, onReplay }: { session: Session; onReplay(): void }) {
  const isOver = session.state === "ended";
  return (
    <section className="card">
      <h2>{isOver ? "The session has ended" : "The session is ending…"}</h2>
      <p className="muted">
        {session.endReason === null ? "Its desktop has been destroyed." : `Reason: ${session.endReason}.`} What it did
        stays in the list beside and in the audit.
      </p>
      <div className="buttons">
        <Button kind="primary" disabled={!isOver} onClick={onReplay}>
          Replay
        </Button>
      </div>
    </section>
  );
}
