import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { perform } from "../perform.ts";
import { looked } from "../recording/testing.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "../sessions/testing.ts";
import { canonical, digestAction, type PlannedAction } from "./planned-action.ts";

vi.setConfig({ testTimeout: 60_000 });
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
      warnings: [{ code: "screen_text", text: expect.stringContaining("may try to steer") }],
      offers: [{ grant: "write", isKeepable: true }],
      policyVersion: "tenant@1",
      isCodeRequired: false,
      frameId: null,
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

describe("the picture of an ask", () => {
  beforeEach(() => looked(session));

  it("is the recorded screen of that moment with the action's place in it", async () => {
    const { approval } = await ask();
    const frame = bench.records.frames.find(({ id }) => id === approval.frame?.id);
    expect(frame).toMatchObject({ sessionId: session.id, status: "kept", width: 1280, height: 800 });
    expect(approval.frame).toEqual({
      ...{ id: frame?.id, width: 1280, height: 800 },
      target: { x: 30, y: 40, width: 1, height: 1 },
    });
  });

  it("is that of an earlier look while the screen shows the same", async () => {
    const first = await ask();
    const second = await ask("computer_keyboard_type", { text: "a" });
    expect(second.approval.frame).toEqual({ ...first.approval.frame, target: null });
  });

  it.each([
    ["pictures are not kept", { recording: { frames: "hashes" as const } }],
    ["nothing is recorded", { recording: { frames: "none" as const } }],
    ["a sensitive application is on the screen", { sensitiveApps: ["order-desk"] }],
  ])("is none where %s", async (_name, document) => {
    bench.records.document = { grantable: ["computer_use", "screen"], ...document };
    session = await bench.open({ grants: ["computer_use", "screen"] });
    bench.machine(session).openWindow("Orders", "order-desk", ["order-desk"]);
    await looked(session);
    const { approval } = await ask("computer_file_delete", { path: "/workspace/a.txt" });
    expect(approval.frame).toBeNull();
  });
});

