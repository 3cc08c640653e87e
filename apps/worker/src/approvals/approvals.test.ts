import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "../sessions/testing.ts";
import { canonical } from "./planned-action.ts";

const APPROVER = { ...OPERATOR, id: "00000000-0000-7000-8000-00000000000a", role: "approver" as const };
const PASSWORD = "correct horse battery staple";

let bench: Bench;
let session: LiveSession;
beforeEach(async () => {
  bench = createBench();
  session = await bench.open({ grants: ["computer_use", "screen"] });
  bench.machine(session).openWindow("Orders", "order-desk", ["order-desk"]);
});

const clicks = () => bench.machine(session).calls.filter(({ method }) => method === "computer_mouse_click");
const typed = () => bench.machine(session).windows[0]?.text;
async function ask(tool = "computer_mouse_click", params: Record<string, unknown> = { x: 30, y: 40 }) {
  const asked = await perform(session, { tool, params, principal: OPERATOR });
  if (asked.outcome !== "ask") throw new Error("expected an ask");
  return asked;
}
const execute = (approvalId: string, tool = "computer_mouse_click", params: Record<string, unknown> = {}) =>
  perform(session, { tool, params, approvalId, principal: APPROVER });

describe("an ask", () => {
  it("freezes the action and does nothing; parameters are stored redacted, of the code only the digest", async () => {
    const { approval, code } = await ask("computer_keyboard_type", { text: PASSWORD });
    expect(approval).toMatchObject({
      state: "pending",
      tool: "computer_keyboard_type",
      params: { text: { redacted: true, characters: PASSWORD.length } },
      requestedBy: `principal:${OPERATOR.id}`,
      expiresAt: new Date(bench.clock.nowMs + 900_000).toISOString(),
      evaluation: { outcome: "ask", decisive: { code: "grant.needed" } },
    });
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    const stored = bench.records.approvals.get(approval.id);
    expect(stored?.codeDigest).toBe(createHash("sha256").update(code).digest("hex"));
    expect(JSON.stringify([stored, bench.audit.records])).not.toContain(PASSWORD);
    expect(bench.audit.trail).toEqual(["outcome computer_keyboard_type asked"]);
    expect(bench.audit.records.at(-1)?.reason).toContain(`approval ${approval.id}`);
    expect(typed()).toBe("");
  });
});

