import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { accessibilityFaults, inPage, launchBrowser, openPage } from "./browser.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

/** Where pictures of the pages go, for a person to look at; nowhere when it is not set. */
const PICTURES = process.env.BROWSER_TEST_PICTURES;
/** Enough for a slow, shared machine; `expect.poll` answers as soon as it can. */
const PATIENT = { timeout: 20_000, interval: 150 };

const document = {
  grants: ["computer_use", "screen", "write", "titles"],
  rules: [{ effect: "allow", match: "app(*)" }],
};
let fleet: RealFleet;
let browser: Browser;
let sessionId: string;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
  await fleet.call("PUT", "/v1/policies/tenant", { document });
  sessionId = (await fleet.call("POST", "/v1/sessions", {})).id;
  await act("computer_process_start", { app: "terminal" });
  await vi.waitFor(async () => expect(await windowTitles()).not.toEqual([]), PATIENT);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

async function act(tool: string, params: Record<string, unknown> = {}) {
  return (await fleet.call("POST", `/v1/sessions/${sessionId}/actions`, { tool, params })).result;
}
const windowTitles = async (): Promise<string[]> =>
  (await act("computer_window_list")).windows.map(({ title }: { title: string }) => title);
const fileText = (path: string): Promise<string | null> =>
  act("computer_file_read", { path }).then(
    ({ text }) => text,
    () => null,
  );
const linkOf = async (mode: "view" | "control"): Promise<string> =>
  (await fleet.call("POST", `/v1/sessions/${sessionId}/tickets`, { mode })).url;
