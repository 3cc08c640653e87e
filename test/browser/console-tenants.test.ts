import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "./browser.ts";
import { callFromPage, look, makeKey, openConsole, PATIENT } from "./console-page.ts";
import { fillEveryPage } from "./every-page.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

let fleet: RealFleet;
let browser: Browser;
let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
  pages = await fillEveryPage(fleet);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Everything that the API told the page, and what the page shows of it. */
function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on("response", async (response) => {
    const isStream = response.headers()["content-type"]?.startsWith("text/event-stream") === true;
    if (!new URL(response.url()).pathname.startsWith("/v1/") || isStream) return;
    // Gone with its page, when that was left before the answer was there.
    heard.push(await response.text().catch(() => ""));
  });
  return heard;
}
/** Keeps every event that reaches the page, before the page's own scripts run. */
const KEEP_EVENTS = `window.events = [];
const Original = window.EventSource;
window.EventSource = class extends Original {
  addEventListener(name, listener, ...rest) {
    super.addEventListener(name, (event) => {
      if (typeof event.data === "string") window.events.push(event.data);
      listener(event);
    }, ...rest);
  }
};`;

describe("two tenants", { timeout: 240_000 }, () => {
  it("see nothing of each other: no page, no deep link, no event, nothing by an id", async () => {
    const others = await fleet.addTenant("others");
    const ours = new Set<string>();
    for (const path of ["/v1/tasks", "/v1/batches", "/v1/sessions", "/v1/approvals", "/v1/audit", "/v1/keys"])
      for (const id of JSON.stringify(await fleet.call("GET", path)).match(UUID) ?? []) ours.add(id);
    const { context, page, complaints } = await openConsole(browser, fleet, { key: others });
    const heard = listen(page);
    await page.addInitScript(KEEP_EVENTS);
    for (const [, path] of pages) {
      await page.goto(fleet.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.locator("[aria-busy=true]").count(), PATIENT).toBe(0);
      const shown = await page.locator("main").textContent();
      expect(shown).not.toMatch(/isHacked|look-around@/);
    }
    // A deep link names an id that is asked for; no answer may have anything of it.
    const asked = new Set([...pages.values()].flatMap((path) => path.match(UUID) ?? []));
    const told = heard.flatMap((text) => text.match(UUID) ?? []).filter((id) => ours.has(id) && !asked.has(id));
    expect(told).toEqual([]);
    expect(heard.length).toBeGreaterThan(pages.size);

    await page.goto(`${fleet.url}/tasks`);
    await page.locator(".live[data-state=live]").waitFor();
    const { items } = await fleet.call("GET", "/v1/tasks?limit=1");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or go to" }).fill(items[0].id);
    await page.getByText("Nothing is called like this.").waitFor();
    await page.keyboard.press("Escape");

    // Ours come first: whoever hears the one that is theirs would have heard those before.
    const own = await fleet.call("POST", "/v1/tasks", { workflow: "look-around", inputs: { customer: "ours" } });
    const theirs = await callFromPage(page, "POST", "/v1/tasks", { steps: [{ do: "computer_screen_size" }] });
    expect(theirs.status).toBe(202);
    await page.getByText("inline steps").first().waitFor();
    const events = await page.evaluate<string[]>("window.events");
    expect(events.length).toBeGreaterThan(0);
    expect(
      events.filter((event) => event.includes(own.id) || (event.match(UUID) ?? []).some((id) => ours.has(id))),
    ).toEqual([]);
    await look(page, "tenants-others");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("and an administrator of one runs no fleet: no other tenant's audit, no drain, no stop of the fleet", async () => {
    const { context, page } = await openConsole(browser, fleet, {
      key: await fleet.addTenant("third"),
      path: "/settings/workers",
    });
    const { workers } = await fleet.call("GET", "/v1/capacity");
    await page.getByText(workers[0].id).waitFor();
    expect(await page.getByRole("button", { name: "Drain" }).count()).toBe(0);
    await page.getByRole("button", { name: "Stop all" }).click();
    await page.getByRole("button", { name: "Stop this tenant" }).waitFor();
    expect(await page.getByLabel("Where").count()).toBe(0);
    await page.keyboard.press("Escape");
    const { items } = await fleet.call("GET", "/v1/tenants");
    const operators = items.find(({ name }: { name: string }) => name !== "third" && name !== "others").id;
    await page.goto(`${fleet.url}/audit?tenantId=${operators}`);
    await page.getByRole("alert").getByText("auth.forbidden").waitFor();
    expect(await page.getByLabel("Tenant").count()).toBe(0);
    for (const [method, path, body] of [
      ["GET", `/v1/audit?tenantId=${operators}`],
      ["GET", `/v1/audit/verify?tenantId=${operators}`],
      ["GET", `/v1/audit/export?tenantId=${operators}`],
      ["GET", "/v1/tenants"],
      ["POST", `/v1/workers/${workers[0].id}/drain`, {}],
      ["POST", "/v1/stop", { scope: "fleet" }],
    ] as const)
      expect([path, await callFromPage(page, method, path, body)]).toEqual([
        path,
        { status: 403, code: "auth.forbidden" },
      ]);
    await context.close();
  });
});

/** What only a higher role may do, by what stands on its button or link. */
const NOT_FOR_VIEWERS = new RegExp(
  [
    ...["Stop all", "Submit", "Edit and r", "Rerun", "Cancel (task|batch)", "Pause", "Resume", "Take control"],
    ...["Drain", "Save as", "Roll back", "Make key", "Revoke", "Add webhook", "Remove", "Send again", "Register"],
    ...["Check and store", "Dry run", "Run", "Close session", "Start a session", "Allow", "Deny", "Insert"],
  ]
    .map((name) => `^${name}`)
    .join("|"),
);

describe("a viewer", { timeout: 240_000 }, () => {
  it("sees no button that it may not use, and is told where it cannot go", async () => {
    const { context, page, complaints } = await openConsole(browser, fleet, { key: await makeKey(fleet, "viewer") });
    const offered: Record<string, string[]> = {};
    // Their own preferences are everybody's to write; the tenant's layer is not.
    const shown = new Map([...pages, ["policy-editor", "/policies/edit?layer=tenant"]]);
    shown.set("policy-history", "/policies/history?layer=tenant");
    for (const [name, path] of shown) {
      await page.goto(fleet.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.locator("[aria-busy=true]").count(), PATIENT).toBe(0);
      const names = await page
        .locator("button:visible, a.button:visible")
        .evaluateAll((nodes) => nodes.map((node) => (node.textContent ?? "").trim()));
      const wrong = names.filter((each) => NOT_FOR_VIEWERS.test(each));
      if (wrong.length > 0) offered[name] = wrong;
    }
    expect(offered).toEqual({});
    for (const [path, says] of [
      ["/tasks/new", "Operators submit tasks."],
      ["/batches/new", "Operators submit batches."],
      ["/settings/keys", "These are for administrators."],
      ["/settings/webhooks", "These are for administrators."],
    ] as const) {
      await page.goto(fleet.url + path);
      await page.getByText(says).waitFor();
    }
    await look(page, "viewer-settings");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("is refused by the server when it calls them anyway", async () => {
    const { context, page } = await openConsole(browser, fleet, { key: await makeKey(fleet, "viewer") });
    const idOf = (name: string) => pages.get(name)?.match(UUID)?.[0];
    const { workers } = await fleet.call("GET", "/v1/capacity");
    for (const [method, path, body] of [
      ["POST", "/v1/tasks", { workflow: "look-around", inputs: { customer: "x" } }],
      ["GET", `/v1/tasks/${idOf("task")}/request`],
      ["POST", `/v1/tasks/${idOf("task")}/cancel`],
      ["POST", "/v1/batches", { reference: "x", workflow: "look-around", rows: [{ customer: "x" }] }],
      ["POST", `/v1/batches/${idOf("batch")}/rerun`],
      ["POST", "/v1/workflows", { name: "x", version: 1, steps: [{ do: "computer_screen_size" }] }],
      ["POST", "/v1/workflows/dry-run", { workflow: "look-around", row: {} }],
      ["POST", "/v1/sessions", {}],
      ["POST", `/v1/sessions/${idOf("session")}/actions`, { tool: "computer_screen_size" }],
      ["POST", `/v1/sessions/${idOf("session")}/pause`],
      ["POST", `/v1/sessions/${idOf("session")}/close`],
      ["POST", `/v1/approvals/${idOf("approvals")}/answer`, { answer: "once" }],
      ["PUT", "/v1/policies/tenant", { document: {} }],
      ["POST", "/v1/keys", { name: "x", role: "admin" }],
      ["GET", "/v1/keys"],
      ["GET", "/v1/webhooks"],
      ["POST", "/v1/stop", { scope: "tenant" }],
      ["POST", `/v1/workers/${workers[0].id}/drain`],
    ] as const)
      expect([path, await callFromPage(page, method, path, body)]).toEqual([
        path,
        { status: 403, code: "auth.forbidden" },
      ]);
    await context.close();
  });
});
