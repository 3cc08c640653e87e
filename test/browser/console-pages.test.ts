import { request } from "node:http";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFaults, launchBrowser, openPage } from "./browser.ts";
import { look, openConsole, PATIENT, signIn } from "./console-page.ts";
import { fillEveryPage } from "./every-page.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

/** Of what a first visit loads before anything is chosen: pages, scripts, styles. */
const FIRST_LOAD_BYTES_MAX = 250_000;

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

describe.each([
  ["light", { width: 1_280, height: 800 }],
  ["dark", { width: 1_280, height: 800 }],
  ["dark", { width: 1_024, height: 768 }],
] as const)("every page, %s, %o", { timeout: 240_000 }, (colorScheme, size) => {
  it("breaks no rule of WCAG 2.2 AA, and takes no text for markup", async () => {
    const { context, page, complaints } = await openConsole(browser, fleet, { colorScheme });
    await page.setViewportSize(size);
    const faults: Record<string, string[]> = {};
    const wide: string[] = [];
    for (const [name, path] of pages) {
      await page.goto(fleet.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.locator("[aria-busy=true]").count(), PATIENT).toBe(0);
      const found = await accessibilityFaults(page);
      if (found.length > 0) faults[name] = found;
      if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) wide.push(name);
      await look(page, `page-${name}-${colorScheme}-${size.width}`);
    }
    expect(faults).toEqual({});
    expect(wide).toEqual([]);
    expect(await page.evaluate("window.isHacked")).toBeUndefined();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("a first visit", { timeout: 60_000 }, () => {
  it("loads less than 250 kB, compressed, and what is loaded never has to be loaded again", async () => {
    const { context, page } = await openPage(browser);
    const loaded = new Map<string, number>();
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith("/v1/") || response.status() !== 200) return;
      loaded.set(pathname, gzipSync(await response.body(), { level: 6 }).length);
      if (pathname.startsWith("/console/assets/"))
        expect(response.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
    });
    await page.goto(fleet.url);
    await signIn(page, fleet.key);
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await page.waitForLoadState("load");
    expect([...loaded.keys()].filter((path) => /rfb|novnc/i.test(path))).toEqual([]);
    expect([...loaded.values()].reduce((total, bytes) => total + bytes, 0)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
    expect(loaded.size).toBeGreaterThan(3);
    await context.close();
  });

  it("gets its files compressed", async () => {
    const html = await (await fetch(fleet.url)).text();
    const [, script = ""] = /src="\.\/(console\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    const encoding = await new Promise((resolve, reject) => {
      const asked = request(`${fleet.url}/${script}`, { headers: { "accept-encoding": "gzip, br" } }, (response) => {
        resolve(response.headers["content-encoding"]);
        response.resume();
      });
      asked.once("error", reject);
      asked.end();
    });
    expect(encoding).toBe("gzip");
  });
});
