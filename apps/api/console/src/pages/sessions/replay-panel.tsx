import type { Artifact, AuditRecord, Session } from "@deskfleet/contracts";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { urlOf } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";
import { VerdictList } from "../../ui/verdict-list.tsx";
import { entriesOf } from "./action-entries.ts";
import { type Moment, momentsOf } from "./replay.ts";

const RECORDS_MAX = 200;

/** A session that is over, step by step: each action with its verdicts, on the frame that was kept last. */
export function ReplayPanel({ session }: { session: Session }) {
  const query = { sessionId: session.id, limit: RECORDS_MAX };
  const records = useResource<Page<AuditRecord>>("audit", "/v1/audit", { query });
  const frames = useResource<{ items: Artifact[] }>("tasks", `/v1/tasks/${session.taskId}/artifacts`, {
    isEnabled: session.taskId !== null,
  });
  const kept = useMemo(
    () => (frames.data?.items ?? []).filter(({ sessionId }) => sessionId === null || sessionId === session.id),
    [frames.data, session.id],
  );
  return (
    <Panel
      title="Replay"
      note={session.endReason === null ? "the session has ended" : `ended: ${session.endReason}`}
      className="replay"
    >
      <Loaded result={records}>
        {({ items, nextCursor }) => (
          <Steps moments={momentsOf(entriesOf(items), kept)} isCut={nextCursor !== null} sessionId={session.id} />
        )}
      </Loaded>
    </Panel>
  );
}

function Steps({ moments, isCut, sessionId }: { moments: readonly Moment[]; isCut: boolean; sessionId: string }) {
  const [at, setAt] = useState(0);
  const last = moments.length - 1;
  const go = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  useShortcuts([
    { keys: "ArrowRight", says: "Next step of the replay", run: () => go(at + 1) },
    { keys: "ArrowLeft", says: "Previous step of the replay", run: () => go(at - 1) },
    { keys: "Home", says: "First step of the replay", run: () => go(0) },
    { keys: "End", says: "Last step of the replay", run: () => go(last) },
  ]);
  const moment = moments[at];
  if (moment === undefined) return <EmptyState title="Nothing was recorded in this session." />;
  return (
    <>
      <div className="replay-bar">
        <Button size="small" disabled={at === 0} onClick={() => go(at - 1)}>
          Back <kbd>←</kbd>
        </Button>
        <input
          type="range"
          aria-label="Step"
          aria-valuetext={`step ${at + 1} of ${moments.length}, ${moment.entry.record.action}`}
          min={0}
          max={last}
          value={at}
          onChange={(event) => go(Number(event.target.value))}
        />
        <Button size="small" disabled={at === last} onClick={() => go(at + 1)}>
          Next <kbd>→</kbd>
        </Button>
        <span className="muted replay-count">
          {at + 1} of {moments.length}
        </span>
      </div>
      {isCut && (
        <p className="panel-note">
          The last {RECORDS_MAX} records; all are in the <Link href={`/audit?sessionId=${sessionId}`}>audit</Link>.
        </p>
      )}
      <MomentView moment={moment} />
    </>
  );
}

function MomentView({ moment: { entry, frame } }: { moment: Moment }) {
  const { record, result, says, target } = entry;
  return (
    <div className="replay-body">
      <div className="replay-line" role="status">
        <strong className="mono">{record.action}</strong>
        <StateBadge state={result} />
        <At at={record.at} />
        <span className="muted">{says}</span>
      </div>
      {frame === null ? (
        <p className="muted">No frame of this moment was kept.</p>
      ) : (
        <ReplayFrame frame={frame} target={target} />
      )}
      {record.evaluation !== null && <VerdictList verdicts={record.evaluation.verdicts} />}
    </div>
  );
}

function ReplayFrame({ frame, target }: { frame: Artifact; target: { x: number; y: number } | null }) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  return (
    <figure className="shot">
      <img
        src={urlOf(`/v1/artifacts/${frame.id}`)}
        alt={`Frame ${frame.name}`}
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
      />
      {target !== null && size !== null && (
        <span
          className="shot-mark"
          style={{ left: `${(100 * target.x) / size.width}%`, top: `${(100 * target.y) / size.height}%` }}
        />
      )}
      <figcaption className="muted">
        kept at <At at={frame.createdAt} /> as {frame.name}
      </figcaption>
    </figure>
  );
}
