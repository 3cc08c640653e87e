import { useNow } from "./now.ts";
import { clockText, durationText, relativeTime } from "./relative-time.ts";

const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "short" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

const exactTime = (at: string) => exact.format(new Date(at));

/** How long ago, with the local time in the tooltip. */
export function Ago({ at }: { at: string }) {
  const text = useNow((now) => relativeTime(Date.parse(at), now));
  return (
    <time dateTime={at} title={exactTime(at)} className="time">
      {text}
    </time>
  );
}

/** The local clock time, with the date where it is not today's, and how long ago in the tooltip. */
export function At({ at, withAgo = false }: { at: string; withAgo?: boolean }) {
  const isToday = useNow((now) => today.format(now) === today.format(new Date(at)));
  const ago = useNow((now) => (withAgo ? relativeTime(Date.parse(at), now) : ""));
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(at)} className="time">
      {isToday ? clock.format(date) : `${day.format(date)} ${clock.format(date)}`}
      {withAgo && <span className="muted"> {ago}</span>}
    </time>
  );
}

/** From a time until another, or until now while there is none. */
export function Lasted({ from, to }: { from: string; to: string | null }) {
  const text = useNow((now) =>
    durationText(Math.max(0, (to === null ? Math.floor(now / 1_000) * 1_000 : Date.parse(to)) - Date.parse(from))),
  );
  return <span className="time">{text}</span>;
}

/** What is left until a time. */
export function Countdown({ until }: { until: string }) {
  const text = useNow((now) => clockText(Date.parse(until) - now));
  const isSoon = useNow((now) => Date.parse(until) - now < 60_000);
  return (
    <time dateTime={until} title={`until ${exactTime(until)}`} className="time countdown" data-soon={isSoon}>
      {text}
    </time>
  );
}
