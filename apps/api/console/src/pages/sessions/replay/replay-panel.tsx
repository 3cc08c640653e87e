import type { Session } from "@deskfleet/contracts";
import { useEffect } from "react";
import { urlOf } from "../../../client/http.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ProblemCard } from "../../../ui/problem-card.tsx";
import { useUrlFilters } from "../../../ui/use-url-filters.ts";
import { MomentDetail } from "./moment-detail.tsx";
import { MomentList } from "./moment-list.tsx";
import { momentAt } from "./moments.ts";
import { ReplayBar } from "./replay-bar.tsx";
import { ReplayStage } from "./replay-stage.tsx";
import { TimeLine } from "./time-line.tsx";
import { usePlayer } from "./use-player.ts";
import { FRAMES_MAX, RECORDS_MAX, type Recording, useRecording } from "./use-recording.ts";

/** A session from its beginning: what was done on which screen, by whom, and what people said to it. */
export function ReplayPanel({ session }: { session: Session }) {
  const { recording, error, records, frames, again } = useRecording(session);
  const isOver = session.state === "ended";
  const hasVideo = recording?.pictures.some(({ path, cause }) => path !== null && cause !== "task") ?? false;
  return (
    <Panel
      title="Replay"
      note={isOver ? session.endReason && `ended: ${session.endReason}` : goesOn(session)}
      className="replay"
      actions={
        <>
          {!isOver && (
            <Button size="small" disabled={recording === null} onClick={again}>
              Read what came since
            </Button>
          )}
          {hasVideo && (
            <a
              className="button plain small"
              href={urlOf(`/v1/sessions/${session.id}/recording.webm`)}
              download={`session-${session.id}.webm`}
            >
              <Icon name="download" size={14} /> Download video
            </a>
          )}
        </>
      }
    >
      {recording === null && error !== null && <ProblemCard error={error} onRetry={again} />}
      {recording === null && error === null && <Reading records={records} frames={frames} />}
      {recording !== null && <Replay recording={recording} />}
    </Panel>
  );
}

const goesOn = ({ control }: Session) =>
  control === null ? "of a session that goes on" : `of a session that goes on, ${control.name} is in control`;

function Reading({ records, frames }: { records: number; frames: number }) {
  return (
    <div className="replay-reading" role="status" aria-busy="true">
      <p>Reading the recording…</p>
      <p className="muted">
        {records.toLocaleString("en")} records, {frames.toLocaleString("en")} frames
      </p>
    </div>
  );
}

/** Until it stands still: the history keeps no more than a link needs, and a browser takes only so many changes a minute. */
const SETTLE_MS = 250;

function Replay({ recording }: { recording: Recording }) {
  const [{ at: wanted }, change] = useUrlFilters(["at"]);
  const { points, moments, isCut } = recording;
  const player = usePlayer(points, wanted);
  const point = points[player.at];
  const id = point?.id;
  useEffect(() => {
    if (id === undefined || id === wanted || player.isPlaying) return;
    const timer = setTimeout(() => change({ at: id }), SETTLE_MS);
    return () => clearTimeout(timer);
  });
  if (point === undefined) return <EmptyState title="Nothing was recorded in this session." />;
  const index = point.kind === "record" ? point.index : momentAt(moments, point.atMs);
  const goToMoment = (to: number) =>
    player.goTo(points.findIndex((each) => each.kind === "record" && each.index === to));
  return (
    <div className="replay-body">
      <ReplayBar recording={recording} player={player} point={point} />
      <div className="replay-middle">
        <ReplayStage recording={recording} point={point} moment={moments[index] ?? null} />
        <div className="replay-side">
          <MomentDetail recording={recording} point={point} moment={moments[index] ?? null} />
          <MomentList moments={moments} current={index} startMs={recording.startMs} onOpen={goToMoment} />
        </div>
      </div>
      <TimeLine recording={recording} point={point} onSeek={player.seek} />
      {isCut && (
        <p className="panel-note" data-tone="warn">
          The replay takes the newest {RECORDS_MAX.toLocaleString("en")} records and the first{" "}
          {FRAMES_MAX.toLocaleString("en")} frames; this session has more, which the audit and the API have.
        </p>
      )}
    </div>
  );
}
