import { RPC_ERRORS } from "@deskfleet/contracts";
import { RpcFailure } from "@deskfleet/desktop";
import { beforeEach, describe, expect, it } from "vitest";
import { OPERATOR } from "../sessions/testing.ts";
import { type AppBench, button, createAppBench, field } from "./testing.ts";

/** What agents are told, to the letter: APP_STATE.md, section 7. */

let app: AppBench;
beforeEach(async () => {
  app = await createAppBench();
  app.machine.elements.set(app.window.pid, [field("Name", "Ada"), button("Save"), { role: "label", name: "Ready" }]);
});
const USER_CHANGED =
  "The user changed 'editor'. Re-query the latest state with get_app_state before sending more actions.";
const failed = (detail: string, code = "action.failed") => expect.objectContaining({ code, detail });

describe("without a state that the caller was answered with", () => {
  it.each([
    ["click", { element_index: 1 }],
    ["click", { x: 5, y: 5 }],
    ["perform_secondary_action", { element_index: 0, action: "Raise" }],
    ["set_value", { element_index: 1, value: "x" }],
    ["scroll", { element_index: 1, direction: "down" }],
    ["drag", { from_x: 1, from_y: 1, to_x: 2, to_y: 2 }],
    ["press_key", { key: "Return" }],
    ["type_text", { text: "x" }],
  ])("%s of %j does nothing and says so, which is no error", async (tool, params) => {
    expect(await app.done(tool, params)).toMatchObject({ result: { text: USER_CHANGED }, masked: [] });
    expect(app.told()).toEqual([]);
  });

  it("nobody is asked about what will not be done, and it counts neither as done nor as failed", async () => {
    const blind = await createAppBench(["computer_use"]);
    blind.session.failuresInRow = 2;
    expect(await blind.done("press_key", { key: "a" })).toMatchObject({ result: { text: USER_CHANGED } });
    expect(blind.session.failuresInRow).toBe(2);
    expect(blind.bench.records.approvals.size).toBe(0);
  });

  it("a state of somebody else is none", async () => {
    await app.state("get_app_state");
    const other = { ...OPERATOR, id: "00000000-0000-7000-8000-00000000000b" };
    for (const grant of ["computer_use", "screen", "write"])
      app.bench.records.given.push({
        ...{ grant, isKept: true, id: `other-${grant}`, tenantId: OPERATOR.tenantId, approvalId: "" },
        ...{ principalId: other.id, sessionId: app.session.id, givenBy: "principal:admin" },
      });
    const result = await app.state("click", { element_index: 2 }, { principal: other });
    expect(result.text).toBe(USER_CHANGED);
    expect(app.told()).toEqual([]);
  });

  it.each<[string, () => void]>([
    ["a window was opened", () => app.machine.windows.push({ ...app.window, id: 4_711, title: "Sure?" })],
    ["its window is another one", () => app.machine.windows.splice(0, 1, { ...app.window, id: 4_712 })],
  ])("is what there is after %s", async (_name, change) => {
    await app.state("get_app_state");
    change();
    expect((await app.state("click", { element_index: 2 })).text).toBe(USER_CHANGED);
    expect(app.told()).toEqual([]);
  });

  it("a step of a task fails instead of looking done; keys need no state there", async () => {
    const step = { isTaskStep: true };
    expect(await app.failure("click", { element_index: 2 }, step)).toEqual(failed(USER_CHANGED));
    expect((await app.state("press_key", { key: "ctrl+s" }, step)).text).toContain("<app_state>");
  });
});

describe("a call that names what is not there", () => {
  it.each<[string, string, Record<string, unknown>, string, string?]>([
    ["an index", "click", { element_index: 99 }, "Element index 99 not found in snapshot (has 4 elements)."],
    [
      "an index as a string",
      "click",
      { element_index: "04" },
      "Element index 4 not found in snapshot (has 4 elements).",
    ],
    [
      "a value",
      "set_value",
      { element_index: 2, value: "x" },
      "Cannot set a value for an element that is not settable",
    ],
    [
      "an action",
      "perform_secondary_action",
      { element_index: 2, action: "Fly" },
      "Fly is not a valid secondary action for 2",
    ],
    ["a direction", "scroll", { element_index: 2, direction: "in" }, "Invalid scroll direction: in", "request.invalid"],
    ["no pages", "scroll", { element_index: 2, direction: "up", pages: 0 }, "pages must be > 0", "request.invalid"],
    ["an application", "get_app_state", { app: "Nowhere" }, 'appNotFound("Nowhere")'],
    ["one that does not run, for an action", "press_key", { app: "browser", key: "a" }, 'appNotFound("browser")'],
  ])("%s fails before anything is done", async (_name, tool, params, detail, code) => {
    await app.state("get_app_state");
    expect(await app.failure(tool, params)).toEqual(failed(detail, code));
    expect(app.told()).toEqual([]);
    expect(app.bench.audit.records.filter(({ action }) => action === tool && tool !== "get_app_state")).toEqual([]);
  });

  it("a secret in it is masked where it is repeated", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await app.state("get_app_state");
    for (const [tool, params] of [
      ["get_app_state", { app: secret }],
      ["perform_secondary_action", { element_index: 2, action: secret }],
      ["scroll", { element_index: 2, direction: secret }],
    ] as const)
      expect(JSON.stringify(await app.failure(tool, params))).not.toContain("a1B2");
  });
});

