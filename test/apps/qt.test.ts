import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, element, openDesk } from "./desk.ts";

/** Qt 5: our form with a table, a list, a tree and menus, then an editor. */

const FILE = "/workspace/qt.json";
let desk: Desk;
let app: string;
beforeAll(async () => {
  desk = await openDesk();
  app = await desk.start(`python3 programs/qt_form.py ${FILE}`);
  await desk.state(app, ({ window }) => window?.title.startsWith("Qt form") === true);
});
afterAll(() => desk?.close());

const saved = (isThere: (state: Record<string, unknown>) => boolean) => desk.saved(FILE, isThere);
async function on(role: string, title?: string) {
  return { app, element_index: element(await desk.state(app), role, title).index };
}

describe("a Qt form", () => {
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

  it("takes a number and a choice", async () => {
    await desk.tool("set_value", { ...(await on("stepper", "Level")), value: "42" });
    await saved(({ level }) => level === 42);
    await desk.tool("set_value", { ...(await on("pop up button", "Size")), value: "Large" });
    await saved(({ size }) => size === "Large");
  });

  it("ticks boxes by click and by value", async () => {
    await desk.tool("click", await on("checkbox", "Newsletter"));
    await desk.tool("set_value", { ...(await on("checkbox", "Accept terms")), value: "on" });
    await saved(({ news, terms }) => news === true && terms === true);
  });

  it("picks rows of a table and of a list", async () => {
    await desk.tool("click", await on("row", "Dresden | 556000"));
    await saved(({ city }) => city === "Dresden");
    await desk.tool("click", await on("row", "Item 3"));
    await saved(({ item }) => item === "Item 3");
  });

  it("scrolls a long list by pages to rows that were not there", async () => {
    let state = await desk.state(app);
    expect(state.text).not.toContain("Item 60");
    for (let page = 0; page < 6 && !state.text.includes("Item 60"); page++)
      state = await desk.tool("scroll", {
        app,
        element_index: element(state, "list", "Items").index,
        direction: "down",
      });
    await desk.tool("click", { app, element_index: element(state, "row", "Item 60").index });
    await saved(({ item }) => item === "Item 60");
  });

  it("expands a row of a tree and picks what is below it", async () => {
    const row = await on("row", "docs");
    const open = await desk.tool("perform_secondary_action", { ...row, action: "Expand" });
    await saved(({ expanded }) => (expanded as string[]).includes("docs"));
    await desk.tool("click", { app, element_index: element(open, "row", "guide").index });
    await saved(({ folder }) => folder === "guide");
  });

  it("uses a menu", async () => {
    const open = await desk.tool("click", await on("", "File"));
    await desk.tool("click", { app, element_index: element(open, "menu item", "Duplicate").index });
    await saved(({ pressed }) => (pressed as string[]).includes("Duplicate"));
  });

  it("presses a button", async () => {
    await desk.tool("click", await on("button", "Send"));
    await saved(({ pressed }) => (pressed as string[]).includes("Send"));
  });
});

describe("featherpad", () => {
  it("writes a document and saves it under a name", async () => {
    const editor = "featherpad";
    const state = await desk.state(editor, ({ window }) => window?.title === "Untitled");
    const text = "Grüße aus Köln\n東京, नमस्ते, 👩‍🚀\n";
    await desk.tool("click", { app: editor, element_index: element(state, "text entry area").index });
    await desk.tool("type_text", { app: editor, text });
    await desk.tool("press_key", { app: editor, key: "ctrl+s" });
    const dialog = await desk.state(editor, (s) => s.window?.title.startsWith("Save") === true);
    await desk.tool("set_value", {
      app: editor,
      element_index: element(dialog, "text field").index,
      value: "/workspace/letter-qt.txt",
    });
    await desk.tool("press_key", { app: editor, key: "Return" });
    await desk.state(editor, ({ window }) => window?.title.includes("letter-qt.txt") === true);
    expect(await desk.shell("cat letter-qt.txt")).toBe(text);
  });
});