describe("an answered approval", () => {
  it("executes exactly the frozen parameters, as the requester's action, and names who allowed it", async () => {
    const { approval } = await ask("computer_keyboard_type", { text: PASSWORD });
    bench.records.answer(approval.id, "once");
    const performed = await execute(approval.id, "computer_keyboard_type", { text: "something else" });
    expect(performed.outcome).toBe("done");
    expect(typed()).toBe(PASSWORD);
    expect(bench.audit.records.find(({ kind }) => kind === "intent")).toMatchObject({
      actor: `principal:${OPERATOR.id}`,
      reason: `approval ${approval.id} by principal:approver`,
    });
  });

  it("keeps the coordinates it was asked with, whatever frame was answered since", async () => {
    const { approval } = await ask();
    await perform(session, { tool: "computer_screen_capture", params: { scale: 0.5 }, principal: OPERATOR });
    bench.records.answer(approval.id, "once");
    await execute(approval.id);
    expect(clicks().map(({ args }) => args)).toEqual([{ x: 30, y: 40, button: "left" }]);
  });

  it("executes once of a hundred at the same time", async () => {
    const { approval } = await ask();
    bench.records.answer(approval.id, "once");
    const results: string[] = [];
    for (let round = 0; round < 4; round++) {
      const batch = await Promise.allSettled(Array.from({ length: 25 }, () => execute(approval.id)));
      results.push(...batch.map((one) => (one.status === "fulfilled" ? one.value.outcome : one.reason.code)));
    }
    expect(results.filter((one) => one === "done")).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(["done", "approval.used"]));
    expect(clicks()).toHaveLength(1);
  });

  it.each([
    ["nobody answered yet", () => undefined, "resource.conflict"],
    ["the answer was no", (id: string) => bench.records.answer(id, "no"), "policy.denied"],
    [
      "it expired",
      (id: string) => {
        bench.records.answer(id, "once");
        bench.clock.nowMs += 900_000;
      },
      "approval.expired",
    ],
    [
      "the target looks different",
      (id: string) => {
        bench.records.answer(id, "once");
        bench.machine(session).openWindow("Delete everything?", "order-desk", []);
      },
      "approval.target_changed",
    ],
    [
      "the stored digest is another action's",
      (id: string) => {
        bench.records.answer(id, "once");
        const entry = bench.records.approvals.get(id)!;
        bench.records.approvals.set(id, { ...entry, approval: { ...entry.approval, digest: "0".repeat(64) } });
      },
      "approval.target_changed",
    ],
  ])("does not execute when %s", async (_name, prepare, code) => {
    const { approval } = await ask();
    prepare(approval.id);
    expect(await failureOf(execute(approval.id))).toMatchObject({ code });
    expect(clicks()).toEqual([]);
  });

  it("for the keyboard the target is the active window", async () => {
    const { approval } = await ask("computer_keyboard_type", { text: "x" });
    bench.records.answer(approval.id, "once");
    bench.machine(session).openWindow("Another", "order-desk", []);
    expect(await failureOf(execute(approval.id, "computer_keyboard_type"))).toMatchObject({
      code: "approval.target_changed",
    });
  });

  it("belongs to one session and one tool", async () => {
    const { approval } = await ask();
    bench.records.answer(approval.id, "once");
    const other = await bench.open();
    const call = { tool: "computer_mouse_click", params: {}, approvalId: approval.id, principal: APPROVER };
    expect(await failureOf(perform(other, call))).toMatchObject({ code: "resource.not_found" });
    expect(await failureOf(execute(approval.id, "computer_mouse_double_click"))).toMatchObject({
      code: "resource.not_found",
    });
  });

  it("does not pass a deny: what policy forbids since stays forbidden, and a stop too", async () => {
    const { approval } = await ask();
    bench.records.answer(approval.id, "once");
    await bench.host.stop(session.id, "test");
    expect(await failureOf(execute(approval.id))).toMatchObject({ code: "session.stopped" });
    await bench.host.resume(session.id);
    bench.records.document = { rules: [{ effect: "deny", match: "tool(computer_mouse_*)" }] };
    bench.host.onSignal({ kind: "policy.changed", tenantId: null });
    await bench.host.tick();
    expect(await failureOf(execute(approval.id))).toMatchObject({ code: "policy.denied", data: { code: "rule.deny" } });
    expect(clicks()).toEqual([]);
  });
});

describe("answers beyond once", () => {
  it.each([
    ["session", "session"],
    ["always", "tenant"],
  ] as const)("%s gives the consent that was missing, and only that", async (answer, scope) => {
    const { approval } = await ask();
    bench.records.answer(approval.id, answer);
    await execute(approval.id);
    expect(bench.records.given).toMatchObject([
      { grant: "write", scope, principalId: OPERATOR.id, sessionId: session.id },
    ]);
    expect(
      (await perform(session, { tool: "computer_key_press", params: { key: "a" }, principal: OPERATOR })).outcome,
    ).toBe("done");
  });

  it("always is for this session only where policy lets nobody hold the consent", async () => {
    bench.records.document = { grants: ["computer_use"] };
    session = await bench.open();
    bench.machine(session).openWindow("Orders", "order-desk", ["order-desk"]);
    const { approval } = await ask();
    bench.records.answer(approval.id, "always");
    await execute(approval.id);
    expect(bench.records.given).toMatchObject([{ grant: "write", scope: "session" }]);
  });

  it("a rule that asks gives none: the next time it asks again", async () => {
    bench.records.document = {
      grants: ["computer_use", "write"],
      rules: [{ effect: "ask", match: "tool(computer_mouse_click)" }],
    };
    session = await bench.open();
    const { approval } = await ask();
    bench.records.answer(approval.id, "always");
    await execute(approval.id);
    expect(bench.records.given).toEqual([]);
    expect((await ask()).outcome).toBe("ask");
  });
});

it("the canonical form of an action does not depend on the order of its members", () => {
  expect(canonical({ b: [1, { d: undefined, c: null }], a: "ü" })).toBe('{"a":"ü","b":[1,{"c":null}]}');
  expect(canonical({ a: 1, b: 2 })).toBe(canonical({ b: 2, a: 1 }));
});
