import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser } from "./browser.ts";
import { faultsInBothThemes, look, openConsole, PATIENT, region } from "./console-page.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

let fleet: RealFleet;
let browser: Browser;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

/** The call of another tenant's key; its answer's JSON. */
const callAs = async (
  key: string,
  ...[method, path, body]: Parameters<RealFleet["call"]>
): ReturnType<RealFleet["call"]> => {
  const response = await fetch(fleet.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};

describe("the fleet, from the console of its operator", { timeout: 240_000 }, () => {
  it("a stop of the tenant shows for each session when it stood still, and how many of how many did", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) ids.push((await fleet.call("POST", "/v1/sessions", {})).id);
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/tasks" });
    await page.locator(".live[data-state=live]").waitFor();
    await page.getByRole("button", { name: "Stop all" }).click();
    await page.getByText("2 sessions of this tenant can be stopped now.").waitFor();
    await page.getByLabel("Reason, for the audit").fill("a drill");
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop this tenant" }).click();
    await page.getByText(/^2 of 2 sessions stopped, the slowest after \d+ ms/).waitFor();
    const rows = page.getByRole("table", { name: "Sessions" }).getByRole("row");
    expect(await rows.count()).toBe(3);
    for (const id of ids) {
      const row = rows.filter({ hasText: id.slice(-8) });
      expect(await row.textContent()).toMatch(/stopped\d\d:\d\d:\d\d\d+ ms$/);
      expect((await fleet.call("GET", `/v1/sessions/${id}`)).state).toBe("stopped");
      // What the page shows is what the worker recorded.
      const { items } = await fleet.call("GET", `/v1/audit?sessionId=${id}&action=session.stopped`);
      expect(await row.textContent()).toContain(`${Math.round(items[0].params.effectMs)} ms`);
      expect(items[0].params.scope).toBe("tenant");
    }
    const { items: orders } = await fleet.call("GET", "/v1/audit?action=tenant.stop");
    expect(orders.map(({ params }: { params: unknown }) => params)).toEqual([{ reason: "a drill" }]);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await look(page, "fleet-stopped");
    expect(complaints).toEqual([]);
    await context.close();
    for (const id of ids) await fleet.call("POST", `/v1/sessions/${id}/close`, {});
  });

  it("a stop of the fleet reaches another tenant's session, and the page hears of that too", async () => {
    const others = await fleet.addTenant("stopped with us");
    const theirs = await callAs(others, "POST", "/v1/sessions", {});
    const { context, page } = await openConsole(browser, fleet, { path: "/" });
    await page.getByRole("button", { name: "Stop all" }).click();
    await page.getByLabel("Where").selectOption("fleet");
    await page.getByText("1 desktop is in use in the fleet.").waitFor();
    await page.getByRole("button", { name: "Stop the fleet" }).click();
    await page.getByText(/^1 of 1 session stopped, the slowest after \d+ ms/).waitFor();
    expect(await page.getByRole("table", { name: "Sessions" }).textContent()).toContain(theirs.id.slice(-8));
    await vi.waitFor(
      async () => expect((await callAs(others, "GET", `/v1/sessions/${theirs.id}`)).state).toBe("stopped"),
      PATIENT,
    );
    await context.close();
    await callAs(others, "POST", `/v1/sessions/${theirs.id}/close`, {});
  });

  it("a worker is drained: it opens no session until it is let work again", async () => {
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/settings/workers" });
    await page.getByRole("button", { name: "Drain" }).click();
    await look(page, "fleet-drain");
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Drain" }).click();
    await region(page, "Workers")
      .getByText(/^drain(ed|ing)$/)
      .waitFor();
    await vi.waitFor(
      () => expect(fleet.call("POST", "/v1/sessions", {})).rejects.toThrow(/capacity\.exhausted.*drained/),
      PATIENT,
    );
    await page.getByRole("button", { name: "Resume" }).click();
    await region(page, "Workers").getByText("takes work").waitFor();
    const { id } = await vi.waitFor(() => fleet.call("POST", "/v1/sessions", {}), { ...PATIENT, timeout: 60_000 });
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("the audit is searched by tenant, a chain's proof is shown, and the export has the same filters", async () => {
    const others = await fleet.addTenant("looked at");
    await callAs(others, "PUT", "/v1/policies/user", { document: { rules: [] }, comment: "theirs" });
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/audit" });
    await page.getByLabel("Tenant").selectOption("looked at");
    await page.getByText("Another tenant's records").waitFor();
    const table = region(page, "Audit records, newest first");
    await table.getByRole("button").first().waitFor();
    const tenantId = new URL(page.url()).searchParams.get("tenantId");
    expect(tenantId).toMatch(/^[0-9a-f-]{36}$/);
    const theirs = await callAs(others, "GET", "/v1/audit");
    expect(await table.getByRole("row").count()).toBe(theirs.items.length + 1);

    await page.getByLabel("Action").fill(theirs.items[0].action);
    await expect.poll(() => new URL(page.url()).searchParams.get("action"), PATIENT).toBe(theirs.items[0].action);
    await expect
      .poll(() => page.getByRole("link", { name: "Export JSONL" }).getAttribute("href"), PATIENT)
      .toContain(`tenantId=${tenantId}&action=`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export JSONL" }).click(),
    ]);
    const lines = readFileSync((await download.path()) ?? "", "utf8")
      .trimEnd()
      .split("\n");
    const same = theirs.items.filter(({ action }: { action: string }) => action === theirs.items[0].action);
    expect(lines.map((line) => JSON.parse(line).id).toSorted()).toEqual(
      same.map(({ id }: { id: string }) => id).toSorted(),
    );

    await table.getByRole("button", { name: theirs.items[0].action }).first().click();
    await page.getByRole("dialog").getByText("In the chain").waitFor();
    // Its address opens it too, whatever the list shows.
    await page.goto(page.url().replace(/action=[^&]+/, "action=nothing"));
    await page.getByText("No record matches these filters.").waitFor();
    await page.getByRole("dialog", { name: theirs.items[0].action }).getByText("In the chain").waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await look(page, "fleet-record");
    await page.getByRole("link", { name: "Verify this chain" }).click();
    await page.getByText(/^(All \d+ records are|Its one record is) as/).waitFor();
    const proof = region(page, "The tenant's own chain");
    const { headHash } = await fleet.call("GET", `/v1/audit/verify?tenantId=${tenantId}&chain=tenant:${tenantId}`);
    await proof.getByText(headHash).waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await look(page, "fleet-proof");
    // Whoever looks is recorded.
    const { items } = await fleet.call("GET", "/v1/audit?action=audit.read");
    expect(items.length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
