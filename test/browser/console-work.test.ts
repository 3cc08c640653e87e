import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { accessibilityFaults, launchBrowser, openPage } from "./browser.ts";
import { dropCsv, look, openConsole, PATIENT, region, signIn } from "./console-page.ts";
import { startPathProxy } from "./path-proxy.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

const DEMO = join(import.meta.dirname, "../../infra/demo");
const LONG = { ...PATIENT, timeout: 120_000 };

let fleet: RealFleet;
let browser: Browser;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
  const document = {
    grants: ["computer_use", "screen", "write", "titles"],
    grantable: ["computer_use", "screen", "write", "titles", "app(*)"],
    rules: [{ effect: "allow", match: "app(*)" }],
  };
  await fleet.call("PUT", "/v1/policies/tenant", { document });
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const act = async (id: string, tool: string, params: Record<string, unknown> = {}) =>
  (await fleet.call("POST", `/v1/sessions/${id}/actions`, { tool, params })).result;

describe("a day's work in the console", { timeout: 240_000 }, () => {
  it("a batch is dropped as a CSV, judged row by row, started and watched to its end", async () => {
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/settings/workflows" });
    await page.getByLabel("YAML or JSON").fill(readFileSync(join(DEMO, "enter-order.yaml"), "utf8"));
    await page.getByRole("button", { name: "Check and store" }).click();
    await page.getByText(/^enter-order@\d+ is stored$/).waitFor();

    await page.goto(`${fleet.url}/batches/new`);
    const csv = readFileSync(join(DEMO, "orders.csv"), "utf8");
    const [header = "", ...lines] = csv.trimEnd().split("\n");
    await dropCsv(page, "broken.csv", `${header}\n${lines[0]}\n${",".repeat(header.split(",").length - 1)}\n`);
    await page.getByText("1 of 2 rows have faults").first().waitFor();
    expect(await page.getByRole("button", { name: /^Start/ }).isDisabled()).toBe(true);
    await look(page, "console-batch-faults");

    await dropCsv(page, "orders of the week.csv", csv);
    await page.getByText(/^all \d+ rows are valid$/).waitFor();
    await page.getByLabel("Rows at a time").fill("2");
    await page.getByLabel("Reference").fill("orders of the week");
    await page.getByRole("button", { name: /^Start \d+ rows$/ }).click();
    await page.getByRole("heading", { name: "orders of the week" }).waitFor();
    // Nine rows become records; the broken one ends as its own fault.
    await region(page, "Progress").getByText("9 of 10 succeeded, 1 did not").waitFor({ timeout: 180_000 });
    await look(page, "console-batch-done");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Results CSV" }).click(),
    ]);
    const results: { state: string }[] = parse(readFileSync((await download.path()) ?? "", "utf8"), { columns: true });
    expect(results.map(({ state }) => state).toSorted()).toEqual(["failed", ...Array(9).fill("succeeded")]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("a session that is over is stepped through by keys, on the frames that were kept", async () => {
    const { items } = await fleet.call("GET", "/v1/tasks?workflow=enter-order@1&state=succeeded");
    const sessionId = items[0].attempts.at(-1).sessionId;
    const { context, page, complaints } = await openConsole(browser, fleet, { path: `/sessions/${sessionId}` });
    const replay = region(page, "Replay");
    await replay.getByText(/^1 of \d+$/).waitFor();
    const count = Number((await replay.getByText(/^1 of \d+$/).textContent())?.split(" ").at(-1));
    expect(count).toBeGreaterThan(5);
    await page.keyboard.press("ArrowRight");
    await replay.getByText(`2 of ${count}`).waitFor();
    await page.keyboard.press("End");
    await replay.getByText(`${count} of ${count}`).waitFor();
    await replay.getByRole("img", { name: /^Frame / }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "console-replay");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("an ask is denied and nothing moves, another is approved and the desktop shows it", async () => {
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const policy = (rules: unknown[]) => ({ document: { rules } });
    await fleet.call("PUT", "/v1/policies/user", policy([{ effect: "ask", match: "app(text-editor)" }]));
    const windows = async () => (await act(id, "computer_window_list")).windows.length;
    expect(await windows()).toBe(0);
    const ask = () =>
      fleet.call("POST", `/v1/sessions/${id}/actions`, {
        tool: "computer_process_start",
        params: { app: "text-editor" },
      });
    const { context, page } = await openConsole(browser, fleet, { path: "/approvals" });
    for (const [key, state, shown] of [
      ["0", "denied", 0],
      ["1", "executed", 1],
    ] as const) {
      const { approval } = await ask();
      await page.goto(`${fleet.url}/approvals/${approval.id}`);
      await page.getByRole("button", { name: "Allow once" }).waitFor();
      await page.keyboard.press(key);
      await page.keyboard.press("Enter");
      await expect.poll(async () => (await fleet.call("GET", `/v1/approvals/${approval.id}`)).state, LONG).toBe(state);
      await vi.waitFor(async () => expect(await windows()).toBe(shown), PATIENT);
    }
    await context.close();
    await fleet.call("PUT", "/v1/policies/user", policy([]));
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
  });

  it("two tenants see nothing of each other", async () => {
    const { items } = await fleet.call("GET", "/v1/tasks?limit=1");
    const { context, page } = await openConsole(browser, fleet, { key: await fleet.addTenant("others") });
    for (const [path, says] of [
      ["/tasks", "No task yet."],
      ["/batches", "No batch yet."],
      ["/sessions", "No session yet."],
      [`/tasks/${items[0].id}`, "There is no such resource"],
      [`/sessions/${items[0].attempts.at(-1).sessionId}`, "There is no such resource"],
    ] as const) {
      await page.goto(fleet.url + path);
      await page.getByText(says).waitFor();
    }
    await context.close();
  });

  it("a person takes control, types into the application and hands back; the audit counts it", async () => {
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    await act(id, "computer_process_start", { app: "terminal" });
    await vi.waitFor(async () => expect((await act(id, "computer_window_list")).windows).not.toEqual([]), PATIENT);
    const { context, page, complaints } = await openConsole(browser, fleet, { path: `/sessions/${id}` });
    const status = () => page.locator("#status").textContent();
    await expect.poll(status, PATIENT).toBe("Live");
    await page.getByRole("button", { name: "Take control" }).click();
    await page.getByText("You are in control").waitFor();
    await page.locator("#screen canvas").click({ position: { x: 200, y: 150 } });
    await page.keyboard.type("echo person > /workspace/person", { delay: 15 });
    await page.keyboard.press("Enter");
    await expect(act(id, "computer_mouse_move", { x: 5, y: 5 })).rejects.toThrow(/session\.human_control/);
    await look(page, "console-session-control");
    await page.keyboard.press("Control+Alt+Shift+KeyL");
    await page.getByRole("button", { name: "Hand back" }).click();
    await page.getByText(/Handed back at/).waitFor();
    await expect
      .poll(async () => (await act(id, "computer_file_read", { path: "/workspace/person" })).text, PATIENT)
      .toBe("person\n");
    expect(await region(page, "Actions").getByText("session.controlled").count()).toBeGreaterThanOrEqual(2);
    expect(await page.getByText(/Handed back at/).textContent()).toMatch(/: \d+ keys, \d+ clicks/);
    expect(complaints).toEqual([]);
    await context.close();
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
  });

  it("files go to the desktop and come back as they were", async () => {
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const { context, page, complaints } = await openConsole(browser, fleet, { path: `/sessions/${id}` });
    await page.getByRole("button", { name: "Files" }).click();
    await page.getByText("Nothing is in this directory.").waitFor();
    // Larger than one call takes, and no text.
    const content = Buffer.from(Array.from({ length: 900_000 }, (_none, index) => (index * 7) % 251));
    await page
      .getByLabel("Files to upload")
      .setInputFiles({ name: "données.bin", mimeType: "text/html", buffer: content });
    await page.getByText("900,000 bytes").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await look(page, "console-files");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download données.bin" }).click(),
    ]);
    expect(Buffer.compare(readFileSync((await download.path()) ?? ""), content)).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
  });

  it("a policy is edited, and a running session obeys the new version", async () => {
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    await act(id, "computer_screen_size");
    const { context, page } = await openConsole(browser, fleet, { path: "/policies/edit?layer=tenant" });
    const editor = page.getByLabel("Document, JSON or YAML");
    const before = JSON.parse(await editor.inputValue());
    await editor.fill('{"features": {"computer_screen_size": "off"}}');
    await region(page, "Faults").getByText("/features/computer_screen_size").waitFor();
    expect(await page.getByRole("button", { name: "Save as the next version" }).isDisabled()).toBe(true);
    await editor.fill(JSON.stringify({ ...before, features: { computer_screen_size: false } }));
    await region(page, "Changes").getByText("/features").waitFor();
    await look(page, "console-policy-change");
    await page.getByLabel("Why it changes").fill("nobody needs it");
    await page.getByRole("button", { name: "Save as the next version" }).click();
    await page.getByText(/^Version \d+ is in force/).waitFor();
    await vi.waitFor(() => expect(act(id, "computer_screen_size")).rejects.toThrow(/policy\.denied/), PATIENT);

    await page.goto(`${fleet.url}/policies/history?layer=tenant`);
    await page.getByText("nobody needs it").waitFor();
    await page.getByRole("row").nth(2).getByRole("button", { name: "Roll back" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await page.getByText(/^Back to version/).waitFor();
    await vi.waitFor(() => act(id, "computer_screen_size"), PATIENT);
    await context.close();
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
  });

  it("everything is stopped from any page, and the page shows the moment of effect", async () => {
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const { context, page } = await openConsole(browser, fleet, { path: "/audit" });
    await page.getByRole("button", { name: "Stop all" }).click();
    await page.getByRole("button", { name: "Stop this tenant" }).click();
    await page.getByText(/^1 of 1 session stopped/).waitFor();
    await expect.poll(async () => (await fleet.call("GET", `/v1/sessions/${id}`)).state, LONG).toBe("stopped");
    await context.close();
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
  });

  it("works below a path of a reverse proxy: links, deep links, events and the desktop", async () => {
    const proxy = await startPathProxy(fleet.url, "/fleet");
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const { context, page, complaints } = await openPage(browser);
    try {
      await page.goto(`${proxy.url}/sessions/${id}`);
      await signIn(page, fleet.key);
      await expect.poll(() => page.locator("#status").textContent(), PATIENT).toBe("Live");
      await page.getByText("Live", { exact: true }).first().waitFor();
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Tasks" }).click();
      expect(new URL(page.url()).pathname).toBe("/fleet/tasks");
      await page.reload();
      await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
      proxy.close();
    }
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
  });
});
