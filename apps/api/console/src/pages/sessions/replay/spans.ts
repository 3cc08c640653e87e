import type { AuditRecord } from "@deskfleet/contracts";
import { countWords } from "../event-words.ts";
import type { Moment } from "./moments.ts";
import type { Picture } from "./picture.ts";

/** A stretch of the session in which something held. */
export interface Span {
  readonly kind: "human" | "paused" | "stopped" | "withheld";
  readonly fromMs: number;
  readonly toMs: number;
  /** As recorded: `person:<id>`; null where nobody did it. */
  readonly actor: string | null;
  readonly says: string;
}

/** Who had the input, what was paused or stopped, and when the screen was not to be seen; in the order of their beginnings. */
export function spansOf(moments: readonly Moment[], pictures: readonly Picture[], endMs: number): Span[] {
  const records = moments.map(({ entry, atMs }) => ({ record: entry.record, atMs }));
  return [...turnsOf(records, endMs), ...holdsOf(records, endMs), ...withheldOf(pictures, endMs)].toSorted(
    (a, b) => a.fromMs - b.fromMs,
  );
}

type Timed = { readonly record: AuditRecord; readonly atMs: number };

function turnsOf(records: readonly Timed[], endMs: number): Span[] {
  const spans: Span[] = [];
  let taken: Timed | null = null;
  const end = (toMs: number, says: string) => {
    if (taken !== null) spans.push({ kind: "human", fromMs: taken.atMs, toMs, actor: taken.record.actor, says });
    taken = null;
  };
  for (const each of records) {
    if (each.record.action !== "session.controlled") continue;
    const { state, keys, clicks } = each.record.params;
    if (state === "taken") {
      end(each.atMs, "in control");
      taken = each;
    } else end(each.atMs, `in control: ${countWords(keys, "key")}, ${countWords(clicks, "click")}`);
  }
  end(endMs, "in control");
  return spans;
}

interface Held {
  readonly kind: "paused" | "stopped";
  readonly by: Timed;
  actor: string;
}

/** A stop takes a pause's place; a resume ends both. */
function holdsOf(records: readonly Timed[], endMs: number): Span[] {
  const spans: Span[] = [];
  let held: Held | null = null;
  for (const each of records) {
    const { action, actor } = each.record;
    // A stop that came by signal has no name on it; who ordered it is written down by the API.
    if (action === "session.stop" && held?.kind === "stopped" && held.actor === "system") held.actor = actor;
    if (action !== "session.paused" && action !== "session.stopped" && action !== "session.resumed") continue;
    if (held !== null) spans.push(spanOf(held, each.atMs));
    held =
      action === "session.resumed"
        ? null
        : { kind: action === "session.paused" ? "paused" : "stopped", by: each, actor };
  }
  if (held !== null) spans.push(spanOf(held, endMs));
  return spans;
}

const spanOf = ({ kind, by, actor }: Held, toMs: number): Span => ({
  ...{ kind, fromMs: by.atMs, toMs, actor, says: by.record.reason ?? kind },
});

function withheldOf(pictures: readonly Picture[], endMs: number): Span[] {
  const spans: Span[] = [];
  let fromMs: number | null = null;
  const end = (toMs: number) => {
    if (fromMs !== null) spans.push({ kind: "withheld", fromMs, toMs, actor: null, says: "the screen was withheld" });
    fromMs = null;
  };
  for (const { status, atMs } of pictures) {
    if (status === "withheld") fromMs ??= atMs;
    else end(atMs);
  }
  end(endMs);
  return spans;
}
