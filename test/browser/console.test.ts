import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults, launchBrowser, openPage } from "./browser.ts";
import { goTo, look, makeKey, openConsole, PATIENT, region, signIn } from "./console-page.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

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

/** Desktops start from cold here when the machine is busy. */
describe("the console", { timeout: 150_000 }, () => {
  it("asks for a key, keeps none where script could read it, and says what to do where there is nothing", async () => {
    const { context, page, complaints } = await openPage(browser);
    await page.goto(fleet.url);
    await page.getByLabel("API key").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("API key").fill(`dk_${"A".repeat(32)}`);
    await page.keyboard.press("Enter");
    await page.getByText("This key is not valid").waitFor();
    await signIn(page, fleet.key);
    for (const [name, says] of [
      ["Tasks", "No task yet."],
      ["Batches", "No batch yet."],
      ["Sessions", "No session yet."],
      ["Approvals", "Nothing waits for an answer."],
    ] as const) {
      await goTo(page, name);
      await page.getByText(says).waitFor();
    }
    expect(await page.evaluate("document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe("{}");
    await page.reload();
    await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
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
    const { context, page, complaints } = await openConsole(browser, fleet, { colorScheme: "dark" });
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    await region(page, "Sessions").getByText(id.slice(-8)).waitFor();

    const asked = await fleet.call("POST", `/v1/sessions/${id}/actions`, { tool: "computer_screen_size" });
    await region(page, "Needs a person").getByText("computer_screen_size").waitFor();
    await fleet.call("POST", "/v1/workflows", WORKFLOW);
    const rows = ["Müller", "王", "<b>not html</b>"].map((customer) => ({ customer }));
    const batch = await fleet.call("POST", "/v1/batches", { reference: "monday", workflow: "look-around", rows });
    await region(page, "Batches").getByText("monday").waitFor();
    await look(page, "console-busy-dark");

    // Two keys: the answer, and Enter.
    await region(page, "Needs a person").getByRole("link", { name: "computer_screen_size" }).click();
    await page.getByRole("button", { name: "Allow once" }).waitFor();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    const stateOf = async (of: string) => fleet.call("GET", `/v1/approvals/${of}`);
    await expect.poll(async () => (await stateOf(asked.approval.id)).state, PATIENT).toBe("executed");
    expect((await stateOf(asked.approval.id)).answer).toBe("once");
    await page.getByText("Answered “once”").waitFor();
    await page.getByText("Nothing waits.").waitFor();

    await page.goto(`${fleet.url}/batches/${batch.id}`);
    await page.getByText("<b>not html</b>").waitFor();
    await region(page, "Progress").getByText("3 of 3 succeeded").waitFor({ timeout: 90_000 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("watches a session, stops it, lets it go on and closes it", async () => {
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const { context, page, complaints } = await openConsole(browser, fleet, { path: `/sessions/${id}` });
    await expect.poll(() => page.locator("#status").textContent(), PATIENT).toBe("Live");
    await look(page, "console-session");
    const stateOf = async () => (await fleet.call("GET", `/v1/sessions/${id}`)).state;
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText(/^Stopped after \d+ ms/).waitFor();
    expect(await stateOf()).toBe("stopped");
    await page.getByRole("button", { name: "Resume" }).click();
    await expect.poll(stateOf, PATIENT).toBe("active");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last().click();
    await page.getByRole("heading", { name: "The session has ended" }).waitFor();
    expect(await stateOf()).toBe("ended");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("gives a viewer nothing to press that would be refused, and the server refuses it too", async () => {
    const key = await makeKey(fleet, "viewer");
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const { approval } = await fleet.call("POST", `/v1/sessions/${id}/actions`, { tool: "computer_screen_size" });
    const { context, page } = await openConsole(browser, fleet, { key, path: `/approvals/${approval.id}` });
    await page.getByText("it needs approver").waitFor();
    expect(await page.getByRole("button", { name: "Deny" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Stop all" }).count()).toBe(0);
    await page.goto(`${fleet.url}/sessions/${id}`);
    await expect.poll(() => page.locator("#status").textContent(), PATIENT).toBe("Live");
    for (const name of ["Stop", "Close", "Take control"])
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    for (const path of ["/tasks", "/batches"]) {
      await page.goto(fleet.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getByRole("link", { name: /^Submit/ }).count()).toBe(0);
    }
    for (const [path, body] of [
      [`/v1/sessions/${id}/stop`, {}],
      [`/v1/approvals/${approval.id}/answer`, { answer: "once" }],
      ["/v1/tasks", { steps: [{ do: "computer_screen_size" }] }],
    ] as const) {
      const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      expect([
        path,
        await page.evaluate(`fetch(${JSON.stringify(path)}, ${JSON.stringify(request)}).then((r) => r.status)`),
      ]).toEqual([path, 403]);
    }
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

describe("the keyboard", { timeout: 60_000 }, () => {
  it("opens anything by its id, goes to pages, moves in tables and lists its own keys", async () => {
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const { context, page } = await openConsole(browser, fleet, { colorScheme: "dark" });
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search or go to" });
    await field.fill("sub");
    expect(await page.getByRole("option").allTextContents()).toEqual([
      expect.stringMatching(/^Submit a task/),
      expect.stringMatching(/^Submit a batch/),
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "console-palette");
    await field.fill(id);
    await page.getByRole("option", { name: `Session ${id}` }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/sessions/${id}`);

    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: "Audit", level: 1 }).waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await keys.getByText("Go to Audit", { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "console-shortcuts");
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });

    await page.goto(`${fleet.url}/sessions`);
    const table = page.getByRole("region", { name: "Sessions, newest first" });
    await table.locator("[data-opens=true]").first().waitFor();
    await table.focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/sessions\/[0-9a-f-]{36}$/);
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
    await context.close();
  });

  it("changes the theme, which stays; a page follows the system until then", async () => {
    const { context, page } = await openConsole(browser, fleet, { colorScheme: "dark" });
    const ground = () => page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    const dark = await ground();
    await page.getByRole("button", { name: /^Theme: system/ }).click();
    expect(await ground()).not.toBe(dark);
    await page.reload();
    await page.getByRole("button", { name: /^Theme: light/ }).click();
    expect(await ground()).toBe(dark);
    await context.close();
  });
});

describe("several tabs of one browser", { timeout: 60_000 }, () => {
  it("share one event stream, and the next tab takes it over when its owner closes", async () => {
    const { context, page: first } = await openConsole(browser, fleet);
    /** Of the tabs that came later; each counts once. */
    const streams = new Set<Page>();
    context.on("request", (request) => {
      const page = request.frame().page();
      if (page !== first && new URL(request.url()).pathname.endsWith("/v1/events")) streams.add(page);
    });
    const live = (page: Page) => page.locator(".live[data-state=live]").waitFor();
    await live(first);
    const [second, third] = [await context.newPage(), await context.newPage()];
    for (const page of [second, third]) {
      await page.goto(`${fleet.url}/sessions`);
      await live(page);
    }
    expect(streams.size).toBe(0);
    const see = async (pages: readonly Page[]) => {
      const { id } = await fleet.call("POST", "/v1/sessions", {});
      for (const page of pages) await page.getByText(id.slice(-8)).first().waitFor();
      await fleet.call("POST", `/v1/sessions/${id}/close`, {});
    };
    await see([first, second, third]);
    await first.close();
    await expect.poll(() => streams.size, PATIENT).toBe(1);
    await see([second, third]);
    expect(streams.size).toBe(1);
    await context.close();
  });
});
