import { readFileSync } from "node:fs";
import type { AuditRecord, SessionFrame } from "@deskfleet/contracts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { accessibilityFaults, launchBrowser } from "./browser.ts";
import { look, makeKey, openConsole, PATIENT, region } from "./console-page.ts";
import { clickDesktop, openOrderDesk, policyWith } from "./order-desk.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

const LONG = { ...PATIENT, timeout: 60_000 };
/** More than a page of the API holds. */
const LOOKS = 110;

let fleet: RealFleet;
let browser: Browser;
let sessionId: string;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
  sessionId = await workThrough();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

/** A session in which an agent works, a person is asked, another takes over, and somebody pauses it. @returns its id */
async function workThrough(): Promise<string> {
  await fleet.call("PUT", "/v1/policies/tenant", policyWith([{ effect: "ask", match: "tool(computer_hotkey)" }]));
  const desk = await openOrderDesk(fleet);
  await desk.set("Customer", "Harbour & Sons");
  await desk.set("Notes", "leave it at the back door");
  const { approval } = await desk.act("computer_hotkey", { keys: ["ctrl", "a"] });
  await fleet.call("POST", `/v1/approvals/${approval.id}/answer`, { answer: "no", note: "not now" });
  const notes = await desk.placeOf("Notes");
  await desk.act("computer_screen_capture");
  await desk.act("computer_mouse_click", notes);

  const { context, page } = await openConsole(browser, fleet, { path: `/sessions/${desk.id}` });
  await page.getByRole("button", { name: "Take control" }).click();
  await page.getByText("You are in control", { exact: true }).waitFor();
  await clickDesktop(page, notes);
  await page.keyboard.type(" or at the gate", { delay: 40 });
  await vi.waitFor(async () => {
    expect((await framesOf(desk.id)).map(({ cause }) => cause)).toContain("human");
  }, LONG);
  await page.keyboard.press("Control+Alt+Shift+KeyL");
  await page.getByRole("button", { name: "Hand back" }).click();
  await page.getByText(/Handed back at/).waitFor();
  await context.close();

  await fleet.call("POST", `/v1/sessions/${desk.id}/pause`);
  await fleet.call("POST", `/v1/sessions/${desk.id}/resume`);
  for (let round = 0; round < LOOKS; round++) await desk.act("computer_screen_size");
  await desk.set("Customer", "Harbour & Daughters");
  await fleet.call("POST", `/v1/sessions/${desk.id}/close`);
  return desk.id;
}

