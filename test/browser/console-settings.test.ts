import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

const statusOf = async (key: string) =>
  (await fetch(`${fleet.url}/v1/console/session`, { headers: { authorization: `Bearer ${key}` } })).status;

describe("the settings", { timeout: 180_000 }, () => {
  it("a key is shown once, works, and ends when it is revoked", async () => {
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/settings" });
    await page.getByRole("textbox", { name: "Name" }).fill("<i>night shift</i>");
    await page.getByRole("combobox", { name: "Role" }).selectOption("viewer");
    await page.getByRole("button", { name: "Make key" }).click();
    const key = (await page.locator(".secret-text").textContent()) ?? "";
    expect(key).toMatch(/^dk_[0-9A-Za-z]{32}$/);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await look(page, "settings-key");
    expect(await statusOf(key)).toBe(200);
    await page.getByRole("button", { name: "I have kept it" }).click();
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: "<i>night shift</i>" });
    await row.getByText("in force").waitFor();
    expect(await page.locator("body").textContent()).not.toContain(key);

    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await row.getByText("revoked").waitFor();
    expect(await statusOf(key)).toBe(401);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("a webhook's deliveries tell why they did not arrive, and one is sent again", async () => {
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/settings/webhooks" });
    // An address of this machine: no delivery ever goes there.
    await page.getByRole("textbox", { name: "Address" }).fill("https://127.0.0.1:9/hooks");
    await page.getByLabel("policy.changed").check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.locator(".secret-text").waitFor();
    await fleet.call("PUT", "/v1/policies/user", { document: {}, comment: "an event" });
    await region(page, "Webhooks").getByRole("link", { name: "Deliveries" }).click();
    const deliveries = region(page, "Deliveries");
    await deliveries.getByText("address refused").waitFor();
    expect(await deliveries.getByRole("row").count()).toBe(2);
    expect(await faultsInBothThemes(page)).toEqual([]);
    const [webhook] = (await fleet.call("GET", "/v1/webhooks")).items;
    const delivery = async () => (await fleet.call("GET", `/v1/webhooks/${webhook.id}/deliveries`)).items[0];
    await deliveries.getByRole("button", { name: "Send again" }).click();
    await page.getByText("It is sent again within a second").waitFor();
    // All its tries are before it again; the first of them is made so soon that nobody sees the count at 0.
    expect((await fleet.call("GET", "/v1/audit?action=webhook.redeliver")).items).toHaveLength(1);
    await expect.poll(async () => (await delivery()).tries, PATIENT).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("a workflow keeps its versions, each at its address, and a text is tried before it is stored", async () => {
    const document = (version: number, text: string) =>
      JSON.stringify({
        ...{ name: "greet", version, grants: ["computer_use", "write"] },
        inputs: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        steps: [{ do: "computer_keyboard_type", with: { text } }],
      });
    await fleet.call("POST", "/v1/workflows", JSON.parse(document(1, "first {{ row.name }}")));
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/settings/workflows" });
    await page.getByLabel("YAML or JSON").fill(document(2, "second {{ row.name }}"));
    await page.getByRole("button", { name: "Dry run first…" }).click();
    const trial = region(page, "Dry run");
    await trial.getByLabel("Values of a row, as JSON").fill('{ "name": "Zoë" }');
    await trial.getByRole("button", { name: "Dry run" }).click();
    await trial.getByText("second Zoë").waitFor();
    await page.getByRole("button", { name: "Check and store" }).click();
    await page.getByText("greet@2 is stored").waitFor();

    await page.goto(`${fleet.url}/settings/workflows/greet`);
    await region(page, "The document").getByText("second {{ row.name }}").waitFor();
    await region(page, "Versions").getByRole("link", { name: "version 1" }).click();
    await region(page, "The document").getByText("first {{ row.name }}").waitFor();
    expect(new URL(page.url()).search).toBe("?version=1");
    expect(await faultsInBothThemes(page)).toEqual([]);
    await look(page, "settings-workflow");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
