import type { AuditRecord, FleetEvent } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { type Effect, effectOfEvent, effectOfRecord, effectText, withEffects } from "./stop-effects.ts";

const at = "2026-01-01T12:00:00.000Z";
const effect = (sessionId: string, effectMs: number | null = 10): Effect => ({
  ...{ sessionId, at, scope: "tenant", effectMs, isConfirmed: true },
});

describe("the moment of effect of a stop", () => {
  it("is read from the event and from the audit alike, and from nothing else", () => {
    const data = { scope: "tenant", effectMs: 12, isConfirmed: false };
    const said = { sessionId: "a", at, scope: "tenant", effectMs: 12, isConfirmed: false };
    expect(effectOfEvent({ type: "session.stopped", sessionId: "a", at, data } as unknown as FleetEvent)).toEqual(said);
    const record = { action: "session.stopped", sessionId: "a", at, params: data } as unknown as AuditRecord;
    expect(effectOfRecord(record)).toEqual(said);
    expect(effectOfRecord({ ...record, action: "session.resumed" })).toBeNull();
    expect(effectOfRecord({ ...record, sessionId: null })).toBeNull();
  });

  it("counts each session once, by what was heard of it first", () => {
    const known = withEffects(new Map(), [effect("a", 5), effect("b")]);
    expect(withEffects(known, [effect("a", 90)])).toBe(known);
    expect([...withEffects(known, [effect("a", 90), effect("c")]).values()].map(({ effectMs }) => effectMs)).toEqual([
      ...[5, 10, 10],
    ]);
  });

  it.each([
    [[], 0, "No session was at work."],
    [[], 2, "0 of 2 sessions stopped"],
    [[effect("a", 41), effect("b", 9)], 3, "2 of 3 sessions stopped, the slowest after 41 ms"],
    [[effect("a", null)], 1, "1 of 1 session stopped"],
    // One began after they were counted.
    [[effect("a"), effect("b")], 1, "2 of 2 sessions stopped, the slowest after 10 ms"],
  ])("is told as a whole: %#", (effects, expected, text) => {
    expect(effectText(effects, expected)).toBe(text);
  });
});
