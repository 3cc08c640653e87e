import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, element, openDesk } from "./desk.ts";

/** GTK 4: our form, an editor and a calculator. */

const FILE = "/workspace/gtk4.json";
let desk: Desk;
let app: string;
beforeAll(async () => {
  desk = await openDesk();
  app = await desk.start(`python3 programs/gtk4_form.py ${FILE}`);
  await desk.state(app, ({ window }) => window?.title === "GTK 4 form");
});
afterAll(() => desk?.close());

const saved = (isThere: (state: Record<string, unknown>) => boolean) => desk.saved(FILE, isThere);
async function on(role: string, title?: string) {
  return { app, element_index: element(await desk.state(app), role, title).index };
}

describe("a GTK 4 form", () => {
  it("takes text by set_value and says what was there before", async () => {
    const { before, after } = await desk.tool("set_value", {
      ...(await on("text field", "Name")),
      value: "Ada Löffler",
    });
    expect({ before, after }).toEqual({ before: "", after: "Ada Löffler" });
    await saved(({ name }) => name === "Ada Löffler");
  });

  it("takes text at the caret by type_text, whatever the script", async () => {
    await desk.tool("click", await on("text field", "Name"));
    await desk.tool("press_key", { app, key: "End" });
    await desk.tool("type_text", { app, text: " 東京" });
    await saved(({ name }) => name === "Ada Löffler 東京");
  });

  it("takes a password and never shows it", async () => {
    const state = await desk.tool("set_value", { ...(await on("secure text field", "Password")), value: "tiger-7" });
    await saved(({ secret }) => secret === "tiger-7");
    expect(JSON.stringify(state)).not.toContain("tiger-7");
  });

  it("takes numbers", async () => {
    await desk.tool("set_value", { ...(await on("stepper", "Level")), value: "42" });
    await desk.tool("set_value", { ...(await on("slider", "Volume")), value: "7" });
    await saved(({ level, volume }) => level === 42 && volume === 7);
  });

  it("takes a choice by its name, and refuses one that its drop-down does not have", async () => {
    const size = await on("pop up button", "Size");
    await expect(desk.tool("set_value", { ...size, value: "Enormous" })).rejects.toMatchObject({ status: 422 });
    await desk.tool("set_value", { ...(await on("pop up button", "Size")), value: "Medium" });
    await saved(({ size: chosen }) => chosen === "Medium");
    await desk.state(app, (state) => element(state, "pop up button", "Size").value === "Medium");
  });

  it("ticks boxes, which offer no action, and a switch", async () => {
    await desk.tool("click", await on("checkbox", "Newsletter"));
    await desk.tool("set_value", { ...(await on("checkbox", "Accept terms")), value: "on" });
    await desk.tool("click", await on("checkbox", "Alarm"));
    await saved(({ news, terms, alarm }) => news === true && terms === true && alarm === true);
  });

  it("picks a row of a list", async () => {
    await desk.tool("click", await on("row", "Dresden"));
    await saved(({ city }) => city === "Dresden");
  });

  it("presses a button", async () => {
    await desk.tool("click", await on("button", "Send"));
    await saved(({ pressed }) => (pressed as string[]).includes("Send"));
  });
});

describe("the GTK 4 text editor", () => {
  it("writes a document and saves it under a name", async () => {
    const editor = "gnome-text-editor";
    const state = await desk.state(editor, ({ window }) => window?.title.includes("Text Editor") === true);
    const text = "Grüße aus Köln\n東京, नमस्ते, 👩‍🚀";
    await desk.tool("set_value", { app: editor, element_index: element(state, "text entry area").index, value: text });
    await desk.tool("press_key", { app: editor, key: "ctrl+s" });
    const dialog = await desk.state(editor, (s) => s.window?.title.startsWith("Save") === true);
    await desk.tool("set_value", {
      app: editor,
      element_index: element(dialog, "text field", "Name:").index,
      value: "/workspace/letter4.txt",
    });
    await desk.tool("press_key", { app: editor, key: "Return" });
    await desk.state(editor, ({ window }) => window?.title.includes("letter4.txt") === true);
    // It ends what it saves with a line end of its own.
    expect(await desk.shell("cat letter4.txt")).toBe(`${text}\n`);
  });
});

describe("the GTK 4 calculator", () => {
  it("computes what is typed", async () => {
    const calculator = "gnome-calculator";
    await desk.state(calculator, ({ window }) => window?.title === "Calculator");
    await desk.tool("type_text", { app: calculator, text: "12*34" });
    await desk.tool("press_key", { app: calculator, key: "Return" });
    await desk.tool("press_key", { app: calculator, key: "ctrl+c" });
    await desk.shell('test "$(xclip -o -selection clipboard)" = 408');
  });
});
