import { beforeEach, describe, expect, it } from "vitest";
import { perform } from "../perform.ts";
import { OPERATOR } from "../sessions/testing.ts";
import { type AppBench, button, createAppBench, field } from "./testing.ts";

let app: AppBench;
beforeEach(async () => {
  app = await createAppBench();
  app.machine.elements.set(app.window.pid, [field("Name", "Ada"), button("Save")]);
});
const APPROVER = { ...OPERATOR, id: "00000000-0000-7000-8000-00000000000a", role: "approver" as const };
const policy = async (bench: AppBench, document: object) => {
  bench.bench.records.document = { ...bench.bench.records.document, ...document };
  bench.bench.host.onSignal({ kind: "policy.changed", tenantId: null });
  await bench.bench.host.tick();
};
const denied = (code: string) =>
  expect.objectContaining({ code: "policy.denied", data: expect.objectContaining({ code }) });

describe("without the consent for pictures", () => {
  it("reading is asked, and what an action leads to is not told", async () => {
    const blind = await createAppBench(["computer_use", "write"]);
    const asked = await blind.call("get_app_state");
    expect(asked).toMatchObject({ outcome: "ask", approval: { offers: [{ grant: "screen" }] } });
    blind.machine.elements.set(blind.window.pid, [field("Name", "Ada")]);
    const { result, frame } = await blind.done("set_value", { element: { label: "Name" }, value: "Grace" });
    expect(result).toEqual({
      text: "Action completed. Call get_app_state to fetch the updated UI state.",
      telemetry: expect.anything(),
    });
    expect(frame).toBeUndefined();
  });

  it("a locator that finds nothing names nothing that is there", async () => {
    const blind = await createAppBench(["computer_use", "write"]);
    blind.machine.elements.set(blind.window.pid, [button("Pay Ada")]);
    const missing = { element: { role: "button", name: "Save" } };
    const failure = await blind.failure("click", missing, { targetTimeoutMs: 50 });
    expect(JSON.stringify(failure)).not.toContain("Ada");
    const seen = await app.failure("click", { element: { role: "button", name: "Safe" } }, { targetTimeoutMs: 50 });
    expect(seen.detail).toContain("Save");
  });

  it("a consent for once reads once, and does not show what a click leads to", async () => {
    const once = await createAppBench(["computer_use", "write"]);
    once.bench.records.given.push({
      ...{ grant: "screen", isKept: false, isOnce: true, id: "once", tenantId: OPERATOR.tenantId, approvalId: "" },
      ...{ principalId: OPERATOR.id, sessionId: once.session.id, givenBy: "principal:approver" },
    });
    await policy(once, {});
    expect((await once.state("press_key", { key: "Home" }, { isTaskStep: true })).text).toMatch(/^Action completed/);
    const { result, frame } = await once.done("get_app_state");
    expect([result, frame]).toEqual([expect.objectContaining({ elements: expect.anything() }), expect.anything()]);
    expect((await once.call("get_app_state")).outcome).toBe("ask");
  });

  it("a picture is left out where it would show a sensitive application, the text is not", async () => {
    app.machine.windows.push({ ...app.machine.openWindow("Vault", "keepassxc", ["keepassxc"]) });
    app.machine.raise(app.window.id);
    const { result, frame } = await app.done("get_app_state");
    expect(result).toMatchObject({ elements: expect.anything() });
    expect(frame).toBeUndefined();
  });
});

describe("a sensitive application", () => {
  it.each([
    ["get_app_state", {}],
    ["click", { x: 1, y: 1 }],
    ["click", { element: { role: "button" } }],
    ["press_key", { key: "Return" }],
    ["type_text", { text: "x" }],
  ])("is not reached by %s of %j, by none of its names, and not looked at", async (tool, params) => {
    const vault = app.machine.openWindow("Vault", "keepassxc", ["keepassxc"]);
    for (const name of ["keepassxc", "KeePassXC", `${vault.pid}`, undefined])
      expect(await app.failure(tool, { ...params, app: name })).toEqual(denied("app.sensitive"));
    expect(app.machine.calls.filter(({ method }) => method === "get_app_state")).toEqual([]);
    expect(app.told()).toEqual([]);
  });

  it("is not shown when an action opens it: the title says what it is", async () => {
    await policy(app, { sensitiveApps: ["*Bank*"] });
    app.machine.elements.set(app.window.pid, [
      button("Log in", () => app.machine.windows.splice(0, 1, { ...app.window, title: "My Bank – accounts" })),
    ]);
    await app.state("get_app_state");
    expect((await app.state("click", { element_index: 1 })).text).toMatch(/^Action completed/);
    expect(await app.failure("get_app_state")).toEqual(denied("app.sensitive"));
  });

  it("is one that a rule denies as well", async () => {
    await policy(app, { rules: [{ effect: "deny", match: "app(edit*)" }] });
    expect(await app.failure("get_app_state")).toEqual(denied("rule.deny"));
  });
});