const status = (page: Page) => page.locator("#status").textContent();
async function look(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

/** Types into the desktop as a person does: a click on its middle, then keys. */
async function typeLine(page: Page, text: string): Promise<void> {
  await page.locator("#screen canvas").click({ position: { x: 200, y: 200 } });
  await page.keyboard.type(text, { delay: 15 });
  await page.keyboard.press("Enter");
}

/** Share of sampled pixels that differ between the page's picture and a frame of the API. */
async function differenceFromFrame(page: Page): Promise<number> {
  const response = await fetch(`${fleet.url}/v1/sessions/${sessionId}/frame`, {
    headers: { authorization: `Bearer ${fleet.key}` },
  });
  const frame = `data:image/png;base64,${Buffer.from(await response.arrayBuffer()).toString("base64")}`;
  return inPage(page, "differenceFrom", frame);
}

describe("the live view of a session", { timeout: 120_000 }, () => {
  it("shows nothing without its ticket: a form for a key, and a wrong key opens nothing", async () => {
    const { context, page, complaints } = await openPage(browser);
    await page.goto(`${fleet.url}/v1/sessions/${sessionId}/view`);
    await page.getByLabel("API key").waitFor();
    expect(await page.locator("#screen canvas").count()).toBe(0);
    await page.getByLabel("API key").fill(`dk_${"A".repeat(32)}`);
    await page.keyboard.press("Enter");
    await page.getByText("This key is not valid").waitFor();
    await look(page, "view-sign-in");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("API key").fill(fleet.key);
    await page.keyboard.press("Enter");
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("opens by its link once: the picture is the desktop's, and the ticket is gone from the address", async () => {
    const link = await linkOf("view");
    const { context, page, complaints } = await openPage(browser, { colorScheme: "dark" });
    await page.goto(link);
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    expect(page.url()).not.toContain("ticket");
    await expect.poll(() => differenceFromFrame(page), PATIENT).toBeLessThan(0.01);
    await expect.poll(() => page.locator("#controller").textContent(), PATIENT).toBe("The agent is in control");
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "view-live-dark");
    await page.reload();
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    expect(complaints).toEqual([]);
    await context.close();

    const stranger = await openPage(browser);
    await stranger.page.goto(link);
    await stranger.page.getByLabel("API key").waitFor();
    expect(await stranger.page.locator("#screen canvas").count()).toBe(0);
    await stranger.context.close();
  });

  it("typing as a viewer changes nothing, also when the page's own brake is off", async () => {
    const { context, page } = await openPage(browser);
    await page.goto(await linkOf("view"));
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    await typeLine(page, "echo viewer > /workspace/viewer");
    await context.close();

    // The same with a client that does not restrain itself.
    const { page: raw, context: rawContext } = await openPage(browser);
    await raw.goto(`${fleet.url}/docs`);
    const { ticket } = await fleet.call("POST", `/v1/sessions/${sessionId}/tickets`, { mode: "view" });
    const path = `/v1/sessions/${sessionId}/vnc?ticket=${ticket}`;
    await inPage(raw, "sendKeysRaw", { path, text: "echo raw > /workspace/raw\n" });
    await sleep(1_000);
    expect([await fileText("/workspace/viewer"), await fileText("/workspace/raw")]).toEqual([null, null]);
    await rawContext.close();
  });

  it("typing with control arrives; meanwhile the agent waits; handing back lets it go on", async () => {
    const { context, page, complaints } = await openPage(browser);
    await page.goto(await linkOf("control"));
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    await typeLine(page, "echo person > /workspace/person");
    await expect.poll(() => page.locator("#controller").textContent(), PATIENT).toBe("You are in control");
    await look(page, "view-control");
    expect(await accessibilityFaults(page)).toEqual([]);
    await expect(act("computer_mouse_move", { x: 5, y: 5 })).rejects.toThrow(/session\.human_control/);

    const second = await openPage(browser);
    await second.page.goto(await linkOf("control"));
    await expect.poll(() => status(second.page), PATIENT).toBe("Live. Another person is in control.");
    await second.context.close();

    await page.keyboard.press("Control+Alt+Shift+KeyL");
    expect(await page.evaluate("document.activeElement?.id")).toBe("mode-view");
    await page.keyboard.press("Enter");
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    await expect.poll(() => fileText("/workspace/person"), PATIENT).toBe("person\n");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows masked frames as soon as policy wants them, says so, and still takes a person's keys", async () => {
    const { context, page, complaints } = await openPage(browser);
    await page.goto(await linkOf("control"));
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    expect(await page.locator("#pictures").textContent()).toBe("Unmasked");
    await fleet.call("PUT", "/v1/policies/tenant", { document: { ...document, view: { pictures: "masked" } } });
    await expect.poll(() => page.locator("#pictures").textContent(), PATIENT).toBe("Masked");
    await expect.poll(() => differenceFromFrame(page), PATIENT).toBeLessThan(0.01);
    await typeLine(page, "echo masked > /workspace/masked");
    await look(page, "view-masked");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Hand back" }).click();
    await expect.poll(() => fileText("/workspace/masked"), PATIENT).toBe("masked\n");
    await fleet.call("PUT", "/v1/policies/tenant", { document });
    await expect.poll(() => page.locator("#pictures").textContent(), PATIENT).toBe("Unmasked");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("comes back by itself after the API was killed", async () => {
    const { context, page } = await openPage(browser);
    await page.goto(await linkOf("view"));
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    const restarted = fleet.restartApi();
    await expect.poll(() => status(page), PATIENT).toMatch(/^Reconnecting \(\d+\)…$/);
    expect(await page.locator("#last").isVisible()).toBe(true);
    await look(page, "view-reconnecting");
    await restarted;
    await expect.poll(() => status(page), { ...PATIENT, timeout: 40_000 }).toBe("Live");
    expect(await differenceFromFrame(page)).toBeLessThan(0.01);
    await context.close();
  });

  it("says that the session has ended, greyed, and does not try again", async () => {
    const { context, page } = await openPage(browser);
    await page.goto(await linkOf("view"));
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    await fleet.call("POST", `/v1/sessions/${sessionId}/close`, {});
    await page.getByRole("heading", { name: "The session has ended" }).waitFor();
    expect(await page.locator("#last").isVisible()).toBe(true);
    expect(await status(page)).toBe("The session has ended");
    expect(await page.getByRole("button", { name: "Take control" }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "view-ended");
    await context.close();
  });
});
