import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launchBrowser, openPage } from "./browser.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

/**
 * Takes the pictures of the documentation from a real fleet that runs the demo's batch:
 *   eval "$(node --conditions=source --import tsx infra/services.ts --image)"
 *   node --conditions=source --import tsx test/browser/pictures.ts
 */
const ROOT = resolve(import.meta.dirname, "../..");
const IMAGES = join(ROOT, "docs/images");
const TYPED = 6;
const FINISHED = 5;

mkdirSync(IMAGES, { recursive: true });
const [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
try {
  const batch = await submitDemoBatch(fleet);
  for (const colorScheme of ["dark", "light"] as const) {
    const { context, page } = await openPage(browser, { colorScheme });
    await page.goto(fleet.url);
    await page.getByLabel("API key").fill(fleet.key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Capacity" }).waitFor();
    if (colorScheme === "dark") {
      const session = await sessionAtWork(fleet);
      const { url } = await fleet.call("POST", `/v1/sessions/${session}/tickets`, { mode: "view" });
      const view = await context.newPage();
      await view.goto(new URL(url, fleet.url).href);
      await view.locator("canvas:not(#last)").waitFor();
      await typedAtLeast(fleet, session, TYPED);
      await view.screenshot({ path: join(IMAGES, "live-view.png") });
      await view.close();
    }
    await finishedAtLeast(fleet, batch, FINISHED);
    await page.screenshot({ path: join(IMAGES, `console-${colorScheme}.png`), fullPage: true });
    await context.close();
  }
  process.stdout.write(`batch ${batch} pictured in ${IMAGES}\n`);
} finally {
  await browser.close();
  await fleet.close();
}

async function submitDemoBatch({ url, key, call }: RealFleet): Promise<string> {
  const workflow = readFileSync(join(ROOT, "infra/demo/enter-order.yaml"), "utf8");
  await fetch(`${url}/v1/workflows`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/yaml" },
    body: workflow,
  });
  const csv = readFileSync(join(ROOT, "infra/demo/orders.csv"), "utf8");
  const { id } = await call("POST", "/v1/batches", {
    reference: "orders of the week",
    workflow: "enter-order",
    csv,
    concurrency: 2,
  });
  return id;
}

/** The first session that has acted. */
async function sessionAtWork({ call }: RealFleet): Promise<string> {
  for (let round = 0; round < 600; round++) {
    const { items } = await call("GET", "/v1/sessions");
    const active = items.find(({ state }: { state: string }) => state === "active");
    if (active) return active.id;
    await sleep(100);
  }
  throw new Error("no session became active");
}

/** Waits until the session's audit has so many typed texts. */
async function typedAtLeast({ call }: RealFleet, sessionId: string, count: number): Promise<void> {
  for (let round = 0; round < 300; round++) {
    const { items } = await call("GET", `/v1/audit?sessionId=${sessionId}&limit=200`);
    const typed = items.filter(
      ({ action, kind }: { action: string; kind: string }) => action === "computer_keyboard_type" && kind === "outcome",
    );
    if (typed.length >= count) return;
    await sleep(50);
  }
  throw new Error("the session typed too little");
}

/** Waits until so many rows of the batch are done, so that the page shows rows of every kind. */
async function finishedAtLeast({ call }: RealFleet, batchId: string, count: number): Promise<void> {
  for (let round = 0; round < 1_200; round++) {
    const { counts } = await call("GET", `/v1/batches/${batchId}`);
    if ((counts.succeeded ?? 0) + (counts.failed ?? 0) >= count) return;
    await sleep(100);
  }
  throw new Error("the batch did not get so far");
}
