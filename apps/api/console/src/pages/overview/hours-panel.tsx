import type { Statistics } from "@deskfleet/contracts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { totalsOf } from "./totals.ts";

const HEIGHT = 84;
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** A bar for each hour: what succeeded, and on top what did not. */
export function HoursPanel({ hours }: { hours: Statistics["hours"] }) {
  const highest = Math.max(1, ...hours.map(({ succeeded, failed, cancelled }) => succeeded + failed + cancelled));
  const { ended, succeeded } = totalsOf(hours);
  const says = `${succeeded} of ${ended} tasks succeeded in ${hours.length} hours`;
  if (ended === 0)
    return (
      <Panel title="Tasks by hour" note="last 24">
        <EmptyState title="No task has ended in the last 24 hours." />
      </Panel>
    );
  const width = 100 / hours.length;
  return (
    <Panel title="Tasks by hour" note={says}>
      <figure className="hours">
        <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={says}>
          {hours.map((hour, index) => {
            const parts = [
              ["good", hour.succeeded],
              ["bad", hour.failed],
              ["none", hour.cancelled],
            ] as const;
            let top = HEIGHT;
            return (
              <g key={hour.at}>
                <title>{`${clock.format(new Date(hour.at))}: ${hour.succeeded} succeeded, ${hour.failed} failed, ${hour.cancelled} cancelled`}</title>
                {parts.map(([tone, count]) => {
                  const height = (count / highest) * (HEIGHT - 4);
                  top -= height;
                  return (
                    <rect
                      key={tone}
                      data-tone={tone}
                      x={index * width + width * 0.12}
                      y={top}
                      width={width * 0.76}
                      height={height}
                    />
                  );
                })}
              </g>
            );
          })}
        </svg>
        <figcaption className="hours-axis muted">
          <span>{clock.format(new Date(hours[0]?.at ?? 0))}</span>
          <span>at most {highest} an hour</span>
          <span>now</span>
        </figcaption>
      </figure>
    </Panel>
  );
}
