import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { FilmStrip } from "./film-strip.tsx";
import { bucketsOf } from "./marks.ts";
import { offsetText } from "./offset-text.ts";
import type { Point } from "./points.ts";
import type { Span } from "./spans.ts";
import { lengthOf, type TimeScale, ticksOf, toPixel, toTime } from "./time-scale.ts";
import type { Recording } from "./use-recording.ts";

interface TimeLineProps {
  readonly recording: Recording;
  readonly point: Point;
  onSeek(atMs: number): void;
}

const ZOOM_MAX = 64;
/** Of the line, in sight: closer there is nothing to see. */
const SIGHT_MS_MIN = 2_000;
const MARK_PX = 4;
const TICK_PX = 90;

/** The session in real proportion: what was on the screen, who had the input, what was done and what was said to it. */
export function TimeLine({ recording, point, onSeek }: TimeLineProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const view = useView(scroller);
  const { startMs, endMs, pictures, spans, marks, nameOf } = recording;
  const width = Math.max(1, view.width * zoom);
  const scale = useMemo((): TimeScale => ({ startMs, endMs, width }), [startMs, endMs, width]);
  const buckets = useMemo(
    () => bucketsOf(marks, startMs, (MARK_PX / scale.width) * lengthOf(scale)),
    [marks, startMs, scale],
  );
  useEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const at = toPixel(scale, point.atMs);
    const isOut = at < node.scrollLeft || at > node.scrollLeft + node.clientWidth;
    if (isOut) node.scrollLeft = at - node.clientWidth / 2;
  }, [scale, point.atMs]);
  const seek = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const { left } = event.currentTarget.getBoundingClientRect();
    onSeek(toTime(scale, event.clientX - left));
  };
  const canZoomIn = zoom < ZOOM_MAX && lengthOf(scale) / zoom > 2 * SIGHT_MS_MIN;
  const isSeen = (fromPx: number, toPx = fromPx) => toPx >= view.left - 50 && fromPx <= view.left + view.width + 50;
  return (
    <section className="time-line" aria-label="Time line">
      <div className="time-tools">
        <Legend spans={spans} />
        <Button size="small" kind="quiet" aria-label="Zoom out" disabled={zoom === 1} onClick={() => setZoom(zoom / 2)}>
          −
        </Button>
        <Button size="small" kind="quiet" aria-label="Zoom in" disabled={!canZoomIn} onClick={() => setZoom(zoom * 2)}>
          +
        </Button>
      </div>
      <div className="time-scroll" ref={scroller}>
        <div
          className="time-track"
          role="slider"
          tabIndex={0}
          aria-label="Position"
          aria-valuemin={0}
          aria-valuemax={Math.round(lengthOf(scale) / 1_000)}
          aria-valuenow={Math.round((point.atMs - startMs) / 1_000)}
          aria-valuetext={offsetText(point.atMs - startMs)}
          style={{ width }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            seek(event);
          }}
          onPointerMove={seek}
        >
          <FilmStrip pictures={pictures} scale={scale} view={view} />
          <div className="time-spans">
            {spans.map((span) => {
              const [from, to] = [toPixel(scale, span.fromMs), toPixel(scale, span.toMs)];
              return (
                <span
                  key={`${span.kind} ${span.fromMs}`}
                  data-kind={span.kind}
                  title={`${span.kind === "human" ? nameOf(span.actor ?? "somebody") : span.kind}: ${span.says}`}
                  style={{ left: from, width: Math.max(3, to - from) }}
                />
              );
            })}
          </div>
          <div className="time-marks">
            {buckets.map(({ lane, atMs, tone, says }) => {
              const left = toPixel(scale, atMs);
              if (!isSeen(left)) return null;
              return <span key={`${lane} ${atMs}`} data-lane={lane} data-tone={tone} title={says} style={{ left }} />;
            })}
          </div>
          <div className="time-axis muted mono">
            {ticksOf(scale, TICK_PX).map((atMs) => {
              const left = toPixel(scale, atMs);
              if (!isSeen(left) || left > scale.width - TICK_PX / 2) return null;
              return (
                <span key={atMs} style={{ left }}>
                  {offsetText(atMs - startMs).replace(/\.0$/, "")}
                </span>
              );
            })}
          </div>
          <span className="playhead" style={{ left: toPixel(scale, point.atMs) }} />
        </div>
      </div>
    </section>
  );
}

const KINDS: Readonly<Record<Span["kind"], string>> = {
  ...{ human: "a person in control", paused: "paused", stopped: "stopped", withheld: "screen withheld" },
};

/** What the marks mean; of the stretches only those that there are. */
function Legend({ spans }: { spans: readonly Span[] }) {
  const kinds = [...new Set(spans.map(({ kind }) => kind))];
  return (
    <ul className="time-legend muted">
      <li data-lane="action">action</li>
      <li data-lane="judged">asked or denied</li>
      <li data-lane="answered">answered</li>
      {kinds.map((kind) => (
        <li key={kind} data-kind={kind}>
          {KINDS[kind]}
        </li>
      ))}
    </ul>
  );
}

/** Which part of the line is in sight, pixels. */
function useView(scroller: RefObject<HTMLDivElement | null>): { left: number; width: number } {
  const [view, setView] = useState({ left: 0, width: 0 });
  useEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const measure = () => setView({ left: node.scrollLeft, width: node.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    node.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener("scroll", measure);
    };
  }, [scroller]);
  return view;
}
