import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { accessibilityFaults, inPage, launchBrowser } from "./browser.ts";
import { look, makeKey, openConsole, PATIENT, region } from "./console-page.ts";
import { clickDesktop, type OrderDesk, openOrderDesk, policyWith, status, statusOfCall } from "./order-desk.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

/** DESIGN section 12: a stop takes effect within this many milliseconds of its arrival at the worker. */
const EFFECT_MS_MAX = 100;
/** The machine is shared: a stop that is slow by itself is slow every time. */
const ROUNDS_MAX = 4;

let fleet: RealFleet;
let browser: Browser;
let viewerKey: string;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
  await fleet.call("PUT", "/v1/policies/tenant", policyWith([]));
  viewerKey = await makeKey(fleet, "viewer");
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  const { items } = await fleet.call("GET", "/v1/sessions?live=true");
  for (const { id } of items) await fleet.call("POST", `/v1/sessions/${id}/close`, {});
  await fleet.call("PUT", "/v1/policies/tenant", policyWith([]));
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const stateOf = async (id: string) => (await fleet.call("GET", `/v1/sessions/${id}`)).state;
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
const lastRecord = async (id: string, action: string): Promise<any> =>
  (await fleet.call("GET", `/v1/audit?sessionId=${id}&action=${action}&limit=1`)).items[0];

/** The screen as the API gives it, as a data URL. */
async function frameOf(id: string): Promise<string> {
  const response = await fetch(`${fleet.url}/v1/sessions/${id}/frame`, {
    headers: { authorization: `Bearer ${fleet.key}` },
  });
  return `data:image/png;base64,${Buffer.from(await response.arrayBuffer()).toString("base64")}`;
}

