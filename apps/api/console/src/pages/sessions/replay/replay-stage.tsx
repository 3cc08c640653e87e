import { useEffect } from "react";
import { urlOf } from "../../../client/http.ts";
import { StillFrame } from "../../../desktop/still-frame.tsx";
import type { Target } from "../../../desktop/target-mark.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import type { Moment } from "./moments.ts";
import { NoPictures } from "./no-pictures.tsx";
import type { Picture } from "./picture.ts";
import type { Point } from "./points.ts";
import type { Recording } from "./use-recording.ts";

interface ReplayStageProps {
  readonly recording: Recording;
  readonly point: Point;
  readonly moment: Moment | null;
}

/** The screen at a point: at an action the one that it met, with its target; at a frame that frame. */
export function ReplayStage({ recording, point, moment }: ReplayStageProps) {
  const { session, pictures, approvals } = recording;
  const index = point.kind === "frame" ? point.index : (moment?.picture ?? -1);
  useFetchedAhead(pictures, index);
  const picture = pictures[index];
  const ground = screenOf(session.desktop.display);
  const marked = point.kind === "record" && moment !== null ? targetOf(moment, approvals, ground) : null;
  return (
    <div className="replay-stage">
      {picture === undefined ? (
        <NoPictures session={session} />
      ) : picture.path === null ? (
        <Withheld status={picture.status} />
      ) : (
        <StillFrame
          src={urlOf(picture.path)}
          alt={`Frame of ${new Date(picture.atMs).toLocaleTimeString("en-GB")}`}
          size={picture}
          masked={picture.masked}
          target={marked?.target ?? null}
          screen={marked?.ground ?? null}
        />
      )}
    </div>
  );
}

function Withheld({ status }: { status: Picture["status"] }) {
  return status === "withheld" ? (
    <EmptyState title="The screen was withheld.">
      <p>Something was on it that may not be recorded, so neither a picture nor its hash was taken.</p>
    </EmptyState>
  ) : (
    <EmptyState title="The screen changed here; its picture was not kept.">
      <p>Policy keeps hashes only, or the session had used up the bytes of its recording.</p>
    </EmptyState>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Marked {
  readonly target: Omit<Target, "id">;
  /** What its pixels are of; null: of the frame. */
  readonly ground: Size | null;
}

/** By the audit's coordinates, which are the screen's; of a control, where it was when a person was asked about it. */
function targetOf(
  { entry, approvalId }: Moment,
  approvals: Recording["approvals"],
  screen: Size | null,
): Marked | null {
  if (entry.target !== null) return { target: entry.target, ground: screen };
  const frame = approvals.find(({ id }) => id === approvalId)?.frame ?? null;
  if (frame === null || frame.target === null || entry.record.kind === "event") return null;
  const label = entry.record.action.replace(/^computer_/, "");
  return { target: { ...frame.target, to: null, label, tone: "warn" }, ground: frame };
}

function screenOf(display: string): Size | null {
  const [width, height] = display.split("x").map(Number);
  return width && height ? { width, height } : null;
}

const AHEAD = 2;

/** The next pictures, so that playing shows no gap. */
function useFetchedAhead(pictures: readonly Picture[], index: number): void {
  useEffect(() => {
    for (const { path } of pictures.slice(index + 1, index + 1 + AHEAD)) {
      if (path !== null) new Image().src = urlOf(path);
    }
  }, [pictures, index]);
}
