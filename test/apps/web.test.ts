import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, element, openDesk } from "./desk.ts";

/** Chromium: a form on a page that is served inside the desktop, which sends what it holds at every change. */

const FILE = "/workspace/web.json";
const app = "chromium";
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await desk.shell(`setsid python3 programs/web_server.py pages ${FILE} >/tmp/port 2>/tmp/server.log &
    until [ -s /tmp/port ]; do sleep 0.05; done`);
  await desk.start('chromium "http://127.0.0.1:$(cat /tmp/port)/form.html"');
  await desk.state(app, ({ text }) => text.includes("Create account"));
});
afterAll(() => desk?.close());

const saved = (isThere: (state: Record<string, unknown>) => boolean) => desk.saved(FILE, isThere);
async function on(role: string, title?: string) {
  return { app, element_index: element(await desk.state(app), role, title).index };
}

describe("a form in Chromium", () => {
  it("takes text by set_value, which has to type it, and says what was there before", async () => {
    const { before, after } = await desk.tool("set_value", {
      ...(await on("text field", "Full name")),
      value: "Ada Löffler",
    });
    expect({ before, after }).toEqual({ before: "", after: "Ada Löffler" });
    await saved(({ name }) => name === "Ada Löffler");
    await desk.tool("set_value", { ...(await on("text field", "Full name")), value: "Grace" });
    await saved(({ name }) => name === "Grace");
  });

  it("takes text at the caret by type_text, whatever the script", async () => {
    await desk.tool("click", await on("text field", "Full name"));
    await desk.tool("press_key", { app, key: "End" });
    await desk.tool("type_text", { app, text: " 東京" });
    await saved(({ name }) => name === "Grace 東京");
  });

  it("takes a password and never shows it", async () => {
    const state = await desk.tool("set_value", { ...(await on("secure text field", "Password")), value: "tiger-7" });
    await saved(({ secret }) => secret === "tiger-7");
    expect(JSON.stringify(state)).not.toContain("tiger-7");
  });

  it("takes text of several lines", async () => {
    await desk.tool("set_value", { ...(await on("text entry area", "Notes")), value: "first\nsecond" });
    await saved(({ notes }) => notes === "first\nsecond");
  });

  it("takes a choice", async () => {
    await desk.tool("set_value", { ...(await on("pop up button", "Plan")), value: "Company" });
    await saved(({ plan }) => plan === "Company");
  });

  it("ticks boxes and a radio button", async () => {
    await desk.tool("click", await on("checkbox", "Newsletter"));
    await desk.tool("set_value", { ...(await on("checkbox", "Accept terms")), value: "on" });
    await desk.tool("click", await on("radio button", "By night"));
    await saved(({ news, terms, when }) => news === true && terms === true && when === "night");
  });

  it("takes numbers", async () => {
    await desk.tool("set_value", { ...(await on("stepper", "Amount")), value: "42" });
    await desk.tool("set_value", { ...(await on("slider", "Volume")), value: "7" });
    await saved(({ amount, volume }) => amount === "42" && volume === "7");
  });

  it("clicks the button of one row of a table", async () => {
    const state = await desk.state(app);
    const row = element(state, "row", "1001 | Linus");
    const button = state.elements?.find(
      ({ index, role, title }) => index > row.index && role === "button" && title === "Pay",
    );
    await desk.tool("click", { app, element_index: button?.index });
    await saved(({ pressed }) => JSON.stringify(pressed) === '["1001"]');
  });

  it("scrolls the page to what is far below, and back", async () => {
    const page = await on("HTML content", "Sign up");
    await desk.tool("scroll", { ...page, direction: "down", pages: 20 });
    await saved(({ scrolled }) => scrolled === true);
    const below = await desk.state(app, ({ text }) => text.includes("At the very bottom"));
    await desk.tool("click", { app, element_index: element(below, "button", "At the very bottom").index });
    await saved(({ pressed }) => (pressed as string[]).includes("bottom"));
    await desk.tool("scroll", { ...(await on("HTML content", "Sign up")), direction: "up", pages: 20 });
    await saved(({ scrolled }) => scrolled === false);
    await desk.state(app, ({ text }) => text.includes("Create account"));
  });

  it("submits, and the answer is in the state", async () => {
    await desk.tool("click", await on("button", "Create account"));
    await saved(({ sent }) => sent === 1);
    await desk.state(app, ({ text }) => text.includes("Account of Grace 東京 created"));
  });
});