describe("a session that goes on", { timeout: 240_000 }, () => {
  it("is seen to change; a person takes control, types an order and hands back, and everybody sees who", async () => {
    const desk = await openOrderDesk(fleet);
    const { page, complaints } = await openConsole(browser, fleet, { path: `/sessions/${desk.id}` });
    const watcher = await openConsole(browser, fleet, { key: viewerKey, path: `/sessions/${desk.id}` });
    for (const each of [page, watcher.page]) await expect.poll(() => status(each), PATIENT).toBe("Live");
    const before = await frameOf(desk.id);
    await expect.poll(() => inPage<number>(page, "differenceFrom", before), PATIENT).toBeLessThan(0.001);
    await desk.set("Notes", "Seen from outside\nby everybody who watches");
    await expect.poll(() => inPage<number>(page, "differenceFrom", before), PATIENT).toBeGreaterThan(0);
    await region(page, "Actions").getByText("set_value").waitFor();
    await region(page, "Actions")
      .getByText(/“Notes” in Order desk/)
      .waitFor();

    const customer = await desk.placeOf("Customer");
    await page.getByRole("button", { name: "Take control" }).click();
    await page.getByText("You are in control", { exact: true }).waitFor();
    await watcher.page.getByText("admin is in control", { exact: true }).waitFor();
    await watcher.page.getByText(/^since \d/).waitFor();
    await clickDesktop(page, customer);
    await page.keyboard.type("Harbour & Sons", { delay: 15 });
    await expect(desk.act("computer_mouse_move", { x: 5, y: 5 })).rejects.toThrow(/session\.human_control/);
    await page.getByRole("button", { name: "Clipboard" }).click();
    await page.getByLabel("Type on the desktop, where its cursor is").fill(" – Zoë, 7 €");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Type it" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await look(page, "watch-control");

    await page.keyboard.press("Control+Alt+Shift+KeyL");
    await page.getByRole("button", { name: "Hand back" }).click();
    const note = page.getByText(/Handed back at/);
    await note.waitFor();
    expect(await note.textContent()).toMatch(/: \d+ keys, 1 clicks by you$/);
    await watcher.page.getByText(/Handed back at .* by admin$/).waitFor();
    await expect.poll(() => desk.valueOf("Customer"), PATIENT).toBe("Harbour & Sons – Zoë, 7 €");
    const { params, actor } = await lastRecord(desk.id, "session.controlled");
    expect(params).toMatchObject({ state: "handed_back", reason: "released", name: "admin", clicks: 1 });
    expect(params.keys).toBeGreaterThanOrEqual("Harbour & Sons – Zoë, 7 €".length);
    expect(actor).toMatch(/^person:/);
    expect([...complaints, ...watcher.complaints]).toEqual([]);
  });

  it("waits while a person has paused it, says who, and goes on with a key", async () => {
    const desk = await openOrderDesk(fleet);
    const { page, complaints } = await openConsole(browser, fleet, { path: `/sessions/${desk.id}` });
    const watcher = await openConsole(browser, fleet, {
      ...{ key: viewerKey, path: `/sessions/${desk.id}`, colorScheme: "dark" },
    });
    await page.getByRole("button", { name: /^Pause/ }).waitFor();
    await page.keyboard.press("p");
    await page.getByText(/^Paused by you at .*\. The agent's next action waits/).waitFor();
    await watcher.page.getByText(/^Paused by admin at/).waitFor();
    expect(await stateOf(desk.id)).toBe("paused");
    await expect(desk.set("Customer", "nobody")).rejects.toThrow(/session\.paused/);
    for (const each of [page, watcher.page]) expect(await accessibilityFaults(each)).toEqual([]);
    await look(watcher.page, "watch-paused-dark");
    await page.keyboard.press("r");
    await page.getByRole("button", { name: /^Pause/ }).waitFor();
    await expect.poll(() => stateOf(desk.id), PATIENT).toBe("active");
    await desk.set("Customer", "somebody");
    expect(await desk.valueOf("Customer")).toBe("somebody");
    expect([...complaints, ...watcher.complaints]).toEqual([]);
  });

  it("stops in the middle of an action, within the promise, and the page shows when", async () => {
    const desk = await openOrderDesk(fleet);
    const { page, complaints } = await openConsole(browser, fleet, { path: `/sessions/${desk.id}` });
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    const effects: number[] = [];
    for (let round = 0; round < ROUNDS_MAX && Math.min(...effects) > EFFECT_MS_MAX; round++)
      effects.push(await stopWhileItWorks(desk));
    expect(Math.min(...effects)).toBeLessThanOrEqual(EFFECT_MS_MAX);
    await look(page, "watch-stopped");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);

    async function stopWhileItWorks({ id, act }: OrderDesk): Promise<number> {
      if ((await stateOf(id)) === "stopped") await page.getByRole("button", { name: /^Resume/ }).click();
      await expect.poll(() => stateOf(id), PATIENT).toBe("active");
      const before = await fleet.call("GET", `/v1/audit?sessionId=${id}&action=computer_keyboard_type`);
      const typing = act("computer_keyboard_type", { text: "an order without an end ".repeat(400) });
      const refused = expect(typing).rejects.toThrow(/session\.stopped/);
      await expect
        .poll(
          async () => (await fleet.call("GET", `/v1/audit?sessionId=${id}&action=computer_keyboard_type`)).items.length,
          PATIENT,
        )
        .toBeGreaterThan(before.items.length);
      await page.getByRole("button", { name: "Stop", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
      await refused;
      await page.getByText(/^Stopped by you at .*, in force after \d+ ms/).waitFor();
      expect(await stateOf(id)).toBe("stopped");
      await expect(act("computer_mouse_move", { x: 5, y: 5 })).rejects.toThrow(/session\.stopped/);
      const { effectMs, isConfirmed } = (await lastRecord(id, "session.stopped")).params;
      expect(isConfirmed).toBe(true);
      await page.getByText(`, in force after ${effectMs} ms`).waitFor();
      await page.getByText(new RegExp(`^Stopped after ${effectMs} ms, at`)).waitFor();
      return effectMs;
    }
  });

  it("gives a viewer nothing to press that the server would refuse, and the server refuses it", async () => {
    const desk = await openOrderDesk(fleet);
    const { page } = await openConsole(browser, fleet, { key: viewerKey, path: `/sessions/${desk.id}` });
    await expect.poll(() => status(page), PATIENT).toBe("Live");
    for (const name of [/^Pause/, /^Resume/, /^Stop/, /^Close/, /^Files/, /^Take control/, /^Clipboard/])
      expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);
    await page.keyboard.press("p");
    await page.keyboard.press("x");
    for (const [method, path, body] of [
      ["POST", `/v1/sessions/${desk.id}/pause`, {}],
      ["POST", `/v1/sessions/${desk.id}/resume`, {}],
      ["POST", `/v1/sessions/${desk.id}/stop`, {}],
      ["POST", `/v1/sessions/${desk.id}/close`, {}],
      ["POST", `/v1/sessions/${desk.id}/tickets`, { mode: "control" }],
      ["POST", `/v1/sessions/${desk.id}/actions`, { tool: "computer_mouse_move", params: { x: 1, y: 1 } }],
    ] as const)
      expect([path, await statusOfCall(page, method, path, body)]).toEqual([path, 403]);
    expect(await stateOf(desk.id)).toBe("active");
    await page.getByRole("button", { name: /^Replay/ }).click();
    await region(page, "Replay")
      .getByText(/^\d+ of \d+$/)
      .waitFor();
  });
});

describe("an ask", { timeout: 240_000 }, () => {
  const ASKS = policyWith([{ effect: "ask", match: "tool(click)" }]);

  it("shows the screen it was asked about with its target; denied nothing moves, approved the desktop shows it", async () => {
    await fleet.call("PUT", "/v1/policies/tenant", ASKS);
    const desk = await openOrderDesk(fleet);
    const { page, complaints } = await openConsole(browser, fleet, { path: "/approvals" });
    const windows = async (): Promise<string[]> =>
      (await desk.result("computer_window_list")).windows.map(({ title }: { title: string }) => title);
    for (const [key, state, title] of [
      ["0", "denied", null],
      ["1", "executed", "Order not valid"],
    ] as const) {
      const { approval } = await desk.act("click", { element: { role: "button", name: "Save" } });
      expect(approval.frame.target.width).toBeGreaterThan(20);
      await page.goto(`${fleet.url}/approvals/${approval.id}`);
      const shown = page.getByRole("img", { name: "The screen when it was asked" });
      await shown.waitFor();
      const naturalWidth = "document.querySelector('.still img').naturalWidth";
      await expect.poll(() => page.evaluate(naturalWidth), PATIENT).toBe(1_280);
      // The mark lies on the picture where the approval says.
      const [picture, mark] = await Promise.all([shown.boundingBox(), page.locator(".still .target").boundingBox()]);
      if (picture === null || mark === null) throw new Error("the target is not drawn");
      const scale = picture.width / approval.frame.width;
      expect(Math.abs(mark.x - picture.x - approval.frame.target.x * scale)).toBeLessThan(2);
      expect(Math.abs(mark.width - approval.frame.target.width * scale)).toBeLessThan(2);
      await page.getByText("button “Save” in Order desk").waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await look(page, `watch-ask-${state}`);
      await page.getByLabel("Note for whoever asked").fill(`because of ${state}`);
      await page.keyboard.press("Tab");
      await page.getByRole("button", { name: "Allow once" }).focus();
      await page.keyboard.press(key);
      await page.keyboard.press("Enter");
      await expect
        .poll(async () => (await fleet.call("GET", `/v1/approvals/${approval.id}`)).state, PATIENT)
        .toBe(state);
      expect((await fleet.call("GET", `/v1/approvals/${approval.id}`)).note).toBe(`because of ${state}`);
      if (title === null) expect(await windows()).not.toContain("Order not valid");
      else await vi.waitFor(async () => expect(await windows()).toContain(title), PATIENT);
    }
    expect(complaints).toEqual([]);
  });

  it("is answered with its equals by one answer, and never with one that differs", async () => {
    await fleet.call("PUT", "/v1/policies/tenant", policyWith([{ effect: "ask", match: "tool(computer_mouse_move)" }]));
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const ask = async (x: number): Promise<string> =>
      (
        await fleet.call("POST", `/v1/sessions/${id}/actions`, {
          tool: "computer_mouse_move",
          params: { x, y: 9 },
        })
      ).approval.id;
    const [first, second, other] = [await ask(7), await ask(7), await ask(8)];
    const { page } = await openConsole(browser, fleet, { path: `/approvals/${first}`, colorScheme: "dark" });
    await page.getByLabel("Answer all 2 asks that are exactly equal to this one").check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.keyboard.press("Enter");
    await page.getByText("Denied 2 times").waitFor();
    const states = async () =>
      Promise.all([first, second, other].map(async (each) => (await fleet.call("GET", `/v1/approvals/${each}`)).state));
    expect(await states()).toEqual(["denied", "denied", "pending"]);
    await page.goto(`${fleet.url}/approvals/${other}`);
    await page.getByRole("button", { name: "Allow once" }).waitFor();
    expect(await page.getByLabel(/^Answer all/).count()).toBe(0);
  });

  it("hides no sign of what it would do", async () => {
    await fleet.call("PUT", "/v1/policies/tenant", policyWith([{ effect: "ask", match: "tool(computer_file_list)" }]));
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const { approval } = await fleet.call("POST", `/v1/sessions/${id}/actions`, {
      tool: "computer_file_list",
      params: { path: '/workspace/\u3164<img src=x onerror="window.isHacked=true">' },
    });
    const { page, complaints } = await openConsole(browser, fleet, { path: `/approvals/${approval.id}` });
    const parameters = region(page, "Parameters");
    await parameters.getByText(String.raw`\u3164<img src=x`).waitFor();
    await page.getByText("Signs that nobody would see").waitFor();
    expect(await page.evaluate("window.isHacked")).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});
