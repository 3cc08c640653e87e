import type { Browser, BrowserContext, Page } from "playwright-core";
import { openPage } from "./browser.ts";
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
