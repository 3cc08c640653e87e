import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** Chromium as root in a container needs these; nothing it does on its own may reach the network. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS });
}

/** A page of its own profile; what its console says and what it asks of other hosts is kept. */
export async function openPage(
  browser: Browser,
  options: { colorScheme?: "light" | "dark" } = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 860 },
    colorScheme: options.colorScheme ?? "light",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && hostname !== "127.0.0.1") complaints.push(`asked ${request.url()}`);
  });
  return { context, page, complaints };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const IN_PAGE = readFileSync(join(import.meta.dirname, "in-page.js"), "utf8");

/** Calls one of the functions of in-page.js. */
export async function inPage<T>(page: Page, name: string, argument?: unknown): Promise<T> {
  await page.evaluate(IN_PAGE);
  return page.evaluate(`inPage.${name}(${JSON.stringify(argument) ?? ""})`);
}

/** Rules of WCAG 2.2 AA that the page breaks, each with its elements; empty when none. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return inPage(page, "accessibilityFaults");
}
