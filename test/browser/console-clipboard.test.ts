import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessibilityFaults, launchBrowser } from "./browser.ts";
import { callFromPage, faultsInBothThemes, look, makeKey, openConsole, PATIENT } from "./console-page.ts";
import { clickDesktop, openOrderDesk, policyWith, status } from "./order-desk.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

/** Planted: shaped like a key, and nobody's. */
const TOKEN = `ghp_${"a1B2".repeat(9)}`;
const NOTES = `Grüße an 李雷\nkey ${TOKEN} end`;
const MASKED = "Grüße an 李雷\nkey ••• end";

let fleet: RealFleet;
let browser: Browser;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const say = (clipboard: string) => fleet.call("PUT", "/v1/policies/tenant", policyWith([], { view: { clipboard } }));
const onThisMachine = (page: Page) => page.evaluate<string>("navigator.clipboard.readText()");
const menu = (page: Page) => page.getByRole("button", { name: "Clipboard" });
const copyButton = (page: Page) => page.getByRole("button", { name: "Copy from the desktop" });

it("what a person copies on the desktop reaches their machine when they ask, masked, as policy says and only for them", {
  timeout: 240_000,
}, async () => {
  await say("both");
  const desk = await openOrderDesk(fleet);
  const read = `/v1/sessions/${desk.id}/clipboard/read`;
  const records = async () =>
    (await fleet.call("GET", `/v1/audit?sessionId=${desk.id}&action=session.clipboard_read`)).items;
  await desk.set("Notes", NOTES);
  const { page, context, complaints } = await openConsole(browser, fleet, { path: `/sessions/${desk.id}` });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await expect.poll(() => status(page), PATIENT).toBe("Live");
  expect(await menu(page).count()).toBe(0);
  expect(await callFromPage(page, "POST", read)).toEqual({ status: 409, code: "resource.conflict" });

  await page.getByRole("button", { name: "Take control" }).click();
  await page.getByText("You are in control", { exact: true }).waitFor();
  await clickDesktop(page, await desk.placeOf("Notes"));
  await page.keyboard.press("Control+KeyA");
  await page.keyboard.press("Control+KeyC");
  await menu(page).click();
  await copyButton(page).focus();
  await expect
    .poll(async () => {
      // The keys travel to the desktop beside this.
      await page.keyboard.press("Enter");
      await page.getByText(/characters copied|Nothing is copied/).waitFor();
      return onThisMachine(page);
    }, PATIENT)
    .toBe(MASKED);
  await page.getByText(/\d+ characters copied \(masked: /).waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await look(page, "clipboard-copied");

  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('not permitted'))");
  await copyButton(page).click();
  await expect.poll(() => page.getByLabel("Copied on the desktop").inputValue(), PATIENT).toBe(MASKED);
  expect(await accessibilityFaults(page)).toEqual([]);
  await look(page, "clipboard-by-hand");

  const other = await fetch(fleet.url + read, {
    method: "POST",
    headers: { authorization: `Bearer ${await makeKey(fleet, "operator")}` },
  });
  expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([409, "session.human_control"]);
  const [last] = await records();
  expect(last.params).toMatchObject({ characters: MASKED.length, truncated: false, masked: [expect.any(String)] });
  expect(last.actor).toMatch(/^person:/);
  expect(JSON.stringify(await records())).not.toMatch(/Grüße|ghp_/);

  await say("to_desktop");
  await page.getByText("What is copied on the desktop stays there.").waitFor();
  expect(await copyButton(page).count()).toBe(0);
  await expect.poll(() => callFromPage(page, "POST", read), PATIENT).toEqual({ status: 403, code: "policy.denied" });
  const refused = (await records()).length;
  expect(await callFromPage(page, "POST", read)).toEqual({ status: 403, code: "policy.denied" });
  expect((await records()).length).toBe(refused);
  await say("none");
  await expect.poll(() => menu(page).count(), PATIENT).toBe(0);
  expect(complaints).toEqual([]);
});