describe("an application", () => {
  it("whose element has changed since", async () => {
    await app.state("get_app_state");
    app.machine.elements.set(app.window.pid, [
      field("Name", "Ada"),
      button("Delete"),
      { role: "label", name: "Ready" },
    ]);
    const gone = "Element index 2 no longer exists. Re-query the latest state with get_app_state.";
    expect(await app.failure("click", { element_index: 2 })).toEqual(failed(gone));
  });

  it.each([
    ["no_action", "Raise is not a valid secondary action for 0"],
    [
      "not_visible",
      "Element index 0 cannot be seen. Scroll to it, or bring its window to the front, then call get_app_state.",
    ],
  ])("whose desktop finds %s when it comes to it", async (reason, text) => {
    await app.state("get_app_state");
    app.machine.overrides.set("perform_secondary_action", () => {
      throw new RpcFailure(RPC_ERRORS.CONFLICT, "no", { reason });
    });
    expect(await app.failure("perform_secondary_action", { element_index: 0, action: "Raise" })).toEqual(failed(text));
  });

  it("without a focused field takes no text", async () => {
    await app.state("get_app_state");
    expect((await app.failure("type_text", { text: "x" })).detail).toBe(
      "type_text requires a focused editable text element. Click a text entry area first, or use set_value on a settable text element.",
    );
  });

  it("is given what its desktop does not know: which value that was, and what it can be", async () => {
    const ticked = { role: "check box", name: "Express", frame: [10, 90, 80, 20] as const };
    app.machine.elements.set(app.window.pid, [ticked, field("Name")]);
    await app.state("get_app_state");
    const key = "NoKeyThatAnybodyKnows";
    expect(await app.failure("press_key", { key })).toEqual(
      failed(expect.stringMatching(`^Unknown key: ${key}\\. Keys are `), "request.invalid"),
    );
    app.machine.overrides.set("set_value", () => {
      throw new RpcFailure(RPC_ERRORS.INVALID_PARAMS, "neither on nor off");
    });
    expect(await app.failure("set_value", { element_index: 1, value: "perhaps" })).toEqual(
      failed("The value of this element is on or off", "request.invalid"),
    );
  });

  it("that does not answer, or has no window", async () => {
    app.machine.frozen.add(app.window.pid);
    expect(await app.failure("get_app_state")).toEqual(failed("editor is not responding to accessibility requests"));
    app.machine.frozen.clear();
    app.machine.overrides.set("get_app_state", () => {
      throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such window", { reason: "window" });
    });
    expect(await app.failure("get_app_state")).toEqual(failed("noWindowsAvailable"));
  });

  it("that cannot be read after an action: the action is done, and what was known of it is not", async () => {
    await app.state("get_app_state");
    app.machine.elements.set(app.window.pid, [
      field("Name", "Ada"),
      button("Save", () => app.machine.frozen.add(app.window.pid)),
    ]);
    expect((await app.state("click", { element_index: 2 })).text).toBe(
      "Action completed. Call get_app_state to fetch the updated UI state.",
    );
    app.machine.frozen.clear();
    expect((await app.state("click", { element_index: 2 })).text).toBe(USER_CHANGED);
    expect(app.told()).toHaveLength(1);
  });

  it("that ends by an action: the action is done", async () => {
    const quit = button("Quit", () => app.machine.endProcess(app.window.pid));
    app.machine.elements.set(app.window.pid, [field("Name"), quit]);
    await app.state("get_app_state");
    expect((await app.state("click", { element_index: 2 })).text).toMatch(/^Action completed\./);
    expect(app.bench.audit.records.at(-1)).toMatchObject({ action: "click", result: "ok" });
  });
});
