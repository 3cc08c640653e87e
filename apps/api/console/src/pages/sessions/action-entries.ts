import type { AuditRecord } from "@deskfleet/contracts";
import type { Target } from "../../desktop/target-mark.tsx";
import { durationText } from "../../ui/relative-time.ts";
import { toneOf } from "../../ui/state-badge.tsx";
import { placeOf, targetWords } from "./action-place.ts";

/** One action as a person follows it: its intent and its outcome are one line. */
export interface ActionEntry {
  readonly id: string;
  readonly record: AuditRecord;
  readonly result: string;
  readonly says: string;
  readonly target: Target | null;
}

/** Records newest first, an action's intent and outcome put together; what has no outcome yet is `running`. */
export function entriesOf(records: readonly AuditRecord[]): ActionEntry[] {
  const outcomes = new Map(records.flatMap((record) => (record.intentId === null ? [] : [[record.intentId, record]])));
  const intents = new Set(records.flatMap(({ kind, id }) => (kind === "intent" ? [id] : [])));
  return records
    .filter(({ kind, intentId }) => kind !== "outcome" || intentId === null || !intents.has(intentId))
    .map((record) => {
      const outcome = outcomes.get(record.id);
      const result = outcome?.result ?? record.result ?? (record.kind === "intent" ? "running" : "done");
      return { id: record.id, record, result, says: saying(record, outcome), target: targetOf(record, result) };
    });
}

function saying(record: AuditRecord, outcome: AuditRecord | undefined): string {
  const decisive = (record.evaluation ?? outcome?.evaluation)?.decisive;
  const duration = outcome?.durationMs ?? record.durationMs;
  const reason = outcome?.reason ?? record.reason;
  const isNews = decisive !== undefined && decisive.outcome !== "allow";
  return [
    isNews
      ? `${decisive.outcome} by ${decisive.gate.replaceAll("_", " ")}, ${decisive.layer}: ${decisive.reason}`
      : reason,
    targetWords(record.params),
    briefly(record.params),
    duration === null || duration === undefined ? null : durationText(duration),
  ]
    .filter(Boolean)
    .join(" · ");
}

const BRIEF_MAX = 90;
/** Told by the target's words, or drawn. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  ...["x", "y", "fromX", "fromY", "toX", "toY", "from_x", "from_y", "to_x", "to_y"],
  "target",
]);
/** Parameters in a line; whole they are in the audit. */
function briefly(params: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(params).filter(([name]) => !SAID_ELSEWHERE.has(name));
  const text = given
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
  return text.length > BRIEF_MAX ? `${text.slice(0, BRIEF_MAX)}…` : text;
}

function targetOf({ id, params, action }: AuditRecord, result: string): Target | null {
  const place = placeOf(params);
  return place && { id, ...place, label: action.replace(/^computer_/, ""), tone: toneOf(result) };
}