describe("what an ask tells whoever answers", () => {
  it("the first use of an application is said, with a warning, and a lasting answer is kept", async () => {
    session = await bench.open({ grants: ["computer_use", "screen", "write"] });
    const { approval } = await ask("computer_process_start", { app: "order-desk" });
    expect(approval.warnings.map(({ code }) => code)).toEqual(["screen_text", "first_use"]);
    expect(approval.offers).toEqual([{ grant: "app(order-desk)", isKeepable: true }]);
    bench.records.answer(approval.id, "always");
    await execute(approval.id, "computer_process_start");
    const started = { tool: "computer_process_start", params: { app: "order-desk" }, principal: OPERATOR };
    expect((await perform(session, started)).outcome).toBe("done");
    const elsewhere = await bench.open({ grants: ["computer_use", "screen", "write"] });
    expect((await perform(elsewhere, started)).outcome).toBe("done");
    expect((await perform(elsewhere, { ...started, principal: { ...OPERATOR, id: APPROVER.id } })).outcome).toBe("ask");
  });

  it.each([
    ["the prefix, where callers may hold it", ["command(git push *)"], "command(git push *)", true],
    ["the exact text, where they may not", [], "command(git push origin main)", false],
  ])(
    "a command that leaves the desktop offers %s, and the answer covers it from then on",
    async (_name, more, grant, isKeepable) => {
      bench.records.document = {
        grantable: ["computer_use", "screen", "write", ...more],
        processes: { programs: ["git"] },
        paths: { allowed: ["/workspace", "/"] },
      };
      session = await bench.open({ grants: ["computer_use", "screen", "write"] });
      const ended = { pid: 1, exitCode: 0, signal: null, stdout: "", stderr: "", truncated: false, timedOut: false };
      bench.machine(session).overrides.set("computer_process_start", () => ended);
      const push = { argv: ["git", "push", "origin", "main"] };
      const { approval } = await ask("computer_process_start", push);
      expect(approval.offers).toEqual([{ grant, isKeepable }]);
      expect(approval.warnings.map(({ code }) => code)).toEqual([
        ...["screen_text", "external"],
        ...(isKeepable ? [] : ["exact_text"]),
      ]);
      bench.records.answer(approval.id, "session");
      await execute(approval.id, "computer_process_start");
      const call = { tool: "computer_process_start", principal: OPERATOR };
      expect((await perform(session, { ...call, params: push })).outcome).toBe("done");
      const forced = { argv: ["git", "push", "-f", "origin", "main"] };
      expect((await perform(session, { ...call, params: forced })).outcome).toBe("ask");
    },
  );

  it("equal asks are approvals of their own", async () => {
    const [one, other] = [await ask(), await ask()];
    expect(one.approval.id).not.toBe(other.approval.id);
    expect(one.approval.digest).toBe(other.approval.digest);
    bench.records.answer(one.approval.id, "once");
    expect(await failureOf(execute(other.approval.id))).toMatchObject({ code: "resource.conflict" });
  });

  it("that policy wants a code, or four eyes, is frozen with it", async () => {
    bench.records.document = { grants: ["computer_use"], approvals: { confirmationCode: "required", fourEyes: true } };
    session = await bench.open();
    const { approval } = await ask();
    expect(approval.isCodeRequired).toBe(true);
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

  it("that was refused tells the requester why, in the approver's words", async () => {
    const { approval } = await ask();
    bench.records.answer(approval.id, "no", "not on a Friday");
    await expect(execute(approval.id)).rejects.toMatchObject({
      code: "policy.denied",
      detail: "A person said no: not on a Friday",
      data: { code: "approval.denied", note: "not on a Friday" },
    });
  });

  it("whose action the worker no longer holds has ended, and says so", async () => {
    const { approval } = await ask();
    bench.records.answer(approval.id, "once");
    session.frozen.clear();
    const ended = { code: "approval.expired", data: { because: "not_held" } };
    expect(await failureOf(execute(approval.id))).toEqual(ended);
    expect(bench.records.approvals.get(approval.id)?.approval).toMatchObject({
      state: "expired",
      expiredBecause: "not_held",
    });
    expect(await failureOf(execute(approval.id))).toEqual(ended);
  });

  it("the hundred-and-first ask of a session ends the oldest one, which nobody could execute any more", async () => {
    const { approval: oldest } = await ask();
    for (let count = 0; count < 100; count++) {
      bench.clock.nowMs += 1_000;
      await ask();
    }
    expect(bench.records.approvals.get(oldest.id)?.approval).toMatchObject({ expiredBecause: "not_held" });
    expect([...bench.records.approvals.values()].filter(({ approval }) => approval.state === "pending")).toHaveLength(
      100,
    );
  });

  it("plan and execution are two records of the audit chain, linked by the approval's id", async () => {
    const { approval } = await ask();
    bench.records.answer(approval.id, "session");
    await execute(approval.id);
    const linked = bench.audit.records.filter((record) => JSON.stringify(record).includes(approval.id));
    expect(linked.map(({ kind, action, result, actor }) => [kind, action, result, actor])).toEqual([
      ["outcome", "computer_mouse_click", "asked", `principal:${OPERATOR.id}`],
      ["event", "grant.give", null, "principal:approver"],
      ["intent", "computer_mouse_click", null, `principal:${OPERATOR.id}`],
    ]);
    const intent = linked.at(-1);
    expect(bench.audit.records.at(-1)).toMatchObject({ kind: "outcome", intentId: intent?.id, result: "ok" });
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
    ["session", false],
    ["always", true],
  ] as const)("%s gives the consent that was missing, and only that", async (answer, isKept) => {
    const { approval } = await ask();
    bench.records.answer(approval.id, answer);
    await execute(approval.id);
    expect(bench.records.given).toMatchObject([
      { grant: "write", isKept, principalId: OPERATOR.id, sessionId: session.id, approvalId: approval.id },
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
    expect(bench.records.given).toMatchObject([{ grant: "write", isKept: false }]);
  });

  it("none is given that the audit store does not have, and the action is not done", async () => {
    const { approval } = await ask();
    bench.records.answer(approval.id, "always");
    bench.audit.isAvailable = false;
    expect(await failureOf(execute(approval.id))).toMatchObject({ code: "audit.unavailable" });
    expect(bench.records.given).toEqual([]);
    expect(clicks()).toEqual([]);
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

describe("a consent for once", () => {
  const give = (grant: string) =>
    bench.records.given.push({
      ...{ grant, isKept: false, isOnce: true, id: `once-${grant}`, tenantId: OPERATOR.tenantId, approvalId: "" },
      ...{ principalId: OPERATOR.id, sessionId: session.id, givenBy: "principal:approver" },
    });
  const refresh = async () => {
    bench.host.onSignal({ kind: "policy.changed", tenantId: null });
    await bench.host.tick();
  };
  const click = () =>
    perform(session, { tool: "computer_mouse_click", params: { x: 1, y: 1 }, principal: OPERATOR }).then(
      ({ outcome }) => outcome,
    );

  it("is spent by the action that needs it, one of ten at the same time", async () => {
    give("write");
    await refresh();
    const outcomes = await Promise.all(Array.from({ length: 10 }, click));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(clicks()).toHaveLength(1);
    expect(bench.records.given).toEqual([]);
  });

  it("is not spent by what does not need it: a read, or what a longer consent covers", async () => {
    session = await bench.open({ grants: ["computer_use", "write"] });
    give("write");
    give("screen");
    await refresh();
    expect(await click()).toBe("done");
    expect(bench.records.given.map(({ grant }) => grant)).toEqual(["write", "screen"]);
  });

  it("that somebody else spent meanwhile does not count: the action is judged again without it", async () => {
    give("write");
    await refresh();
    bench.records.given.length = 0;
    expect(await click()).toBe("ask");
    expect(clicks()).toEqual([]);
  });
});

describe("the digest of an action", () => {
  const planned = (changes: object = {}): Parameters<typeof digestAction>[0] => ({
    tool: { id: "computer_mouse_click" } as PlannedAction["tool"],
    params: { x: 1, y: 2, button: "left", modifiers: ["ctrl", "shift"], nested: { a: null, b: [1, "1"] } },
    observe: null,
    app: null,
    ...changes,
  });
  const { params } = planned();
  it.each([
    ["a number", { params: { ...params, x: 2 } }],
    ["a number's kind", { params: { ...params, x: "1" } }],
    ["two values exchanged", { params: { ...params, x: 2, y: 1 } }],
    ["a member more", { params: { ...params, z: null } }],
    ["a member less", { params: { x: 1, y: 2, button: "left" } }],
    ["the order of a list", { params: { ...params, modifiers: ["shift", "ctrl"] } }],
    ["a list for its items in one", { params: { ...params, modifiers: ["ctrl,shift"] } }],
    ["something deep inside", { params: { ...params, nested: { a: null, b: [1, 1] } } }],
    ["nothing for null", { params: { ...params, nested: { b: [1, "1"] } } }],
    ["a name with quotes in it", { params: { ...params, 'x":1,"y': 2 } }],
    ["another writing of the same letter", { params: { ...params, button: "e\u0301" } }],
    ["the tool", { tool: { id: "computer_mouse_double_click" } }],
    ["the observation", { observe: { quietMs: 1 } }],
  ])("changes with %s", (_what, changes) => {
    expect(digestAction(planned(changes))).not.toBe(digestAction(planned()));
  });

  it("does not depend on the order of members, nor on members without a value", () => {
    const reversed = Object.fromEntries(Object.entries(params).reverse());
    expect(digestAction(planned({ params: { ...reversed, none: undefined } }))).toBe(digestAction(planned()));
    expect(digestAction(planned())).toMatch(/^[0-9a-f]{64}$/);
  });
});

it("the canonical form of an action does not depend on the order of its members", () => {
  expect(canonical({ b: [1, { d: undefined, c: null }], a: "ü" })).toBe('{"a":"ü","b":[1,{"c":null}]}');
  expect(canonical({ a: 1, b: 2 })).toBe(canonical({ b: 2, a: 1 }));
});
