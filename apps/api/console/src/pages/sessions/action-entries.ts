import type { AuditRecord } from "@deskfleet/contracts";
import type { Target } from "../../desktop/target-mark.tsx";
import { durationText } from "../../ui/relative-time.ts";
import { toneOf } from "../../ui/state-badge.tsx";
import { placeOf, targetWords } from "./action-place.ts";
import { eventWords } from "./event-words.ts";

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
  const { action, params } = record;
  const decisive = (record.evaluation ?? outcome?.evaluation)?.decisive;
  const duration = outcome?.durationMs ?? record.durationMs;
  const isNews = decisive !== undefined && decisive.outcome !== "allow";
  const event = record.kind === "event" ? eventWords(action, params) : null;
  const words = targetWords(params);
  return [
    isNews
      ? `${decisive.outcome} by ${decisive.gate.replaceAll("_", " ")}, ${decisive.layer}: ${decisive.reason}`
      : action !== "session.resumed" && (outcome?.reason ?? record.reason)?.replace(APPROVED, "approved"),
    event ?? words,
    event === null && briefly(params, words === null ? DRAWN : TOLD),
    duration !== null && duration !== undefined && durationText(duration),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Which approval, and by whom, is told beside; ids say nothing to a reader. */
const APPROVED = /\bapproval [0-9a-f-]{36} by \S+/;
const BRIEF_MAX = 90;
const DRAWN = ["x", "y", "fromX", "fromY", "toX", "toY", "from_x", "from_y", "to_x", "to_y"];
/** By the words of the target. */
const TOLD = [...DRAWN, "target", "element", "element_index", "app"];
/** Parameters in a line; whole they are in the audit. */
function briefly(params: Readonly<Record<string, unknown>>, saidElsewhere: readonly string[]): string {
  const given = Object.entries(params).filter(([name]) => !saidElsewhere.includes(name));
  const text = given.map(([name, value]) => `${name} ${valueWords(value)}`).join(", ");
  return text.length > BRIEF_MAX ? `${text.slice(0, BRIEF_MAX)}…` : text;
}

/** What was redacted is recorded as its length. */
function valueWords(value: unknown): string {
  if (typeof value === "string") return value;
  const { redacted, characters } = Object(value) as { redacted?: unknown; characters?: unknown };
  return redacted === true && typeof characters === "number" ? `••• (${characters})` : JSON.stringify(value);
}

function targetOf({ id, params, action }: AuditRecord, result: string): Target | null {
  const place = placeOf(params);
  return place && { id, ...place, label: action.replace(/^computer_/, ""), tone: toneOf(result) };
}