async function allOf<T>(path: string): Promise<T[]> {
  const items: T[] = [];
  for (let cursor = ""; ; ) {
    const page = await fleet.call("GET", `${path}${path.includes("?") ? "&" : "?"}limit=200${cursor}`);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
}
const framesOf = (id: string) => allOf<SessionFrame>(`/v1/sessions/${id}/frames`);
const recordsOf = (id: string) => allOf<AuditRecord>(`/v1/audit?sessionId=${id}`);

const replayOf = (page: Page) => region(page, "Replay");
/** Where the replay stands: `action 3 of 250`, as its bar says it. */
const position = async (page: Page): Promise<string> =>
  ((await replayOf(page).locator(".replay-count").textContent()) ?? "").trim();
const standsAt = (page: Page, text: RegExp) => expect.poll(() => position(page), PATIENT).toMatch(text);

/** Steps on until the moment is of this action. */
async function stepTo(page: Page, action: string, key = "ArrowRight"): Promise<void> {
  const moment = region(page, "This moment");
  for (let step = 0; step < 60; step++) {
    if ((await moment.locator("strong").first().textContent()) === action) return;
    const before = await position(page);
    await page.keyboard.press(key);
    await expect.poll(() => position(page), PATIENT).not.toBe(before);
  }
  throw new Error(`no ${action} within 60 steps`);
}

describe("the replay of a session that is over", { timeout: 180_000 }, () => {
  it("has every record and every frame, and is stepped through by keys", async () => {
    const [records, frames] = await Promise.all([recordsOf(sessionId), framesOf(sessionId)]);
    const intents = new Set(records.filter(({ kind }) => kind === "intent").map(({ id }) => id));
    const moments = records.filter(({ intentId }) => intentId === null || !intents.has(intentId)).length;
    expect(moments).toBeGreaterThan(LOOKS);
    expect(frames.length).toBeGreaterThan(4);
    const { context, page, complaints } = await openConsole(browser, fleet, { path: `/sessions/${sessionId}` });
    await standsAt(page, new RegExp(`^action 1 of ${moments}$`));
    await page.keyboard.press("ArrowRight");
    await standsAt(page, /^action 2 of/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await standsAt(page, /^action 1 of/);
    await page.keyboard.press("End");
    await standsAt(page, new RegExp(`^action ${moments} of ${moments}$`));
    await page.keyboard.press("Home");
    await standsAt(page, /^action 1 of/);
    await page.keyboard.press("Shift+ArrowRight");
    await standsAt(page, new RegExp(`^frame \\d of ${frames.length}$`));
    const before = await position(page);
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => position(page), PATIENT).not.toBe(before);
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => position(page), PATIENT).toBe(before);
    const shown = "document.querySelector('.replay-stage img').naturalWidth";
    await expect.poll(() => page.evaluate(shown), PATIENT).toBe(1_280);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("draws the action's target on the screen that it met, and tells what gates and people said", async () => {
    const { context, page } = await openConsole(browser, fleet, {
      path: `/sessions/${sessionId}`,
      colorScheme: "dark",
    });
    await standsAt(page, /^action 1 of/);
    await stepTo(page, "set_value");
    const record = (await recordsOf(sessionId))
      .filter(({ action, kind }) => action === "set_value" && kind === "intent")
      .at(-1);
    if (record === undefined) throw new Error("no field was set");
    const { frame } = record.params.target as { frame: { x: number; y: number; width: number; height: number } };
    const still = page.locator(".replay-stage .still");
    const [picture, mark] = await Promise.all([still.boundingBox(), still.locator(".target").boundingBox()]);
    if (picture === null || mark === null) throw new Error("the target is not drawn");
    const scale = picture.width / 1_280;
    for (const [drawn, recorded] of [
      [mark.x - picture.x, frame.x],
      [mark.y - picture.y, frame.y],
      [mark.width, frame.width],
    ] as const)
      expect(Math.abs(drawn - recorded * scale)).toBeLessThan(2.5);
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "replay-target-dark");

    await stepTo(page, "computer_hotkey");
    const moment = region(page, "This moment");
    await moment.getByText("a rule asks for this tool").first().waitFor();
    await moment.getByText("“no” by you").waitFor();
    await moment.getByText("“not now”").waitFor();
    await stepTo(page, "computer_mouse_click");
    await page.locator(".replay-stage .target[data-shape=point]").waitFor();
    await context.close();
  });

  it("shows on its time line who had the input, what was paused and what was asked; a click goes there", async () => {
    const { context, page } = await openConsole(browser, fleet, { path: `/sessions/${sessionId}` });
    await standsAt(page, /^action 1 of/);
    const line = region(page, "Time line");
    const turn = line.locator(".time-spans [data-kind=human]");
    expect(await turn.getAttribute("title")).toMatch(/^you: in control: \d+ keys, 1 click$/);
    expect(await line.locator(".time-spans [data-kind=paused]").count()).toBe(1);
    expect(await line.locator(".time-marks [data-lane=judged][data-tone=warn]").count()).toBe(1);
    expect(await line.locator(".time-marks [data-lane=answered]").getAttribute("title")).toBe(
      "computer_hotkey: “no” by you",
    );
    const thumbs =
      "Array.from(document.querySelectorAll('.film img'), ({ complete, naturalWidth }) => complete && naturalWidth)";
    await expect.poll(async () => new Set(await page.evaluate<number[]>(thumbs)), PATIENT).toEqual(new Set([1_280]));
    const place = await turn.boundingBox();
    if (place === null) throw new Error("the turn is not drawn");
    await page.mouse.click(place.x + place.width / 2, place.y + 4);
    await region(page, "This moment")
      .getByText(/^you: in control/)
      .waitFor();
    // Zoomed in, only places in sight ask for pictures. How often that can be done depends on how long the session took.
    const zoomIn = page.getByRole("button", { name: "Zoom in" });
    await zoomIn.click();
    if (await zoomIn.isEnabled()) await zoomIn.click();
    expect(await page.locator(".film span").count()).toBeLessThan(40);
    await look(page, "replay-zoomed");
    await context.close();
  });

  it("is led to by a link to a moment, plays by itself, and is a video to take away", async () => {
    const { context, page } = await openConsole(browser, fleet, { path: `/sessions/${sessionId}` });
    await standsAt(page, /^action 1 of/);
    await stepTo(page, "computer_mouse_click");
    const stood = await position(page);
    const clicked = (await recordsOf(sessionId)).find(
      ({ action, kind }) => action === "computer_mouse_click" && kind === "intent",
    );
    await expect.poll(() => new URL(page.url()).searchParams.get("at"), PATIENT).toBe(clicked?.id);
    await page.reload();
    await expect.poll(() => position(page), PATIENT).toBe(stood);
    const frame = (await framesOf(sessionId)).at(-1);
    await page.goto(`${fleet.url}/sessions/${sessionId}?at=${frame?.id}`);
    await standsAt(page, /^frame (\d+) of \1$/);

    await page.keyboard.press("Home");
    await page.keyboard.press("s");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: /^Pause Space/ }).waitFor();
    await standsAt(page, /^(action ([4-9]|\d\d+)|frame [3-9]) of/);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: /^Play/ }).waitFor();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download video" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`session-${sessionId}.webm`);
    const video = readFileSync((await download.path()) ?? "");
    expect(video.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    expect(video.length).toBeGreaterThan(10_000);
    await context.close();
  });

  it("is there for a viewer, with the names of people, in both themes", async () => {
    const key = await makeKey(fleet, "viewer");
    for (const colorScheme of ["light", "dark"] as const) {
      const { context, page, complaints } = await openConsole(browser, fleet, {
        ...{ key, colorScheme, path: `/sessions/${sessionId}` },
      });
      await standsAt(page, /^action 1 of/);
      expect(await page.locator(".time-spans [data-kind=human]").getAttribute("title")).toMatch(/^admin: in control/);
      for (const size of [
        { width: 1_280, height: 800 },
        { width: 1_024, height: 768 },
      ]) {
        await page.setViewportSize(size);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
        await look(page, `replay-${colorScheme}-${size.width}`);
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  it("outlines what was masked by its kind, and says where the screen was withheld or only its hash is kept", async () => {
    const frames = await framesOf(sessionId);
    const { context, page } = await openConsole(browser, fleet, { path: "/sessions" });
    // Real frames, but for what the sample application has no field for.
    await context.route(/\/v1\/sessions\/[^/]+\/frames\?/, (route) =>
      route.fulfill({
        json: {
          nextCursor: null,
          items: frames.slice(0, 3).map((frame, index) => ({
            ...frame,
            ...(index === 0 && { masked: [{ x: 320, y: 200, width: 640, height: 100, kind: "password_field" }] }),
            ...(index === 1 && { status: "withheld", sha256: null, contentBytes: 0 }),
            ...(index === 2 && { status: "hash", contentBytes: 0 }),
          })),
        },
      }),
    );
    await page.goto(`${fleet.url}/sessions/${sessionId}?at=${frames[0]?.id}`);
    const mask = page.locator(".replay-stage .mask");
    await mask.getByText("password field").waitFor();
    const [picture, drawn] = await Promise.all([
      page.locator(".replay-stage .still").boundingBox(),
      mask.boundingBox(),
    ]);
    expect((drawn?.width ?? 0) / (picture?.width ?? 1)).toBeCloseTo(0.5, 1);
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByText("The screen was withheld.").waitFor();
    expect(await page.locator(".time-spans [data-kind=withheld]").count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByText("The screen changed here; its picture was not kept.").waitFor();
    await context.close();
  });

  it("says which policy kept nothing, and still tells what was done", async () => {
    await fleet.call("PUT", "/v1/policies/tenant", policyWith([], { recording: { frames: "none" } }));
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    await fleet.call("POST", `/v1/sessions/${id}/actions`, { tool: "computer_screen_size" });
    await fleet.call("POST", `/v1/sessions/${id}/close`);
    const { context, page } = await openConsole(browser, fleet, { path: `/sessions/${id}` });
    await page.getByText("No frame of this session is kept.").waitFor();
    await page.getByText("recording.frames").waitFor();
    expect(await page.getByRole("link", { name: "Download video" }).count()).toBe(0);
    await stepTo(page, "computer_screen_size");
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "replay-none");
    await context.close();
  });
});
