import type { Artifact, AuditRecord, SessionFrame } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { momentAt, momentsOf } from "./moments.ts";
import { lookAt, picturesOf } from "./picture.ts";

const at = (second: number) => `2026-01-01T12:00:0${second}Z`;
const ASKED = "019a0000-0000-7000-8000-00000000000a";
const record = (id: string, second: number, given: Partial<AuditRecord> = {}): AuditRecord =>
  ({
    ...{ id, kind: "intent", at: at(second), action: "click", params: {}, evaluation: null, intentId: null },
    ...{ result: null, reason: null, durationMs: null, actor: "principal:p" },
    ...given,
  }) as AuditRecord;
const frame = (id: string, second: number, status = "kept") =>
  ({
    id,
    sessionId: "s",
    at: at(second),
    status,
    cause: "action",
    masked: [],
    width: 8,
    height: 5,
  }) as unknown as SessionFrame;
const artifact = (id: string, second: number, contentType = "image/png", sessionId: string | null = "s") =>
  ({ id, createdAt: at(second), contentType, sessionId }) as Artifact;

describe("the moments of a replay", () => {
  it("have the screen that the action met: the last look before it, of what came first the first one", () => {
    const pictures = picturesOf([frame("late", 8), frame("first", 2)], [], "s");
    const moments = momentsOf([record("c", 9), record("b", 7), record("a", 1)], pictures);
    expect(moments.map(({ entry: { id }, picture }) => [id, pictures[picture]?.id])).toEqual([
      ...[
        ["a", "first"],
        ["b", "first"],
        ["c", "late"],
      ],
    ]);
    expect(momentsOf([record("a", 1)], [])).toMatchObject([{ picture: -1 }]);
    expect([momentAt(moments, 0), momentAt(moments, Date.parse(at(7)))]).toEqual([-1, 1]);
  });

  it("have the look that was taken for them, which is younger than they are, and no other action's", () => {
    const aim = { ...frame("aimed", 4), cause: "aim", actionId: "b" } as SessionFrame;
    const pictures = picturesOf([frame("first", 2), aim, frame("late", 8)], [], "s");
    const moments = momentsOf([record("c", 9), record("b", 3), record("a", 3)], pictures);
    expect(moments.map(({ picture }) => pictures[picture]?.id)).toEqual(["first", "aimed", "late"]);
  });

  it("know the approval that they asked for or carry out, and take no other id for one", () => {
    const approvals = [
      record("a", 1, { kind: "outcome", result: "asked", reason: `the rule; approval ${ASKED}` }),
      record("b", 2, { reason: `approval ${ASKED} by principal:x` }),
      record("c", 3, { kind: "event", action: "approval.answer", params: { approvalId: ASKED } }),
      record("d", 4, { kind: "outcome", result: "denied", reason: `approval ${ASKED}` }),
      record("e", 5, { reason: "approval of somebody" }),
    ];
    expect(momentsOf(approvals.toReversed(), []).map(({ approvalId }) => approvalId)).toEqual([
      ...[ASKED, ASKED, ASKED, null, null],
    ]);
  });
});

describe("the pictures of a replay", () => {
  it("are the recording's where there is one, and only those that were kept have an address", () => {
    const pictures = picturesOf(
      [frame("a", 1), frame("b", 2, "withheld"), frame("c", 3, "hash")],
      [artifact("t", 1)],
      "s",
    );
    expect(pictures.map(({ path }) => path)).toEqual(["/v1/sessions/s/frames/a", null, null]);
  });

  it("are else what its task has kept of this session", () => {
    const kept = [
      artifact("b", 2),
      artifact("a", 1),
      artifact("log", 1, "text/plain"),
      artifact("other", 1, "image/png", "o"),
    ];
    expect(picturesOf([], kept, "s").map(({ path }) => path)).toEqual(["/v1/artifacts/a", "/v1/artifacts/b"]);
  });

  it("are found by time, none before the first", () => {
    const pictures = picturesOf([frame("a", 2), frame("b", 4)], [], "s");
    expect([1, 2, 3, 4, 9].map((second) => lookAt(pictures, Date.parse(at(second))))).toEqual([-1, 0, 0, 1, 1]);
  });
});
