import type { AuditRecord } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { entriesOf } from "./action-entries.ts";

const record = (given: Partial<AuditRecord>): AuditRecord =>
  ({
    ...{
      id: "1",
      kind: "event",
      at: "2026-01-01T12:00:00Z",
      action: "computer_mouse_click",
      params: {},
      evaluation: null,
    },
    ...{ intentId: null, result: null, reason: null, durationMs: null },
    ...given,
  }) as AuditRecord;

describe("the stream of actions", () => {
  it("shows an action once, with how it ended, newest first", () => {
    const entries = entriesOf([
      record({ id: "3", kind: "event", action: "session.stopped", result: "stopped" }),
      record({ id: "2", kind: "outcome", intentId: "1", result: "ok", durationMs: 12 }),
      record({ id: "1", kind: "intent", params: { x: 4, y: 5, button: "left" } }),
    ]);
    expect(entries.map(({ id, result, says }) => [id, result, says])).toEqual([
      ["3", "stopped", ""],
      ["1", "ok", "button left · 12 ms"],
    ]);
    expect(entries[1]?.target).toEqual({
      ...{ id: "1", x: 4, y: 5, width: 0, height: 0, to: null },
      ...{ label: "mouse_click", tone: "good" },
    });
  });

  it("calls what has no outcome yet running, and keeps an outcome whose intent is on an earlier page", () => {
    expect(entriesOf([record({ kind: "intent" })])[0]?.result).toBe("running");
    expect(
      entriesOf([record({ kind: "outcome", intentId: "0", result: "error", reason: "action.failed" })]),
    ).toMatchObject([{ result: "error", says: "action.failed" }]);
  });

  it("says which gate and layer held an action up", () => {
    const decisive = { gate: "action_type", outcome: "deny", layer: "tenant", reason: "the tool is off", code: "x" };
    const evaluation = { decisive, outcome: "deny", verdicts: [], risk: "R1" } as unknown as AuditRecord["evaluation"];
    expect(entriesOf([record({ evaluation, result: "denied" })])[0]?.says).toBe(
      "deny by action type, tenant: the tool is off",
    );
  });
});
