import { type Action, type GateContext, type PolicyDocument, TOOLS } from "@deskfleet/contracts";
import { anything, assert, constantFrom, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";
import { actionOf, contextFor, policyOf } from "./testing.ts";

type Case = [
  name: string,
  tool: string,
  params: Record<string, unknown>,
  changes: Partial<GateContext>,
  policy: PolicyDocument,
  expected: string,
];
const window = (id: number, visible: boolean, name = "mousepad") => ({
  id,
  title: "Notes",
  process: { pid: 9, name },
  position: { x: 0, y: 0 },
  size: { width: 9, height: 9 },
  visible,
  active: true,
});
const click = { x: 10, y: 10 };
/** Topmost first: each covers the point of `click` unless moved away. */
const windowOf = (name: string, changes: object = {}) => ({
  ...window(3, true, name),
  position: { x: 0, y: 0 },
  size: { width: 100, height: 100 },
  active: false,
  ...changes,
});

describe("each gate decides", () => {
  it.each<Case>([
    [
      "1 denies a tool that is switched off",
      "computer_mouse_click",
      click,
      {},
      { features: { "computer_mouse_*": false } },
      "deny feature.off",
    ],
    ["2 asks on the first use", "computer_screen_size", {}, { grants: [] }, {}, "ask consent.needed"],
    [
      "2 counts no expired consent",
      "computer_screen_size",
      {},
      { grants: [{ grant: "computer_use", scope: "once", expiresAtMs: 1_000_000, layer: "flag" }] },
      {},
      "ask consent.needed",
    ],
    [
      "3 asks for the write grant",
      "computer_mouse_click",
      click,
      { grants: [{ grant: "computer_use", scope: "session", expiresAtMs: null, layer: "flag" }] },
      {},
      "ask grant.needed",
    ],
    [
      "3 asks for the screen grant",
      "computer_screen_capture",
      {},
      { grants: [{ grant: "computer_use", scope: "session", expiresAtMs: null, layer: "flag" }] },
      {},
      "ask grant.needed",
    ],
    [
      "3 denies by a rule about the tool",
      "computer_mouse_click",
      click,
      {},
      {
        rules: [
          { effect: "deny", match: "tool(computer_mouse_click)" },
          { effect: "allow", match: "tool(*)" },
        ],
      },
      "deny rule.deny",
    ],
    [
      "3 asks by a rule although the grant is held",
      "computer_mouse_click",
      click,
      {},
      { rules: [{ effect: "ask", match: "tool(computer_mouse_*)" }] },
      "ask rule.ask",
    ],
    [
      "3 asks for R3 although a rule allows it",
      "computer_process_start",
      { argv: ["curl", "x"] },
      {},
      { processes: { programs: ["curl"] }, rules: [{ effect: "allow", match: "tool(*)" }] },
      "ask risk.external",
    ],
    ["4 denies a path outside", "computer_file_read", { path: "/etc/passwd" }, {}, {}, "deny path.outside"],
    [
      "4 denies a link that leads outside",
      "computer_file_read",
      { path: "/workspace/a" },
      { resolvedPaths: [{ path: "/workspace/a", real: "/etc/passwd", type: "file" }] },
      {},
      "deny path.outside",
    ],
    [
      "4 denies a neighbour with the same beginning",
      "computer_file_read",
      { path: "/workspace2/a" },
      {},
      {},
      "deny path.outside",
    ],
    [
      "4 denies .git in any case",
      "computer_file_read",
      { path: "/workspace/.GIT/config" },
      {},
      {},
      "deny path.protected",
    ],
    [
      "4 denies when nothing was resolved",
      "computer_file_read",
      { path: "/workspace/a" },
      { resolvedPaths: null },
      {},
      "deny path.unresolved",
    ],
    [
      "4 denies a pipe",
      "computer_file_read",
      { path: "/tmp/p" },
      { resolvedPaths: [{ path: "/tmp/p", real: "/tmp/p", type: "fifo" }] },
      {},
      "deny path.special",
    ],
    ["4 asks before a delete", "computer_file_delete", { path: "/workspace/a" }, {}, {}, "ask path.delete"],
    [
      "4 denies moving a root",
      "computer_file_move",
      { path: "/workspace", destination: "/tmp/x" },
      {},
      {},
      "deny path.root",
    ],
    [
      "4 reads a rule against reading as one against writing",
      "computer_file_write",
      { path: "/workspace/in/a", content: "" },
      {},
      { rules: [{ effect: "deny", match: "read(/workspace/in/**)" }] },
      "deny rule.deny",
    ],
    [
      "5 denies shell text by what it does",
      "computer_process_start",
      { command: "ls; rm -rf out" },
      {},
      { rules: [{ effect: "allow", match: "tool(*)" }] },
      "deny command.rm_rf",
    ],
    [
      "5 denies a program that is not listed",
      "computer_process_start",
      { argv: ["rm", "a"] },
      {},
      { processes: { programs: ["ls"] } },
      "deny command.program",
    ],
    [
      "5 denies a listed name from another directory",
      "computer_process_start",
      { argv: ["/tmp/ls"] },
      {},
      { processes: { programs: ["ls"] } },
      "deny command.program",
    ],
    [
      "5 denies an operand outside",
      "computer_process_start",
      { argv: ["cat", "../../etc/passwd"] },
      {},
      { processes: { programs: ["cat"] } },
      "deny path.outside",
    ],
    [
      "5 denies variables",
      "computer_process_start",
      { argv: ["ls"], env: { LD_PRELOAD: "/tmp/x" } },
      {},
      { processes: { programs: ["ls"] } },
      "deny command.variable",
    ],
    [
      "5 asks on an application's first use",
      "computer_process_start",
      { app: "order-desk" },
      {},
      {},
      "ask app.first_use",
    ],
    ["5 denies an unknown application", "computer_process_start", { app: "nothing" }, {}, {}, "deny app.unknown"],
    [
      "5 denies a password manager although granted",
      "computer_process_start",
      { app: "keepassxc" },
      {},
      { grants: ["app(*)"] },
      "deny app.sensitive",
    ],
    [
      "5 denies typing into a password manager",
      "computer_keyboard_type",
      { text: "x" },
      { activeApp: { name: "keepassxc", title: "db" } },
      {},
      "deny app.sensitive",
    ],
    [
      "5 denies a picture with a listed application in it, active or not",
      "computer_screen_capture",
      {},
      { windows: [windowOf("mousepad"), windowOf("bank")] },
      { sensitiveApps: ["*bank*"] },
      "deny app.sensitive",
    ],
    [
      "5 denies a click on a sensitive application that is not active",
      "computer_mouse_click",
      click,
      { windows: [windowOf("keepassxc")] },
      {},
      "deny app.sensitive",
    ],
    [
      "5 denies a drag that ends on one",
      "computer_mouse_drag",
      { fromX: 500, fromY: 500, toX: 10, toY: 10 },
      { windows: [windowOf("keepassxc")] },
      {},
      "deny app.sensitive",
    ],
    [
      "5 denies activating one",
      "computer_window_activate",
      { windowId: 3 },
      { windows: [windowOf("keepassxc", { visible: false })] },
      {},
      "deny app.sensitive",
    ],
    [
      "5 denies pasting the selection into a terminal",
      "computer_mouse_click",
      { ...click, button: "middle" },
      { windows: [windowOf("xterm")] },
      {},
      "deny command.terminal",
    ],
    [
      "5 denies dropping text on a terminal",
      "computer_mouse_drag",
      { fromX: 500, fromY: 500, toX: 10, toY: 10 },
      { windows: [windowOf("xterm")] },
      {},
      "deny command.terminal",
    ],
    [
      "5 denies input when the windows could not be read",
      "computer_mouse_click",
      click,
      { windows: null },
      {},
      "deny app.unread",
    ],
    [
      "5 denies typing into a terminal",
      "computer_keyboard_type",
      { text: "x" },
      { activeApp: { name: "xterm", title: "sh" } },
      {},
      "deny command.terminal",
    ],
    ["6 denies a point beyond the frame", "computer_mouse_click", { x: 1280, y: 10 }, {}, {}, "deny bounds.outside"],
    [
      "6 denies a drag that ends beyond",
      "computer_mouse_drag",
      { fromX: 1, fromY: 1, toX: 1, toY: 800 },
      {},
      {},
      "deny bounds.outside",
    ],
    [
      "6 denies a window that is not there",
      "computer_window_size",
      { windowId: 7 },
      { windows: [window(8, true)] },
      {},
      "deny bounds.window",
    ],
    [
      "6 denies a window that is not visible",
      "computer_window_size",
      { windowId: 7 },
      { windows: [window(7, false)] },
      {},
      "deny bounds.window",
    ],
    [
      "7 makes the eleventh action wait",
      "computer_mouse_click",
      click,
      { recentActionsMs: Array.from({ length: 10 }, (_, i) => 999_100 + i) },
      {},
      "wait rate.exceeded",
    ],
    [
      "7 pauses after failures in a row",
      "computer_mouse_click",
      click,
      { failuresInRow: 3 },
      {},
      "deny session.paused",
    ],
    [
      "9 denies after a stop, reads too",
      "computer_screen_size",
      {},
      { session: { state: "stopped", controller: "agent" } },
      {},
      "deny session.stopped",
    ],
    [
      "9 denies while paused",
      "computer_mouse_click",
      click,
      { session: { state: "paused", controller: "agent" } },
      {},
      "deny session.paused",
    ],
    [
      "9 waits while a person is in control",
      "computer_mouse_click",
      click,
      { session: { state: "active", controller: "human" } },
      {},
      "wait session.human_control",
    ],
    ["denies before it asks", "computer_file_delete", { path: "/etc/x" }, { grants: [] }, {}, "deny path.outside"],
  ])("gate %s", (_name, tool, params, changes, policy, expected) => {
    const action = actionOf(tool, params);
    const { outcome, decisive } = evaluate(action, contextFor(action, changes), policyOf(policy));
    expect(`${outcome} ${decisive.code}`).toBe(expected);
  });

  it.each<[tool: string, params: Record<string, unknown>, changes: Partial<GateContext>, policy: PolicyDocument]>([
    ["computer_mouse_click", click, {}, {}],
    ["computer_screen_capture", {}, {}, {}],
    ["computer_file_read", { path: "/workspace/a" }, {}, {}],
    ["computer_file_write", { path: "/workspace/out/a", content: "x" }, {}, {}],
    ["computer_process_start", { app: "order-desk" }, {}, { grants: ["app(order-desk)"] }],
    ["computer_process_start", { argv: ["ls", "-l", "/workspace"] }, {}, { processes: { programs: ["ls"] } }],
    ["computer_window_activate", { windowId: 7 }, { windows: [window(7, false)] }, {}],
    ["computer_screen_size", {}, { session: { state: "active", controller: "human" } }, {}],
    ["computer_mouse_click", click, { windows: [windowOf("mousepad"), windowOf("keepassxc")] }, {}],
    ["computer_mouse_click", click, { windows: [windowOf("xterm")] }, {}],
    ["computer_screen_capture", {}, { windows: [windowOf("keepassxc", { visible: false })] }, {}],
    ["computer_mouse_click", click, { recentActionsMs: Array.from({ length: 10 }, (_, i) => 998_000 + i) }, {}],
  ])("all gates allow %s %o", (tool, params, changes, policy) => {
    const action = actionOf(tool, params);
    expect(evaluate(action, contextFor(action, changes), policyOf(policy)).outcome).toBe("allow");
  });

  it("says how long to wait: until the window has room", () => {
    const action = actionOf("computer_mouse_click", click);
    const context = contextFor(action, { recentActionsMs: Array.from({ length: 10 }, (_, i) => 999_300 + i * 10) });
    expect(evaluate(action, context, policyOf()).decisive.retryAfterMs).toBe(300);
  });

  it("keeps the verdict of every gate", () => {
    const action = actionOf("computer_file_read", { path: "/workspace/a" });
    expect(evaluate(action, contextFor(action), policyOf()).verdicts.map(({ gate }) => gate)).toEqual([
      "feature",
      "consent",
      "action_type",
      "path",
      "bounds",
      "rate",
      "content",
      "monitor",
    ]);
  });
});

describe("an approval", () => {
  it("answers what is asked", () => {
    const action = actionOf("computer_file_delete", { path: "/workspace/a" });
    expect(evaluate(action, contextFor(action, { isApproved: true }), policyOf()).outcome).toBe("allow");
  });
  it("does not answer what is denied", () => {
    const action = actionOf("computer_file_delete", { path: "/etc/passwd" });
    expect(evaluate(action, contextFor(action, { isApproved: true }), policyOf()).outcome).toBe("deny");
  });
});

describe("the pipeline is total and fails closed", () => {
  const tools = [...TOOLS.values()];
  it("never throws and never allows what it could not read", () => {
    assert(
      property(constantFrom(...tools), anything(), anything(), anything(), (tool, params, context, policy) => {
        const action = { tool, params } as unknown as Action;
        expect(evaluate(action, context as GateContext, policy as never).outcome).toBe("deny");
      }),
    );
  });
  it.each(["grants", "session", "screen", "recentActionsMs", "windows"] as const)(
    "denies when the context's %s cannot be read",
    (field) => {
      const action = actionOf("computer_mouse_click", click);
      const broken = Object.defineProperty({ ...contextFor(action) }, field, {
        get: () => {
          throw new Error("unreadable");
        },
      });
      expect(evaluate(action, broken, policyOf()).outcome).toBe("deny");
    },
  );
  it.each(tools.filter(({ id }) => id.includes("_mouse_") || id.includes("_file_")))(
    "denies $id when its parameters cannot be read",
    (tool) => {
      const params = new Proxy(
        {},
        {
          get: () => {
            throw new Error("unreadable");
          },
          has: () => {
            throw new Error("unreadable");
          },
        },
      );
      const context = contextFor(actionOf("computer_screen_size"), { isApproved: true });
      expect(evaluate({ tool, params }, context, policyOf()).outcome).toBe("deny");
    },
  );
  it("is never loosened by one more deny or ask rule", () => {
    const order = ["deny", "ask", "wait", "allow"];
    const matches = [
      "tool(*)",
      "tool(computer_mouse_*)",
      "read(/workspace/**)",
      "write(/**)",
      "app(*)",
      "read(/etc/*)",
    ] as const;
    assert(
      property(
        constantFrom(
          actionOf("computer_mouse_click", click),
          actionOf("computer_file_read", { path: "/workspace/a" }),
          actionOf("computer_file_write", { path: "/etc/a", content: "" }),
          actionOf("computer_process_start", { app: "order-desk" }),
        ),
        record({ effect: constantFrom("deny", "ask"), match: constantFrom(...matches) }),
        constantFrom<PolicyDocument[]>({}, { rules: [{ effect: "allow", match: "tool(*)" }] }, { grants: ["app(*)"] }),
        (action, rule, document) => {
          const before = evaluate(action, contextFor(action), policyOf(document)).outcome;
          const after = evaluate(
            action,
            contextFor(action),
            policyOf({ ...document, rules: [...(document.rules ?? []), rule as never] }),
          ).outcome;
          expect(order.indexOf(after)).toBeLessThanOrEqual(order.indexOf(before));
        },
      ),
    );
  });
});
