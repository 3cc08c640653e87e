import type { AppTarget, GateContext, PolicyDocument, WindowInfo } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";
import { actionOf, contextFor, policyOf } from "./testing.ts";

const windowOf = (id: number, name: string, changes: Partial<WindowInfo> = {}): WindowInfo => ({
  ...{ id, title: "Notes", process: { pid: id, name }, visible: true, active: false },
  ...{ position: { x: 0, y: 0 }, size: { width: 100, height: 100 } },
  ...changes,
});
const TARGET: AppTarget = {
  ...{ names: ["Notes", "org.example.Notes"], processName: "notes", windowId: 1, starts: null, element: null },
};
const judged = (
  tool: string,
  params: Record<string, unknown>,
  changes: Partial<GateContext> = {},
  document: PolicyDocument = {},
): string => {
  const action = actionOf(tool, params);
  const context = contextFor(action, { target: TARGET, windows: [windowOf(1, "notes")], ...changes });
  const { outcome, decisive } = evaluate(action, context, policyOf(document));
  return `${outcome} ${decisive.code}`;
};
const click = { app: "notes", x: 10, y: 10 };

describe("an app-state tool", () => {
  it.each<[string, string, Record<string, unknown>, Partial<GateContext>, PolicyDocument, string]>([
    ["without a known target", "click", click, { target: null }, {}, "deny app.unread"],
    ["without a list of windows", "click", click, { windows: null }, {}, "deny app.unread"],
    [
      "on a password manager by its id",
      "get_app_state",
      {},
      { target: { ...TARGET, names: ["Vault", "KeePassXC"] } },
      {},
      "deny app.sensitive",
    ],
    [
      "on one by its process",
      "get_app_state",
      {},
      { target: { ...TARGET, processName: "keepassxc" } },
      {},
      "deny app.sensitive",
    ],
    [
      "on one by its class in the image",
      "get_app_state",
      {},
      { apps: [{ id: "org.example.notes", name: "x", class: "keyring" }] },
      {},
      "deny app.sensitive",
    ],
    ["on what policy names by title", "get_app_state", {}, {}, { sensitiveApps: ["note*"] }, "deny app.sensitive"],
    ["on what policy names by id", "get_app_state", {}, {}, { sensitiveApps: ["org.example.*"] }, "deny app.sensitive"],
    [
      "on a password manager that the image does not list",
      "get_app_state",
      {},
      { target: { ...TARGET, names: ["Vault", "KeePassXC"] }, apps: [] },
      {},
      "deny app.sensitive",
    ],
    [
      "on what a window of it is called",
      "click",
      { app: "notes", element_index: 1 },
      { windows: [windowOf(1, "notes", { title: "My Bank" })] },
      { sensitiveApps: ["*bank*"] },
      "deny app.sensitive",
    ],
    [
      "at a pixel that a sensitive window covers",
      "click",
      click,
      { windows: [windowOf(2, "keepassxc"), windowOf(1, "notes")] },
      {},
      "deny app.sensitive",
    ],
    [
      "dragging to one",
      "drag",
      { from_x: 1, from_y: 1, to_x: 150, to_y: 50 },
      { windows: [windowOf(1, "notes"), windowOf(2, "keepassxc", { position: { x: 120, y: 0 } })] },
      {},
      "deny app.sensitive",
    ],
    [
      "on an application that a rule denies",
      "type_text",
      { text: "x" },
      {},
      { rules: [{ effect: "deny", match: "app(org.example.*)" }] },
      "deny rule.deny",
    ],
    ["at a pixel outside the screen", "click", { ...click, x: 1_280 }, {}, {}, "deny bounds.outside"],
    ["between pixels", "click", { ...click, x: 1.5 }, {}, {}, "deny bounds.outside"],
    ["dragging out of the screen", "drag", { from_x: 1, from_y: 1, to_x: 1, to_y: 800 }, {}, {}, "deny bounds.outside"],
    ["in a window that is gone", "press_key", { key: "a" }, { windows: [] }, {}, "deny bounds.window"],
    [
      "dropping text on a terminal that lies above",
      "drag",
      { from_x: 150, from_y: 50, to_x: 1, to_y: 1 },
      { windows: [windowOf(2, "xterm"), windowOf(1, "notes", { size: { width: 200, height: 100 } })] },
      {},
      "deny command.terminal",
    ],
    [
      "setting a value in a terminal",
      "set_value",
      { app: "notes", element_index: 0, value: "ls" },
      { windows: [windowOf(1, "xterm")] },
      {},
      "deny command.terminal",
    ],
    [
      "typing into a terminal of which nothing is known",
      "type_text",
      { text: "ls" },
      { windows: [windowOf(1, "xterm")] },
      {},
      "deny command.terminal",
    ],
    ["reading without the grant", "get_app_state", {}, { grants: [] }, {}, "ask consent.needed"],
  ])("%s is not let through", (_name, tool, params, changes, document, expected) => {
    expect(judged(tool, params, changes, document)).toBe(expected);
  });

  it.each<[string, Record<string, unknown>, Partial<GateContext>]>([
    ["get_app_state", {}, {}],
    ["get_app_state", {}, { target: { ...TARGET, windowId: null, starts: "order-desk" }, windows: [] }],
    ["list_apps", {}, { target: null, windows: null }],
    ["click", click, { windows: [windowOf(1, "notes"), windowOf(2, "keepassxc")] }],
    ["click", { app: "notes", element_index: 1 }, { windows: [windowOf(1, "notes", { visible: false })] }],
    ["click", click, { windows: [windowOf(1, "xterm")] }],
    ["scroll", { app: "notes", element_index: 1, direction: "up" }, { windows: [windowOf(1, "xterm")] }],
  ])("%s of %j is allowed in a case that looks like one of those", (tool, params, changes) => {
    expect(judged(tool, params, changes)).toMatch(/^allow /);
  });
});
