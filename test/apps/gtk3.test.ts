import type { AppStateResult } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, element, openDesk } from "./desk.ts";

/** GTK 3: our form, which tells what it holds in a file, then an editor and a calculator. */

const FILE = "/workspace/gtk3.json";
let desk: Desk;
let app: string;
beforeAll(async () => {
  desk = await openDesk();
  app = await desk.start(`python3 programs/gtk3_form.py ${FILE}`);
  await desk.state(app, ({ window }) => window?.title === "GTK 3 form");
});
afterAll(() => desk?.close());

const saved = (isThere: (state: Record<string, unknown>) => boolean) => desk.saved(FILE, isThere);
async function on(role: string, title?: string) {
  return { app, element_index: element(await desk.state(app), role, title).index };
}

describe("a GTK 3 form", () => {
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
    expect(element(state, "secure text field", "Password").value).toBe("•".repeat(7));
  });

  it("takes numbers", async () => {
    await desk.tool("set_value", { ...(await on("stepper", "Level")), value: "42" });
    await desk.tool("set_value", { ...(await on("slider", "Volume")), value: "7" });
    await saved(({ level, volume }) => level === 42 && volume === 7);
  });

  it("takes a choice", async () => {
    await desk.tool("set_value", { ...(await on("pop up button", "Size")), value: "Large" });
    await saved(({ size }) => size === "Large");
    expect(element(await desk.state(app), "pop up button", "Size").value).toBe("Large");
  });

  it("ticks boxes by click and by value, and leaves a box that is ticked already", async () => {
    await desk.tool("click", await on("checkbox", "Newsletter"));
    const terms = await on("checkbox", "Accept terms");
    await desk.tool("set_value", { ...terms, value: "on" });
    await desk.tool("set_value", { ...terms, value: "on" });
    await desk.tool("click", await on("radio button", "By night"));
    await saved(({ news, terms: accepted, night }) => news === true && accepted === true && night === true);
  });

  it("picks rows of a list and opens one by a double click", async () => {
    await desk.tool("click", await on("row", "Dresden | 556000"));
    await saved(({ city }) => city === "Dresden");
    await desk.tool("click", { ...(await on("row", "Item 3")), click_count: 2 });
    await saved(({ pressed }) => (pressed as string[]).includes("row 3"));
  });

  it("scrolls a long list by pages to rows that were not there", async () => {
    const first = await desk.state(app);
    expect(first.text).not.toContain("Item 60");
    let state = first;
    for (let page = 0; page < 6 && !state.text.includes("Item 60"); page++)
      state = await desk.tool("scroll", {
        app,
        element_index: element(state, "table", "Items").index,
        direction: "down",
      });
    await desk.tool("click", { app, element_index: element(state, "row", "Item 60").index });
    await saved(({ item }) => item === "Item 60");
  });

  it("uses a menu: its items are there once it is open", async () => {
    const closed = await desk.state(app);
    expect(closed.text).not.toContain("Duplicate");
    const open = await desk.tool("click", { app, element_index: element(closed, "", "File").index });
    await desk.tool("click", { app, element_index: element(open, "menu item", "Duplicate").index });
    await saved(({ pressed }) => (pressed as string[]).includes("Duplicate"));
  });

  it("ticks an item of a menu", async () => {
    const open = await desk.tool("click", await on("", "View"));
    await desk.tool("click", { app, element_index: element(open, "menu item", "Grid lines").index });
    await saved(({ gridLines }) => gridLines === true);
  });

  it("goes on after a dialog inside the handling of a click, by keys and by a click", async () => {
    const isAsking = ({ window }: AppStateResult) => window?.title === "Question";
    await desk.tool("click", await on("button", "Ask"));
    await desk.state(app, isAsking);
    // Not a Return: a key that only moves the focus has to go through as well.
    await desk.tool("press_key", { app, key: "Left" });
    await desk.tool("press_key", { app, key: "Return" });
    await saved(({ pressed }) => (pressed as string[]).includes("No"));
    await desk.tool("click", await on("button", "Ask"));
    const asked = await desk.state(app, isAsking);
    await desk.tool("click", { app, element_index: element(asked, "button", "Yes").index });
    await saved(({ pressed }) => (pressed as string[]).includes("Yes"));
    await desk.state(app, ({ window }) => window?.title === "GTK 3 form");
  });

  it("refuses what cannot be set, in the words of the specification", async () => {
    await expect(desk.tool("set_value", { ...(await on("button", "Send")), value: "x" })).rejects.toMatchObject({
      detail: "Cannot set a value for an element that is not settable",
    });
  });

  it("presses a button once for each click", async () => {
    const send = await on("button", "Send");
    await desk.tool("click", send);
    await desk.tool("click", send);
    await saved(({ pressed }) => (pressed as string[]).filter((what) => what === "Send").length === 2);
  });
});

describe("mousepad", () => {
  it("writes a document and saves it under a name", async () => {
    const editor = "text-editor";
    const state = await desk.state(editor, ({ window }) => window?.title.includes("Mousepad") === true);
    const text = "Grüße aus Köln\n東京, नमस्ते, 👩‍🚀\n";
    await desk.tool("set_value", { app: editor, element_index: element(state, "text entry area").index, value: text });
    const dialog = await desk.tool("press_key", { app: editor, key: "ctrl+s" });
    const named =
      dialog.window?.title === "Save As" ? dialog : await desk.state(editor, (s) => s.window?.title === "Save As");
    await desk.tool("set_value", {
      app: editor,
      element_index: element(named, "text field", "Name:").index,
      value: "/workspace/letter.txt",
    });
    await desk.tool("press_key", { app: editor, key: "Return" });
    await desk.state(editor, ({ window }) => window?.title.includes("letter.txt") === true);
    expect(await desk.shell("cat letter.txt")).toBe(text);
  });
});

describe("galculator", () => {
  it("computes by its buttons", async () => {
    await desk.state("galculator", ({ window }) => window?.title === "galculator");
    for (const key of ["1", "2", "*", "3", "4", "="]) {
      const state = await desk.state("galculator");
      await desk.tool("click", { app: "galculator", element_index: element(state, "toggle button", key).index });
    }
    await desk.tool("press_key", { app: "galculator", key: "ctrl+c" });
    await desk.shell('test "$(xclip -o -selection clipboard)" = 408');
  });
});
