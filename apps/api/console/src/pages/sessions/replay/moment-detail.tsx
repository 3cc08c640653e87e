import type { Verdict } from "@deskfleet/contracts";
import { Link } from "wouter";
import { JsonView } from "../../../ui/json-view.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { At } from "../../../ui/time.tsx";
import { VerdictList } from "../../../ui/verdict-list.tsx";
import { targetWords } from "../action-place.ts";
import type { Moment } from "./moments.ts";
import { offsetText } from "./offset-text.ts";
import type { Picture } from "./picture.ts";
import type { Point } from "./points.ts";
import type { Recording } from "./use-recording.ts";

interface MomentDetailProps {
  readonly recording: Recording;
  readonly point: Point;
  readonly moment: Moment | null;
}

/** All that is recorded of one moment: the action, whose it was, what the gates said, what a person answered. */
export function MomentDetail({ recording, point, moment }: MomentDetailProps) {
  const { pictures, approvals, spans, nameOf } = recording;
  const span = spans.find(({ fromMs, toMs }) => point.atMs >= fromMs && point.atMs < toMs);
  const picture = pictures[point.kind === "frame" ? point.index : (moment?.picture ?? -1)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section className="moment" aria-label="This moment" tabIndex={0}>
      {point.kind === "frame" && <FrameFacts picture={picture} />}
      {moment !== null && <RecordFacts moment={moment} isBefore={point.kind === "frame"} nameOf={nameOf} />}
      {span !== undefined && (
        <p className="note" data-tone="warn">
          {span.kind === "human" ? nameOf(span.actor ?? "somebody") : span.kind}: {span.says}
        </p>
      )}
      {moment !== null && <Asked approval={approvals.find(({ id }) => id === moment.approvalId)} nameOf={nameOf} />}
      {moment?.entry.record.evaluation != null && <Verdicts verdicts={moment.entry.record.evaluation.verdicts} />}
      {moment !== null && Object.keys(moment.entry.record.params).length > 0 && (
        <JsonView value={moment.entry.record.params} label="Parameters as recorded" />
      )}
      {point.kind === "record" && picture !== undefined && (
        <p className="muted">
          The screen is that of {offsetText(picture.atMs - recording.startMs)}
          <MaskedKinds picture={picture} />.
        </p>
      )}
    </section>
  );
}

const CAUSES: Readonly<Record<Picture["cause"], string>> = {
  ...{
    start: "the session began",
    aim: "an action was about to go there",
    action: "an action was done",
    approval: "a person was asked",
  },
  ...{ human: "a person used the desktop", end: "the session ended", task: "its task kept it" },
};

function FrameFacts({ picture }: { picture: Picture | undefined }) {
  if (picture === undefined) return null;
  return (
    <p className="moment-line">
      <strong>Frame</strong>
      <At at={new Date(picture.atMs).toISOString()} />
      <span className="muted">
        {CAUSES[picture.cause]}
        <MaskedKinds picture={picture} />
      </span>
    </p>
  );
}

function MaskedKinds({ picture: { masked } }: { picture: Picture }) {
  if (masked.length === 0) return null;
  const kinds = [...new Set(masked.map(({ kind }) => kind.replaceAll("_", " ")))];
  return `, masked: ${kinds.join(", ")}`;
}

interface RecordFactsProps {
  readonly moment: Moment;
  readonly isBefore: boolean;
  nameOf(actor: string): string;
}

function RecordFacts({ moment: { entry }, isBefore, nameOf }: RecordFactsProps) {
  const { record, result, says } = entry;
  const words = targetWords(record.params);
  return (
    <div>
      <p className="moment-line">
        {isBefore && <span className="muted">after</span>}
        <strong className="mono">{record.action}</strong>
        <StateBadge state={result} />
        <At at={record.at} />
      </p>
      <p className="muted moment-says">
        {nameOf(record.actor)}
        {says !== "" && ` · ${says}`}
        {words === null && entry.target !== null && ` · at ${entry.target.x},${entry.target.y}`}
      </p>
    </div>
  );
}

/** What held it up, whole; the gates that let it pass by their names, and whole once asked for. */
function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  const [passed, held] = [true, false].map((isAllow) =>
    verdicts.filter(({ outcome }) => (outcome === "allow") === isAllow),
  ) as [Verdict[], Verdict[]];
  return (
    <>
      {held.length > 0 && <VerdictList verdicts={held} />}
      {passed.length > 0 && (
        <details className="passed">
          <summary>
            <StateBadge state="allow" />{" "}
            <span className="muted">by {passed.map(({ gate }) => gate.replaceAll("_", " ")).join(", ")}</span>
          </summary>
          <VerdictList verdicts={passed} />
        </details>
      )}
    </>
  );
}

interface AskedProps {
  readonly approval: Recording["approvals"][number] | undefined;
  nameOf(actor: string): string;
}

function Asked({ approval, nameOf }: AskedProps) {
  if (approval === undefined) return null;
  const { id, answer, answeredBy, note, state } = approval;
  return (
    <p className="note">
      <Link href={`/approvals/${id}?show=all`}>The approval</Link>:{" "}
      {answer === null ? state : `“${answer}” by ${answeredBy === null ? "nobody" : nameOf(answeredBy)}`}
      {note !== null && note !== "" && <span className="muted"> “{note}”</span>}
    </p>
  );
}
