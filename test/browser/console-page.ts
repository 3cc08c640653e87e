import type { Browser, BrowserContext, Page } from "playwright-core";
import { accessibilityFaults, openPage } from "./browser.ts";
import type { RealFleet } from "./real-fleet.ts";

/** Enough for a slow, shared machine; `expect.poll` answers as soon as it can. */
export const PATIENT = { timeout: 20_000, interval: 150 };
/** Where pictures of the pages go, for a person to look at; nowhere when it is not set. */
const PICTURES = process.env.BROWSER_TEST_PICTURES;

export interface ConsolePage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page's policy refused, what it asked of other hosts, what it threw. */
  readonly complaints: string[];
}

/** A signed-in console of its own profile. */
export async function openConsole(
  browser: Browser,
  fleet: RealFleet,
  options: { key?: string; colorScheme?: "light" | "dark"; path?: string } = {},
): Promise<ConsolePage> {
  const { key = fleet.key, colorScheme = "light", path = "/" } = options;
  const opened = await openPage(browser, { colorScheme });
  await opened.page.goto(fleet.url + path);
  await signIn(opened.page, key);
  return opened;
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
}

/** To a page by the navigation, as a person goes there. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

export async function look(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

export const makeKey = async (fleet: RealFleet, role: string): Promise<string> =>
  (await fleet.call("POST", "/v1/keys", { name: role, role })).key;

/** Drops a text as a file, as a person drops one from a folder. */
export async function dropCsv(page: Page, name: string, text: string): Promise<void> {
  const file = JSON.stringify({ name, text });
  const transfer = await page.evaluateHandle(`(() => {
    const { name, text } = ${file};
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name, { type: "text/csv" }));
    return transfer;
  })()`);
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: transfer });
}

/** Calls the API with the page's own cookie, as a script in it would. */
export async function callFromPage(
  page: Page,
  method: string,
  path: string,
  body: unknown = {},
): Promise<{ status: number; code: string | null }> {
  const request = JSON.stringify({ method, path, body });
  return page.evaluate(`(async () => {
    const { method, path, body } = ${request};
    const headers = { "content-type": "application/json" };
    const sent = method === "GET" ? {} : { headers, body: JSON.stringify(body) };
    const response = await fetch(path, { method, ...sent });
    const text = await response.text();
    const isProblem = (response.headers.get("content-type") ?? "").startsWith("application/problem+json");
    return { status: response.status, code: isProblem ? JSON.parse(text).code : null };
  })()`);
}

/** What axe finds in the page as it is, in either theme. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${colorScheme} ${fault}`));
  }
  return faults;
}
