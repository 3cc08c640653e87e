import type { GateContext, PolicyDocument } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";
import { actionOf, contextFor, policyOf } from "./testing.ts";

function judged(
  params: Record<string, unknown>,
  document: PolicyDocument = {},
  context: Partial<GateContext> = {},
): string {
  const action = actionOf("computer_process_start", params);
  const { outcome, decisive } = evaluate(action, contextFor(action, context), policyOf(document));
  return `${outcome} ${decisive.code}`;
}
const preferred: PolicyDocument = { processes: { confinement: "preferred" } };

describe("a desktop that cannot confine", () => {
  it.each<[string, Record<string, unknown>, PolicyDocument, Partial<GateContext>, string]>([
    ["runs no command that is allowed elsewhere", { command: "ls" }, {}, {}, "deny command.not_confined"],
    ["runs none by its arguments", { argv: ["ls"] }, {}, {}, "deny command.not_confined"],
    ["runs none that a person approved", { command: "make" }, {}, { isApproved: true }, "deny command.not_confined"],
    [
      "runs none although a tenant says nothing of it",
      { command: "ls" },
      { processes: {} },
      {},
      "deny command.not_confined",
    ],
    ["asks where policy lets it run as it is", { command: "ls" }, preferred, {}, "ask command.unconfined"],
    ["asks for what is asked anyway first", { command: "make" }, preferred, {}, "ask command.project_code"],
    [
      "allows by no rule",
      { command: "make" },
      { ...preferred, rules: [{ effect: "allow", match: "command(make)" }] },
      {},
      "ask command.unconfined",
    ],
    ["denies what is denied", { command: "rm -rf x" }, preferred, { isApproved: true }, "deny command.rm_rf"],
  ])("%s", (_name, params, document, context, expected) => {
    expect(judged(params, document, { canConfine: false, ...context })).toBe(expected);
  });

  it("runs what a person approved where policy lets it run as it is", () => {
    expect(judged({ command: "ls" }, preferred, { canConfine: false, isApproved: true })).toMatch(/^allow /);
  });

  it("runs what needs the network anyway, when a person approved it: that is never confined", () => {
    const push = { command: "git push origin main" };
    expect(judged(push, {}, { canConfine: false })).toMatch(/^ask /);
    expect(judged(push, {}, { canConfine: false, isApproved: true })).toMatch(/^allow /);
  });

  it("starts applications, which are never confined", () => {
    expect(judged({ app: "order-desk" }, { grants: ["app(*)"] }, { canConfine: false })).toMatch(/^allow /);
  });
});

describe("what input gates forbid", () => {
  it.each([
    ["typing by a program", { command: "xdotool type hello" }],
    ["clicking by a program", { argv: ["xdotool", "click", "1"] }],
    ["keys by a program behind others", { command: "env DISPLAY=:0 timeout 5 xdotool key Return" }],
    ["a browser that others may drive", { command: "chromium --remote-debugging-port=9222" }],
    ["one by its arguments", { argv: ["chromium", "--remote-debugging-port=9222"] }],
    ["a password manager", { app: "keepassxc" }],
    ["a password manager as a program", { argv: ["keepassxc"] }],
    ["a password manager in a shell", { command: "setsid keepassxc &" }],
    ["the clipboard by a program", { command: "xclip -selection clipboard -o" }],
    ["the screen by a program", { command: "import -window root /workspace/a.png" }],
  ])("no command reaches: %s", (_name, params) => {
    expect(judged(params, { grants: ["app(*)", "command(*)"] })).toMatch(/^deny /);
  });

  it("no application of the image gets arguments", () => {
    for (const more of [{ argv: ["--remote-debugging-port=9222"] }, { args: ["--app"] }, { command: "x" }])
      expect(() => actionOf("computer_process_start", { app: "browser", ...more })).toThrow();
  });

  it("no text gets into a terminal by the pointer", () => {
    const window = { id: 7, title: "sh", process: { pid: 9, name: "xterm" }, visible: true, active: false };
    const windows = [{ ...window, position: { x: 0, y: 0 }, size: { width: 500, height: 400 } }];
    const outcome = (id: string, params: Record<string, unknown>) => {
      const action = actionOf(id, params);
      return evaluate(action, contextFor(action, { windows }), policyOf()).decisive.code;
    };
    expect(outcome("computer_mouse_drag", { fromX: 700, fromY: 700, toX: 100, toY: 100 })).toBe("command.terminal");
    expect(outcome("computer_mouse_drag", { fromX: 100, fromY: 100, toX: 700, toY: 700 })).toBe("command.terminal");
    expect(outcome("computer_mouse_click", { x: 100, y: 100, button: "middle" })).toBe("command.terminal");
  });
});
