import type { Task } from "@deskfleet/contracts";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inPage, launchBrowser, openPage } from "./browser.ts";
import { PATIENT, signIn } from "./console-page.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

const ROWS = 5_000;
/** A thousand a minute. */
const EVENTS_PER_SECOND = 17;
const LONG_TASK_MS_MAX = 200;
const ROUNDS_MAX = 3;

let fleet: RealFleet;
let browser: Browser;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const idOf = (number: number) => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
const taskOf = (number: number): Task => ({
  ...{
    id: idOf(number),
    state: number % 7 === 0 ? "failed" : "succeeded",
    reference: `order ${number}`,
    workflow: "enter-order@1",
  },
  ...{
    batchId: null,
    row: null,
    inputs: {},
    priority: 50,
    outcome: "success",
    reason: null,
    output: null,
    waitingFor: null,
  },
  ...{
    attempts: [],
    createdAt: "2026-01-01T12:00:00Z",
    startedAt: "2026-01-01T12:00:01Z",
    endedAt: "2026-01-01T12:00:09Z",
  },
});

/** The list of tasks as the API would page it, from 5,000 made ones; so many are not to be had from real desktops. */
async function answerTasks(context: BrowserContext): Promise<void> {
  await context.route(/\/v1\/tasks\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const first = Number(query.get("cursor") ?? ROWS);
    const limit = Number(query.get("limit"));
    const items = Array.from({ length: Math.min(limit, first) }, (_none, index) => taskOf(first - index));
    await route.fulfill({ json: { items, nextCursor: first > limit ? String(first - limit) : null } });
  });
}

/** Events about the newest tasks; the browser opens the stream anew each second, as after a drop. */
async function answerEvents(context: BrowserContext): Promise<() => number> {
  let sent = 0;
  await context.route(/\/v1\/events$/, async (route) => {
    const events = Array.from({ length: EVENTS_PER_SECOND }, () => {
      sent += 1;
      const data = {
        id: `1-${sent}`,
        type: "task.finished",
        at: new Date().toISOString(),
        taskId: idOf(ROWS - (sent % 400)),
      };
      return `id: 1-${sent}\nevent: task.finished\ndata: ${JSON.stringify({ ...data, batchId: null, sessionId: null, data: {} })}\n\n`;
    });
    await route.fulfill({ contentType: "text/event-stream", body: `retry: 1000\n\n${events.join("")}` });
  });
  return () => sent;
}

/** The longest task of the page's main thread since the last question, milliseconds. */
const WATCH = `window.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ type: "longtask" });`;
async function longestDuring(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate("window.longest = 0");
  await work();
  return page.evaluate<number>("window.longest");
}

/** The machine is shared: a task of the page's own is long every time, somebody else's minute of work is not. */
async function shortestOfRounds(page: Page, work: () => Promise<void>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS_MAX && shortest > LONG_TASK_MS_MAX; round++)
    shortest = Math.min(shortest, await longestDuring(page, work));
  return shortest;
}

describe("a full day's data", { timeout: 180_000 }, () => {
  it("5,000 rows are scrolled and 1,000 events a minute arrive without a task over 200 ms", async () => {
    const { context, page, complaints } = await openPage(browser);
    await answerTasks(context);
    const sent = await answerEvents(context);
    await page.addInitScript(WATCH);
    await page.goto(`${fleet.url}/tasks`);
    await signIn(page, fleet.key);
    const table = page.getByRole("region", { name: "Tasks, newest first" });
    await table.getByText(`order ${ROWS}`).waitFor();
    // To the end, page after page, as fast as they come.
    await expect
      .poll(
        async () => {
          await inPage(page, "scrollTable", 1);
          return table
            .getByText("order 1", { exact: false })
            .filter({ hasText: /order 1$/ })
            .count();
        },
        { ...PATIENT, timeout: 90_000 },
      )
      .toBe(1);
    expect(await table.getByRole("row").count()).toBeLessThan(120);
    expect(await table.getByRole("table").getAttribute("aria-rowcount")).toBe(String(ROWS + 1));

    const scrolling = await shortestOfRounds(page, async () => {
      for (let step = 0; step <= 20; step++) await inPage(page, "scrollTable", step / 20);
    });
    expect(scrolling).toBeLessThan(LONG_TASK_MS_MAX);

    const events = await shortestOfRounds(page, async () => {
      const before = sent();
      await expect
        .poll(() => sent() - before, { ...PATIENT, timeout: 40_000 })
        .toBeGreaterThanOrEqual(EVENTS_PER_SECOND * 6);
    });
    expect(events).toBeLessThan(LONG_TASK_MS_MAX);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
