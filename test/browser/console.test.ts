import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults, launchBrowser, openPage } from "./browser.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

const PICTURES = process.env.BROWSER_TEST_PICTURES;
const PATIENT = { timeout: 20_000, interval: 150 };
const WORKFLOW = {
  ...{ name: "look-around", version: 1, grants: ["computer_use"] },
  inputs: { type: "object", properties: { customer: { type: "string" } } },
  steps: [{ do: "computer_screen_size" }],
};

let fleet: RealFleet;
let browser: Browser;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const makeKey = async (role: string): Promise<string> =>
  (await fleet.call("POST", "/v1/keys", { name: role, role })).key;
async function signIn(page: Page, key: string): Promise<void> {
  await page.goto(fleet.url);
  await page.getByLabel("API key").fill(key);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Capacity" }).waitFor();
}
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
async function look(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

/** Desktops start from cold here when the machine is busy. */
describe("the console", { timeout: 150_000 }, () => {
  it("asks for a key, keeps none where script could read it, and says what to do where there is nothing", async () => {
    const { context, page, complaints } = await openPage(browser);
    await page.goto(fleet.url);
    await page.getByLabel("API key").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "console-sign-in");
    await signIn(page, fleet.key);
    for (const [name, command] of [
      ["Tasks", "/v1/tasks"],
      ["Batches", "/v1/batches"],
      ["Sessions", "/v1/sessions"],
    ] as const)
      expect(await panel(page, name).locator("pre").textContent()).toContain(command);
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "console-empty");
    expect(await page.evaluate("document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe("{}");
    await page.reload();
    await page.getByRole("heading", { name: "Capacity" }).waitFor();
    await page.route("**/sign-out", (route) => route.abort());
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("alert").getByText("Not signed out").waitFor();
    await page.unroute("**/sign-out");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("API key").waitFor();
    await page.reload();
    await page.getByLabel("API key").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows what happens while it happens, and an approval is answered there", async () => {
    const { context, page, complaints } = await openPage(browser, { colorScheme: "dark" });
    await signIn(page, fleet.key);
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    await panel(page, "Sessions").getByText(id.slice(-8)).waitFor();

    const asked = await fleet.call("POST", `/v1/sessions/${id}/actions`, { tool: "computer_screen_size" });
    const waiting = panel(page, "Waiting for an answer");
    await waiting.getByText("computer_screen_size").waitFor();
    await fleet.call("POST", "/v1/workflows", WORKFLOW);
    const rows = ["Müller", "王", "<b>not html</b>"].map((customer) => ({ customer }));
    await fleet.call("POST", "/v1/batches", { reference: "monday", workflow: "look-around", rows });
    await panel(page, "Batches").getByText("monday").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "console-busy-dark");

    await waiting.getByRole("button", { name: "Allow once" }).click();
    await waiting.waitFor({ state: "detached" });
    const approval = await fleet.call("GET", `/v1/approvals/${asked.approval.id}`);
    expect([approval.state, approval.answer]).toEqual(["executed", "once"]);

    const watched = context.waitForEvent("page");
    const row = panel(page, "Sessions")
      .getByRole("row")
      .filter({ hasText: id.slice(-8) });
    await row.getByRole("link", { name: "Watch" }).click();
    const view = await watched;
    await expect.poll(() => view.locator("#status").textContent(), PATIENT).toBe("Live");
    await view.close();

    const stateOf = async () => (await fleet.call("GET", `/v1/sessions/${id}`)).state;
    await row.getByRole("button", { name: "Stop" }).click();
    await row.getByText("stopped", { exact: true }).waitFor();
    expect(await stateOf()).toBe("stopped");
    await row.getByRole("button", { name: "Resume" }).click();
    await row.getByText("active", { exact: true }).waitFor();
    expect(await stateOf()).toBe("active");

    page.on("dialog", (dialog) => void dialog.accept());
    await row.getByRole("button", { name: "Close" }).click();
    await expect.poll(stateOf, PATIENT).toBe("ended");
    expect(complaints).toEqual([]);
    await look(page, "console-later-dark");
    await context.close();
  });

  it("gives a viewer nothing to press that would be refused", async () => {
    const { context, page } = await openPage(browser);
    await signIn(page, await makeKey("viewer"));
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    await fleet.call("POST", `/v1/sessions/${id}/actions`, { tool: "computer_screen_size" });
    const waiting = panel(page, "Waiting for an answer");
    await waiting.getByText("it needs approver").waitFor();
    for (const button of await waiting.getByRole("button").all()) expect(await button.isDisabled()).toBe(true);
    expect(await panel(page, "Sessions").getByRole("button").count()).toBe(0);
    await look(page, "console-viewer");
    await context.close();
  });
});

describe("the API reference", () => {
  it("works offline, with the routes of the document", async () => {
    const { context, page, complaints } = await openPage(browser);
    await page.goto(`${fleet.url}/docs`);
    await page.getByText("Submit a task", { exact: true }).waitFor();
    await page.getByText("Follow what happens, as server-sent events").waitFor();
    await look(page, "docs");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