describe("an application that does not run", () => {
  it("is started by reading it, which is asked as starting it is", async () => {
    const asked = await app.call("get_app_state", { app: "order-desk" });
    if (asked.outcome !== "ask") throw new Error("it was expected to be asked");
    expect(asked.approval).toMatchObject({
      tool: "get_app_state",
      evaluation: { decisive: { code: "app.first_use" }, risk: "R2_LOCAL_STATE" },
      offers: [{ grant: "app(order-desk)" }],
    });
    expect(app.machine.calls.filter(({ method }) => method === "computer_process_start")).toEqual([]);
    app.bench.records.answer(asked.approval.id, "once");
    const done = await perform(app.session, {
      ...{ tool: "get_app_state", params: {}, approvalId: asked.approval.id, principal: APPROVER },
    });
    expect(done).toMatchObject({ outcome: "done", result: { result: { app: { id: "order-desk" } } } });
  });

  it("is started once", async () => {
    await policy(app, { grants: ["app(order-desk)"] });
    for (let round = 0; round < 3; round++) await app.state("get_app_state", { app: "Order desk" });
    expect(app.machine.windows.filter(({ process }) => process === "order-desk")).toHaveLength(1);
  });

  it("is not started by a look", async () => {
    await policy(app, { grants: ["app(order-desk)"] });
    const failure = await app.failure("get_app_state", { app: "order-desk" }, { isLook: true });
    expect(failure).toMatchObject({ code: "action.failed", data: { reason: "app" } });
    expect(app.machine.windows).toHaveLength(1);
  });
});

describe("an approval", () => {
  beforeEach(async () => {
    app = await createAppBench(["computer_use", "screen"]);
    app.machine.elements.set(app.window.pid, [field("Name", "Ada"), button("Save")]);
    await app.state("get_app_state");
  });
  const ask = async (tool: string, params: Record<string, unknown>) => {
    const asked = await app.call(tool, params);
    if (asked.outcome !== "ask") throw new Error("it was expected to be asked");
    app.bench.records.answer(asked.approval.id, "once");
    return asked.approval;
  };
  const execute = (tool: string, approvalId: string) =>
    perform(app.session, { tool, params: {}, approvalId, principal: APPROVER });

  it("is of the element that was found, and says which; parameters are redacted", async () => {
    const approval = await ask("set_value", { element_index: 1, value: "correct horse" });
    expect(approval.params).toMatchObject({
      value: { redacted: true, characters: 13 },
      target: { app: "editor", role: "text field", title: "Name" },
    });
    expect((await execute("set_value", approval.id)).outcome).toBe("done");
    expect(app.told()).toMatchObject([
      { method: "set_value", args: { value: "correct horse", element: { path: [0] } } },
    ]);
    expect(JSON.stringify([app.bench.records.approvals.get(approval.id), app.bench.audit.records])).not.toContain(
      "horse",
    );
  });

  it.each<[string, Record<string, unknown>, string, () => void]>([
    ["has another name", { element_index: 2 }, "click", () => set([field("Name", "Ada"), button("Delete all")])],
    ["holds another value", { element_index: 1 }, "click", () => set([field("Name", "Eve"), button("Save")])],
    ["is gone", { element_index: 2 }, "click", () => set([field("Name", "Ada")])],
    ["does not answer", { element_index: 2 }, "click", () => app.machine.frozen.add(app.window.pid)],
    [
      "is in a window of another title",
      { element_index: 2 },
      "click",
      () => app.machine.windows.splice(0, 1, { ...app.window, title: "Delete?" }),
    ],
    [
      "gets its keys in another window",
      { key: "Return" },
      "press_key",
      () => app.machine.windows.splice(0, 1, { ...app.window, title: "Sure?" }),
    ],
    [
      "looks different at the pixel",
      { x: 30, y: 40 },
      "click",
      () => void app.machine.openWindow("Cover", "cover", ["cover"]),
    ],
  ])("does not execute when the target %s", async (_name, params, tool, change) => {
    const approval = await ask(tool, params);
    change();
    await expect(execute(tool, approval.id)).rejects.toMatchObject({ code: "approval.target_changed" });
    expect(app.told()).toEqual([]);
  });
  const set = (elements: Parameters<AppBench["machine"]["elements"]["set"]>[1]) =>
    app.machine.elements.set(app.window.pid, elements);

  it("holds although numbers of lines mean something else by then", async () => {
    const approval = await ask("click", { element_index: 2 });
    let clicked = "";
    const save = button("Save", () => {
      clicked = "Save";
    });
    set([field("Name", "Ada"), save, button("Delete")]);
    await app.state("get_app_state");
    await execute("click", approval.id);
    expect(clicked).toBe("Save");
  });
});

