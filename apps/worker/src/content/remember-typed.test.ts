import type { ElementRecord } from "@deskfleet/app-state";
import { TOOLS } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import type { PlannedApp } from "../app-state/planned-app.ts";
import { rememberSecure, rememberTyped } from "./remember-typed.ts";
import { plainFilter } from "./testing.ts";

const call = (id: string, params: Record<string, unknown>, element: { role: string; title: string } | null = null) => ({
  tool: TOOLS.get(id)!,
  params,
  app: element === null ? null : ({ element: element as ElementRecord } as PlannedApp),
});
const remembered = (...given: Parameters<typeof call>) => {
  const content = plainFilter();
  rememberTyped(content, call(...given));
  return content.rules.values;
};
const KEY = `ghp_${"a1B2".repeat(9)}`;

describe("before an action it is remembered", () => {
  it.each([
    ["set_value", { value: "Hafen Licht" }],
    ["type_text", { text: "Hafen Licht" }],
  ])("whatever %s puts into a password field", (id, params) => {
    expect(remembered(id, params, { role: "secure text field", title: "Password" })).toEqual(["Hafen Licht"]);
  });

  it("what the detector finds in typed text: the value alone", () => {
    expect(remembered("computer_keyboard_type", { text: `export TOKEN=${KEY}\n` })).toEqual([KEY]);
    expect(remembered("computer_clipboard_paste", { text: "Password: hunter2go" })).toEqual(["hunter2go"]);
  });

  it("what the label of a field says", () => {
    expect(remembered("set_value", { value: "zq81-hk22-pa" }, { role: "text field", title: "API key" })).toEqual([
      "zq81-hk22-pa",
    ]);
  });

  it("the environment of a program, where its names say so", () => {
    const env = { APP_PASSWORD: "hunter2go", LANG: "de_DE.UTF-8", EDITOR_THEME: "solarized" };
    expect(remembered("computer_process_start", { app: "terminal", env })).toEqual(["hunter2go"]);
  });
});

describe("ordinary text is not", () => {
  it.each([
    ["a name", "computer_keyboard_type", { text: "Kim Example" }, null],
    ["a line of text", "computer_keyboard_type", { text: "Please reset the password of the printer.\n" }, null],
    ["an address", "computer_keyboard_type", { text: "kim@mail.example.net" }, null],
    ["a telephone number", "set_value", { value: "+49 30 901820" }, { role: "text field", title: "Phone" }],
    ["a code for once", "set_value", { value: "481516" }, { role: "text field", title: "Verification code" }],
    ["a word behind a label", "computer_keyboard_type", { text: "Password: handbook" }, null],
    ["a name in a field", "set_value", { value: "Kim Example" }, { role: "text field", title: "Name" }],
    ["what is looked for", "click", { element_index: "3" }, { role: "button", title: "Show password" }],
  ])("%s", (_name, id, params, element) => {
    expect(remembered(id, params, element)).toEqual([]);
  });
});

describe("afterwards", () => {
  const secure = (text: string, ...parts: [number, number][]) => {
    const content = plainFilter();
    rememberSecure(content, call("computer_keyboard_type", { text }), { secure: parts });
    return content.rules.values;
  };
  it("it is what the desktop says went into password fields, in characters, without the keys that left them", () => {
    expect(secure("kim\tHafen Licht\n", [4, 16])).toEqual(["Hafen Licht"]);
    expect(secure("👩‍👩‍👧 kim\t漢字のかぎ", [10, 15])).toEqual(["漢字のかぎ"]);
    expect(secure("Kim Example")).toEqual([]);
  });

  it("a desktop that lies about places gets nothing else remembered", () => {
    expect(secure("Kim Example", [90, 99])).toEqual([]);
  });
});
