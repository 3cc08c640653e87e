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

/** A stop takes a pause's place; a resume ends both. */
function holdsOf(records: readonly Timed[], endMs: number): Span[] {
  const spans: Span[] = [];
  let held: { kind: "paused" | "stopped"; by: Timed } | null = null;
  const end = (toMs: number) => {
    if (held !== null) {
      const { kind, by } = held;
      spans.push({ kind, fromMs: by.atMs, toMs, actor: by.record.actor, says: by.record.reason ?? kind });
    }
    held = null;
  };
  for (const each of records) {
    const { action } = each.record;
    if (action !== "session.paused" && action !== "session.stopped" && action !== "session.resumed") continue;
    end(each.atMs);
    if (action === "session.paused") held = { kind: "paused", by: each };
    if (action === "session.stopped") held = { kind: "stopped", by: each };
  }
  end(endMs);
  return spans;
}

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