describe("secrets", () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;

  it("are masked alike in text and data, in every place and where a line is cut", async () => {
    app.machine.elements.set(app.window.pid, [
      field("Token", `${"x".repeat(140)} ${secret}`),
      button(`Copy ${secret}`),
      { role: "label", name: "Password: hunter2go" },
      field("Note", "it is hunter2go, again"),
    ]);
    app.machine.windows.splice(0, 1, { ...app.window, title: "hunter2go" });
    const { result, masked } = await app.done("get_app_state");
    const text = JSON.stringify(result);
    expect(text).not.toMatch(/ghp_|a1B2|hunter2go/);
    expect(masked).toEqual(["password", "token"]);
    const { elements = [], text: lines } = result as { elements?: { title: string; value: string }[]; text: string };
    expect(elements.map(({ title, value }) => [title, value])).toEqual([
      ["•••", ""],
      ["Token", `${"x".repeat(140)} •••`],
      ["Copy •••", ""],
      ["Password: •••", ""],
      ["Note", "it is •••, again"],
    ]);
    for (const { title, value } of elements)
      expect([lines.includes(title), lines.includes(value)]).toEqual([true, true]);
  });

  it("in a name do not keep its element from being found again", async () => {
    let clicked = 0;
    app.machine.elements.set(app.window.pid, [button(`Copy ${secret}`, () => clicked++)]);
    await app.state("get_app_state");
    await app.state("click", { element_index: 1 });
    expect(clicked).toBe(1);
  });
});

describe("a person in control", () => {
  it("is not in the way of reading, but of acting and starting", async () => {
    await policy(app, { grants: ["app(order-desk)"] });
    await app.state("get_app_state");
    app.session.controlledBy = APPROVER;
    expect((await app.state("get_app_state")).text).toContain("<app_state>");
    expect((await app.failure("click", { element_index: 2 })).code).toBe("session.human_control");
    expect((await app.failure("get_app_state", { app: "order-desk" })).code).toBe("session.human_control");
    expect(app.told()).toEqual([]);
  });

  it("and a stop ends the wait for an element", async () => {
    const waiting = app.failure("click", { element: { role: "button", name: "Later" } });
    await expect.poll(() => app.machine.calls.some(({ method }) => method === "get_app_state")).toBe(true);
    await app.bench.host.stop(app.session.id, "test");
    expect((await waiting).code).toBe("session.stopped");
  });

  it("and a stop ends what is under way, before and after the action", async () => {
    await app.state("get_app_state");
    app.machine.elements.set(app.window.pid, [
      field("Name"),
      button("Save", () => void app.bench.host.stop(app.session.id, "test")),
    ]);
    expect(await app.failure("click", { element_index: 2 })).toMatchObject({
      code: "session.stopped",
      data: { started: true },
    });
    expect(await app.failure("get_app_state")).toMatchObject({ code: "session.stopped" });
  });
});
