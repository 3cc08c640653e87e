import type { Approval } from "@deskfleet/contracts";
import { type Tone, toneOf } from "../../../ui/state-badge.tsx";
import type { Moment } from "./moments.ts";

/** Something that happened at one moment, as the time line marks it. */
export interface Mark {
  /** `judged`: what asked or was denied; `answered`: what a person said to it. */
  readonly lane: "action" | "judged" | "answered";
  readonly atMs: number;
  readonly tone: Tone;
  readonly says: string;
}

/** Actions by how they ended, verdicts that asked or denied, and the answers of people. `nameOf` says who an actor is. */
export function marksOf(
  moments: readonly Moment[],
  approvals: readonly Approval[],
  nameOf: (actor: string) => string,
): Mark[] {
  const acted = moments.flatMap(({ entry: { record, result }, atMs }): Mark[] => {
    if (record.kind === "event") return [];
    const says = `${record.action.replace(/^computer_/, "")}: ${result}`;
    const { outcome } = record.evaluation ?? {};
    const isJudged = outcome === "ask" || outcome === "deny";
    const mark: Mark = { lane: "action", atMs, tone: toneOf(result), says };
    return isJudged ? [mark, { ...mark, lane: "judged", tone: toneOf(outcome), says: `${outcome}: ${says}` }] : [mark];
  });
  const answered = approvals.flatMap(({ answer, answeredAt, answeredBy, tool }): Mark[] => {
    if (answer === null || answeredAt === null) return [];
    const who = answeredBy === null ? "nobody" : nameOf(answeredBy);
    const tone = answer === "no" ? "bad" : "good";
    return [{ lane: "answered", atMs: Date.parse(answeredAt), tone, says: `${tool}: “${answer}” by ${who}` }];
  });
  return [...acted, ...answered];
}

/** Marks that would be drawn over each other, as one. */
export interface Bucket {
  readonly lane: Mark["lane"];
  /** First of them. */
  readonly atMs: number;
  /** The most telling. */
  readonly tone: Tone;
  readonly says: string;
}

const TELLING: readonly Tone[] = ["none", "good", "busy", "warn", "bad"];
const SAID_MAX = 4;

/** At most one mark for each lane and each `widthMs` of time. */
export function bucketsOf(marks: readonly Mark[], startMs: number, widthMs: number): Bucket[] {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) {
    const key = `${mark.lane} ${Math.floor((mark.atMs - startMs) / widthMs)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [mark]);
    else group.push(mark);
  }
  return [...groups.values()].map((group) => {
    const tones = group.map(({ tone }) => TELLING.indexOf(tone));
    const said = group.slice(0, SAID_MAX).map(({ says }) => says);
    const more = group.length - said.length;
    return {
      lane: group[0]?.lane ?? "action",
      atMs: Math.min(...group.map(({ atMs }) => atMs)),
      tone: TELLING[Math.max(...tones)] ?? "none",
      says: [...said, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"),
    };
  });
}
