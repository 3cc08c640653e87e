import { useEffect, useRef, useState } from "react";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { visibleRange } from "../../../ui/visible-range.ts";
import type { Moment } from "./moments.ts";
import { offsetText } from "./offset-text.ts";

interface MomentListProps {
  readonly moments: readonly Moment[];
  readonly current: number;
  readonly startMs: number;
  onOpen(index: number): void;
}

/** As in replay.css: what stands outside the window is only a height. */
const ROW_PX = 34;
const OVERSCAN = 10;

/** Everything that happened, oldest first; the line of the moment that is shown stays in sight. */
export function MomentList({ moments, current, startMs, onOpen }: MomentListProps) {
  const scroller = useRef<HTMLOListElement>(null);
  const [view, setView] = useState({ top: 0, height: 300 });
  const { first, end } = visibleRange({ ...view, rows: moments.length, rowHeight: ROW_PX, overscan: OVERSCAN });
  useEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const measure = () => setView({ top: node.scrollTop, height: node.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    node.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener("scroll", measure);
    };
  }, []);
  useEffect(() => {
    const node = scroller.current;
    if (node === null || current < 0) return;
    const top = current * ROW_PX;
    if (top < node.scrollTop) node.scrollTop = top;
    else if (top + ROW_PX > node.scrollTop + node.clientHeight) node.scrollTop = top + ROW_PX - node.clientHeight;
  }, [current]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <ol className="moment-list" ref={scroller} tabIndex={0} aria-label="Everything that happened">
      {first > 0 && <li aria-hidden="true" style={{ height: first * ROW_PX }} />}
      {moments.slice(first, end).map(({ entry, atMs }, offset) => {
        const index = first + offset;
        const { action } = entry.record;
        return (
          <li key={entry.id} aria-setsize={moments.length} aria-posinset={index + 1}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === current ? "true" : undefined}
              onClick={() => onOpen(index)}
            >
              <span className="muted mono">{offsetText(atMs - startMs)}</span>
              <span className="cut" title={`${action} ${entry.says}`}>
                <span className="mono">{action.replace(/^computer_/, "")}</span>{" "}
                <span className="muted">{entry.says}</span>
              </span>
              <StateBadge state={entry.result} />
            </button>
          </li>
        );
      })}
      {end < moments.length && <li aria-hidden="true" style={{ height: (moments.length - end) * ROW_PX }} />}
    </ol>
  );
}
