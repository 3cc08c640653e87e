import { type PolicyDocument, TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { describe, expect, it } from "vitest";
import {
  enabledNow,
  filterTools,
  internalTools,
  permissionRules,
  scriptMode,
  simpleMode,
  type ToolView,
} from "./tool-filters.ts";

const tools = [...TOOLS.values()];
const tool = (id: string) => TOOLS.get(id) as ToolDefinition;
const policyOf = (document: PolicyDocument) => mergePolicies([{ layer: "tenant", version: "tenant@1", document }]);
const view = (changes: Partial<ToolView> = {}): ToolView => ({
  ...{ mode: "full", role: "operator", policy: policyOf({}), session: null },
  ...changes,
});
const click = tool("computer_mouse_click");
const size = tool("computer_screen_size");
const script = tool("computer_run_steps");
const capture = tool("computer_screen_capture");
/** Each answers what to do next, so none of them is a step that a script could decide beforehand. */
const appState = [
  "list_apps",
  "get_app_state",
  "click",
  "perform_secondary_action",
  "set_value",
  "scroll",
  "drag",
  "press_key",
  "type_text",
];

describe("1, simple mode", () => {
  it("leaves a small fixed set, none of it deferred", () => {
    const ids = filterTools(tools, view({ mode: "simple" })).visible.map(({ id }) => id);
    expect(ids).toEqual([
      "computer_mouse_click",
      "computer_mouse_scroll",
      "computer_keyboard_type",
      "computer_key_press",
      "computer_screen_capture",
      "computer_process_start",
      ...appState,
    ]);
  });
  it("hides nothing in the other modes", () => {
    expect([simpleMode(size, view(), []), simpleMode(size, view({ mode: "script" }), [])]).toEqual([null, null]);
  });
});

describe("2, internal tools", () => {
  it("are in no list, for administrators neither", () => {
    const internal = { ...size, exposure: "internal" as const };
    expect(internalTools(internal, view({ role: "admin" }), [])).not.toBeNull();
    expect(filterTools([internal, click], view({ role: "admin" })).visible).toEqual([click]);
  });
});

describe("3, permission", () => {
  it.each([
    ["a feature that is off", { features: { "computer_mouse_*": false } }],
    ["a deny rule", { rules: [{ effect: "deny", match: "tool(computer_mouse_click)" }] }],
  ] as [string, PolicyDocument][])("hides what %s denies", (_name, document) => {
    expect(permissionRules(click, view({ policy: policyOf(document) }), [])).toMatch(/layer tenant/);
    expect(permissionRules(size, view({ policy: policyOf(document) }), [])).toBeNull();
  });
  it.each([
    ["a rule that asks", { rules: [{ effect: "ask", match: "tool(computer_mouse_click)" }] }],
    ["a consent that is missing", { grantable: [] }],
    ["a rule about paths", { rules: [{ effect: "deny", match: "write(/**)" }] }],
  ] as [string, PolicyDocument][])("does not hide for %s: the call may succeed", (_name, document) => {
    expect(permissionRules(click, view({ policy: policyOf(document) }), [])).toBeNull();
  });
  it("leaves viewers what they may call", () => {
    expect(filterTools(tools, view({ role: "viewer" })).visible).toEqual([capture]);
  });
});

describe("4, script mode", () => {
  it("leaves the script, and what is no step of it", () => {
    expect(filterTools(tools, view({ mode: "script" })).visible).toEqual([capture, ...appState.map(tool), script]);
  });
  it("hides nothing when the script itself is denied", () => {
    const policy = policyOf({ features: { computer_run_steps: false } });
    const { visible } = filterTools(tools, view({ mode: "script", policy }));
    expect(visible).toEqual(tools.filter((one) => one !== script));
  });
  it("hides nothing where no script runs now, so that a paused session can still be read", () => {
    const session = { state: "paused", controller: "agent" } as const;
    expect(scriptMode(size, view({ mode: "script", session }), tools)).toBeNull();
  });
});

describe("5, enabled now", () => {
  it.each([
    ["paused", "agent", null, "paused"],
    ["active", "human", null, "person"],
    ["active", "agent", null, null],
    ["stopped", "agent", "stopped", "stopped"],
    ["ended", "agent", "ended", "ended"],
    ["starting", "agent", "starting", "starting"],
  ] as const)(
    "a session that is %s and held by %s: reading %s, changing %s",
    (state, controller, reading, changing) => {
      const now = view({ session: { state, controller } });
      const expected = (part: string | null) => (part === null ? null : expect.stringContaining(part));
      expect([enabledNow(size, now, []), enabledNow(click, now, [])]).toEqual([expected(reading), expected(changing)]);
    },
  );
});

it("the filters work in their order, and the first that hides a tool is the one that is named", () => {
  // Every filter has a reason against this one; each is taken away in turn.
  const worst = { ...click, exposure: "internal" as const, role: "admin" as const };
  const paused = { state: "paused", controller: "agent" } as const;
  const named = (one: ToolDefinition, now: ToolView) => filterTools([one, script], now).hidden[0]?.filter;
  expect([
    named(worst, view({ mode: "simple", session: paused })),
    named(worst, view({ mode: "script", session: paused })),
    named({ ...worst, exposure: "listed" }, view({ mode: "script", session: paused })),
    named(click, view({ mode: "script" })),
    named(click, view({ session: paused })),
  ]).toEqual(["simple_mode", "internal", "permission", "script_mode", "enabled_now"]);
});
