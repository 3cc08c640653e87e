import { parseSnapshot } from "@deskfleet/app-state";
import type { ActionResult } from "@deskfleet/contracts";
import type { FakeElement, FakeMachine } from "@deskfleet/desktop";
import { describe, expect, it } from "vitest";
import { type PerformCall, perform } from "../perform.ts";
import { createBench, OPERATOR } from "../sessions/testing.ts";
import { dialogsIn } from "./dialogs.ts";
import { createAppBench } from "./testing.ts";

const SHOWN = ["showing", "visible", "enabled", "sensitive"];
interface Node {
  readonly role: string;
  readonly name?: string;
  readonly text?: string;
  readonly states?: readonly string[];
  readonly children?: readonly Node[];
}
const withStates = (node: Node): object => ({
  states: SHOWN,
  ...node,
  children: (node.children ?? []).map(withStates),
});
const found = (root: Node, title = "") =>
  dialogsIn(
    parseSnapshot({
      app: { id: "desk", name: "Desk", pid: 7, toolkit: "gtk3" },
      window: { title },
      roots: [withStates(root)],
    }),
  );

const label = (name: string): Node => ({ role: "label", name });
const button = (name: string): Node => ({ role: "push button", name, children: [label(name)] });
const box = (...children: Node[]): Node => ({ role: "filler", children });

describe("in a tree", () => {
  it("a message is what its window says, whatever it is laid out in", () => {
    const message = box(box(label("The order could not be saved."), label("The disk is full.")), box(button("OK")));
    expect(found({ role: "alert", name: "Error", children: [message] })).toEqual([
      { kind: "error", title: "Error", text: "The order could not be saved.\nThe disk is full.", buttons: ["OK"] },
    ]);
    expect(found({ role: "alert", name: "Question", children: [label("Save?"), button("Yes")] }, "Order desk")).toEqual(
      [{ kind: "question", title: "Order desk", text: "Save?", buttons: ["Yes"] }],
    );
  });

  it("an alert in a page or a bar above a document is told, once, and what is hidden is not", () => {
    const inner: Node = { role: "alert", children: [label("Contraseña inválida")] };
    const page = (states: readonly string[]): Node => ({
      role: "frame",
      children: [{ role: "document web", children: [{ role: "alert", states, children: [inner] }, button("Sign in")] }],
    });
    expect(found(page(SHOWN))).toEqual([{ kind: "error", title: null, text: "Contraseña inválida", buttons: [] }]);
    expect(found(page(["visible"]))).toEqual([]);
    const bar: Node = { role: "info bar", children: [label("Datei nicht gefunden"), button("Schließen")] };
    expect(found({ role: "frame", children: [bar, { role: "text", states: [...SHOWN, "editable"] }] })).toEqual([
      { kind: "error", title: null, text: "Datei nicht gefunden", buttons: ["Schließen"] },
    ]);
  });

  it.each<[string, Node, string]>([
    [
      "a log",
      { role: "frame", children: [{ role: "text", text: "error: x", states: [...SHOWN, "editable", "multi-line"] }] },
      "Error",
    ],
    ["a chooser of files", { role: "file chooser", children: [label("Not found"), button("Open")] }, "Error"],
    [
      "a form in a dialog",
      { role: "dialog", children: [label("Name is invalid"), { role: "check box" }, button("OK")] },
      "",
    ],
    [
      "a page that speaks of errors",
      { role: "frame", children: [{ role: "document web", children: [label("404 not found")] }] },
      "Errors",
    ],
    ["good news", { role: "dialog", children: [label("No errors found."), button("OK")] }, "Check"],
  ])("%s is none", (_name, root, title) => {
    expect(found(root, title)).toEqual([]);
  });
});

const alert = (...texts: string[]): FakeElement => ({
  role: "alert",
  children: [...texts.map((name) => ({ role: "label", name })), { role: "push button", name: "OK" }],
});

describe("app-state tools", () => {
  it("tell of the dialogs of their application, masked, and whoever may not read titles gets none", async () => {
    for (const [grants, title] of [
      [["computer_use", "screen", "write", "titles"], "Bad •••"],
      [["computer_use", "screen", "write"], null],
    ] as const) {
      const { machine, window, done } = await createAppBench([...grants]);
      const bad = { ...alert("It could not be saved.", "Password: hunter2go"), name: "Bad hunter2go" };
      machine.elements.set(window.pid, [bad]);
      expect((await done("get_app_state")).dialogs).toEqual([
        { kind: "error", title, text: "It could not be saved.\nPassword: •••", buttons: ["OK"] },
      ]);
    }
  });

  it("say nothing where there is none", async () => {
    const { done } = await createAppBench();
    expect(await done("get_app_state")).not.toHaveProperty("dialogs");
  });
});

