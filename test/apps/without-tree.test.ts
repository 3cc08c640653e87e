import { afterAll, beforeAll, expect, it } from "vitest";
import { type Desk, openDesk } from "./desk.ts";

/** Programs that are not on the accessibility bus: one line for the window, keys, and pixels of the picture. */

const FILE = "/workspace/tk.json";
let desk: Desk;
let app: string;
beforeAll(async () => {
  desk = await openDesk();
  app = await desk.start(`python3 programs/tk_form.py ${FILE}`);
  await desk.state(app, ({ window }) => window?.title === "Tk form");
});
afterAll(() => desk?.close());

it("the state of a Tk window is its title, and says that nothing can be pointed at by frames", async () => {
  const { text, elements, frame_reliability } = await desk.state(app);
  expect(elements).toHaveLength(1);
  expect(text).toContain('Window: "Tk form"');
  expect(frame_reliability).toBe("none");
});

it("keys arrive in a Tk field, whatever the script", async () => {
  await desk.tool("type_text", { app, text: "Grüße, 東京" });
  await desk.saved(FILE, ({ name }) => name === "Grüße, 東京");
});

it("a pixel of the picture is clicked", async () => {
  const { window } = await desk.state(app);
  expect(window).toBeDefined();
  await desk.tool("click", { app, x: 120, y: 130 });
  await desk.saved(FILE, ({ pressed }) => (pressed as string[]).length === 1);
});
