import type { Approval, AuditRecord } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { bucketsOf, type Mark, marksOf } from "./marks.ts";
import type { Moment } from "./moments.ts";

const moment = (atMs: number, record: Partial<AuditRecord>, result: string): Moment =>
  ({ atMs, entry: { result, record: { kind: "intent", evaluation: null, action: "click", ...record } } }) as Moment;
const judged = (outcome: string) => ({ evaluation: { outcome } as AuditRecord["evaluation"] });

describe("the marks of a time line", () => {
  it("are one for an action by how it ended, another where it was asked or denied, none for events", () => {
    const marks = marksOf(
      [
        moment(1, judged("allow"), "ok"),
        moment(2, judged("ask"), "asked"),
        moment(3, judged("deny"), "denied"),
        moment(4, { kind: "event", action: "session.stopped" }, "stopped"),
      ],
      [],
      String,
    );
    expect(marks.map(({ lane, atMs, tone }) => `${lane} ${atMs} ${tone}`)).toEqual([
      ...["action 1 good", "action 2 warn", "judged 2 warn", "action 3 bad", "judged 3 bad"],
    ]);
  });

  it("say who answered what, and leave out what nobody answered", () => {
    const approval = { tool: "click", answer: "no", answeredAt: "1970-01-01T00:00:05Z", answeredBy: "principal:7" };
    const open = { tool: "click", answer: null, answeredAt: null, answeredBy: null };
    expect(marksOf([], [approval, open] as Approval[], () => "Ada")).toEqual([
      { lane: "answered", atMs: 5_000, tone: "bad", says: "click: “no” by Ada" },
    ]);
  });

  it("that would stand on each other become one, which is the most telling; lanes stay apart", () => {
    const mark = (atMs: number, tone: Mark["tone"], lane: Mark["lane"] = "action") => ({
      lane,
      atMs,
      tone,
      says: `${atMs}`,
    });
    const marks = [1, 2, 3, 4, 5, 6].map((atMs) => mark(atMs, atMs === 3 ? "bad" : "good"));
    expect(bucketsOf([...marks, mark(14, "good"), mark(4, "warn", "judged")], 0, 10)).toEqual([
      { lane: "action", atMs: 1, tone: "bad", says: "1\n2\n3\n4\nand 2 more" },
      { lane: "action", atMs: 14, tone: "good", says: "14" },
      { lane: "judged", atMs: 4, tone: "warn", says: "4" },
    ]);
  });
});