const POINT = { x: 9, y: 9 };
const OBSERVE = { settleMsMax: 20, quietMs: 10 };

/** A click that opens a window, and how often the windows were listed for it. */
async function clicked(
  { grants = ["computer_use", "screen", "write", "titles"], ...more }: Partial<PerformCall> & { grants?: string[] },
  open: (machine: FakeMachine) => void,
): Promise<{ result: ActionResult; lists: number; reads: number }> {
  const bench = createBench();
  bench.records.document = { grantable: ["computer_use", "screen", "write", "titles", "app(*)"] };
  const session = await bench.open({ grants });
  const machine = bench.machine(session);
  machine.openWindow("Notes - Error", "editor", ["editor"]);
  machine.overrides.set("computer_mouse_click", () => {
    open(machine);
    return POINT;
  });
  machine.calls.length = 0;
  const performed = await perform(session, {
    ...{ tool: "computer_mouse_click", params: POINT, principal: OPERATOR },
    ...more,
  });
  if (performed.outcome !== "done") throw new Error("it was asked");
  const count = (method: string) => machine.calls.filter((each) => each.method === method).length;
  return { result: performed.result, lists: count("computer_window_list"), reads: count("get_app_state") };
}
const failing = (machine: FakeMachine): void => {
  const { pid } = machine.openWindow("Saving hunter2go", "desk", ["desk"]);
  machine.elements.set(pid, [alert("It could not be saved.", "Password: hunter2go")]);
};

describe("an action with observe", () => {
  const told = { kind: "error", text: "It could not be saved.\nPassword: •••", buttons: ["OK"] };

  it("tells of the window that came up with it, and of none that was there before", async () => {
    const { result } = await clicked({ observe: OBSERVE }, failing);
    expect(result.dialogs).toEqual([{ ...told, title: null }]);
  });

  it("tells the title alone of a window that cannot be read, to whoever may read titles", async () => {
    const open = (machine: FakeMachine) => void machine.openWindow("Order desk - Error", "xterm", ["tk"]);
    const { result } = await clicked({ observe: OBSERVE }, open);
    expect(result.dialogs).toEqual([{ kind: "error", title: "Order desk - Error", text: "", buttons: [] }]);
    const grants = ["computer_use", "screen", "write"];
    expect((await clicked({ observe: OBSERVE, grants }, open)).result).not.toHaveProperty("dialogs");
  });

  it("reads no application where no window came up, and is done when one cannot be read", async () => {
    const nothing = await clicked({ observe: OBSERVE }, () => undefined);
    expect([nothing.result.dialogs, nothing.reads]).toEqual([undefined, 0]);
    const hung = await clicked({ observe: OBSERVE }, (machine) => {
      machine.frozen.add(machine.openWindow("Saving", "desk", ["desk"]).pid);
    });
    expect([hung.result.dialogs, hung.result.frame?.unchanged]).toEqual([undefined, false]);
  });

  it("that is a script tells of its last step", async () => {
    const steps = [
      { tool: "computer_mouse_move", params: POINT },
      { tool: "computer_mouse_click", params: POINT },
    ];
    const script = { tool: "computer_run_steps", params: { steps }, observe: OBSERVE };
    expect((await clicked(script, failing)).result.dialogs).toEqual([{ ...told, title: null }]);
    expect((await clicked({ ...script, observe: undefined }, failing)).result).not.toHaveProperty("dialogs");
  });

  it("tells nothing of an application that may not be read", async () => {
    const open = (machine: FakeMachine) => void machine.openWindow("KeePassXC - Error", "keepassxc", ["keepassxc"]);
    expect((await clicked({ observe: OBSERVE }, open)).result).not.toHaveProperty("dialogs");
  });
});

it("an action without observe lists no window more than before, and reads nothing", async () => {
  const plain = await clicked({}, failing);
  const observed = await clicked({ observe: OBSERVE }, failing);
  expect([plain.result.dialogs, plain.reads, observed.lists - plain.lists, observed.reads]).toEqual([
    undefined,
    0,
    1,
    1,
  ]);
});
