import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser } from "./browser.ts";
import { dropCsv, faultsInBothThemes, look, openConsole, PATIENT, region } from "./console-page.ts";
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
  const stored = await fetch(`${fleet.url}/v1/workflows`, {
    method: "POST",
    headers: { authorization: `Bearer ${fleet.key}`, "content-type": "application/yaml" },
    body: readFileSync(join(DEMO, "enter-order.yaml"), "utf8"),
  });
  expect(stored.status).toBe(201);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

/** Pastes a text into the page, outside every field. */
const pasteText = (page: Page, text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  })()`);
const rowsOf = (page: Page) => region(page, "Rows").getByRole("row").count();

describe("what is run from the console", { timeout: 300_000 }, () => {
  it("the demo batch is dropped, watched to its end, and its rows are picked by how they ended", async () => {
    const { context, page, complaints } = await openConsole(browser, fleet, {
      path: "/batches/new?workflow=enter-order@1",
    });
    await page.getByLabel("Reference").waitFor();
    const csv = readFileSync(join(DEMO, "orders.csv"), "utf8");
    const [header = "", valid = ""] = csv.split("\n");
    await pasteText(page, [header, valid, `<b>nobody</b>${",".repeat(header.split(",").length - 1)}\n`].join("\n"));
    await page.getByText("1 of 2 rows have faults").first().waitFor();
    expect(await page.getByRole("button", { name: /^Start/ }).isDisabled()).toBe(true);
    await dropCsv(page, "orders.csv", csv);
    await page.getByText("all 10 rows are valid").waitFor();
    await page.getByRole("button", { name: "Start 10 rows" }).click();
    await page.getByRole("heading", { name: "orders", level: 1 }).waitFor();
    await page
      .getByRole("button", { name: /^queued \d+$|^running \d+$/ })
      .first()
      .waitFor();
    await region(page, "Progress").getByText("9 of 10 succeeded, 1 did not").waitFor({ timeout: 200_000 });

    await page.getByRole("button", { name: "business error 1" }).click();
    await expect.poll(() => rowsOf(page), PATIENT).toBe(2);
    expect(new URL(page.url()).searchParams.get("outcome")).toBe("business_error");
    await page.reload();
    await expect.poll(() => rowsOf(page), PATIENT).toBe(2);
    expect(await page.getByRole("button", { name: "business error 1" }).getAttribute("aria-pressed")).toBe("true");
    await region(page, "Rows").getByText("The order desk refused").waitFor();
    await look(page, "run-batch-outcome");
    await page.getByRole("button", { name: "success 9" }).click();
    await expect.poll(() => rowsOf(page), PATIENT).toBe(10);
    await page.getByRole("button", { name: "all 10" }).click();
    await expect.poll(() => rowsOf(page), PATIENT).toBe(11);
    expect(await faultsInBothThemes(page)).toEqual([]);

    // A business error is the row's own: it is named, and not chosen for another run by itself.
    await page.getByRole("button", { name: "Rerun failed rows" }).click();
    const dialog = page.getByRole("dialog", { name: "Run rows again" });
    expect(await dialog.getByRole("checkbox").count()).toBe(1);
    expect(await dialog.getByRole("button", { name: /^Run 0 rows/ }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");

    const batchId = new URL(page.url()).pathname.split("/").at(-1);
    await page.goto(`${fleet.url}/tasks?batchId=${batchId}&outcome=business_error`);
    await page.getByText("of the batch orders").waitFor();
    await region(page, "Tasks, newest first").getByRole("link", { name: "Edit and retry" }).click();
    await page.getByRole("heading", { name: "Edit and run again" }).waitFor();
    await region(page, "Where it comes from").getByText("The order desk refused").waitFor();
    await page.getByLabel("quantity *").fill("2");
    await look(page, "run-edit-row");
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Submit task" }).click();
    await page.getByRole("heading", { name: "Task", level: 1 }).waitFor();
    await page.locator(".page-title").getByText("succeeded").waitFor({ timeout: 120_000 });
    expect((await fleet.call("GET", `/v1/batches/${batchId}`)).outcomes.business_error).toBe(1);

    // A cell that is required and empty stays what it is: most orders have no notes.
    const { items } = await fleet.call("GET", `/v1/batches/${batchId}/rows`);
    const bare = items.find(({ inputs }: { inputs: { notes: string } }) => inputs.notes === "");
    await page.goto(`${fleet.url}/tasks/new?from=${bare.id}`);
    await page.getByRole("button", { name: "Submit task" }).click();
    await page.getByRole("heading", { name: "Task", level: 1 }).waitFor();
    await page.locator(".page-title").getByText("succeeded").waitFor({ timeout: 120_000 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("a failed inline program is found among the dead letters, edited, and goes out as a new task", async () => {
    const failed = await fleet.call("POST", "/v1/tasks", {
      steps: [
        { do: "computer_process_start", with: { app: "no-such-app" } },
        { id: "size", do: "computer_screen_size", save: { width: "result.width" } },
      ],
      ...{ grants: ["computer_use", "write"], output: { width: "steps.size.width" } },
      ...{ maxAttempts: 1, reference: "by hand", priority: 70, inputs: { note: "kept" } },
    });
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/tasks" });
    await expect.poll(async () => (await fleet.call("GET", `/v1/tasks/${failed.id}`)).state, LONG).toBe("failed");
    await page.getByRole("heading", { name: "Tasks", level: 1 }).click();
    await page.keyboard.press("d");
    await expect.poll(() => new URL(page.url()).search, PATIENT).toBe("?state=failed");
    await page.getByRole("row").filter({ hasText: "by hand" }).getByRole("link", { name: "Edit and retry" }).click();

    const steps = page.getByLabel("Steps, as JSON");
    await expect.poll(() => steps.inputValue(), PATIENT).toContain("no-such-app");
    expect(await page.getByLabel("Reference").inputValue()).toBe("by hand");
    expect(await page.getByLabel("Priority").inputValue()).toBe("70");
    await steps.fill("[{");
    await page.getByRole("button", { name: "Submit task" }).click();
    await page.getByText("This is not a JSON list of steps.").waitFor();
    await steps.fill('[{ "do": "computer_no_such_tool" }]');
    await page.getByRole("button", { name: "Submit task" }).click();
    await page.getByRole("alert").getByText("/steps/0/do").waitFor();
    await look(page, "run-edit-inline");
    expect(await faultsInBothThemes(page)).toEqual([]);

    await steps.fill('[{ "id": "size", "do": "computer_screen_size", "save": { "width": "result.width" } }]');
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    const whole = JSON.parse(await page.getByLabel("The request").inputValue());
    expect(whole).toMatchObject({ output: { width: "steps.size.width" }, inputs: { note: "kept" }, priority: 70 });
    await page.getByRole("button", { name: "Back to the form" }).click();
    // The answer is lost on its way: sent again, it is still one task.
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/v1/tasks", loseAnswer, { times: 1 });
    await page.getByRole("button", { name: "Submit task" }).click();
    await page.getByRole("alert").getByText("The API does not answer").waitFor();
    await page.getByRole("button", { name: "Submit task" }).click();
    await page.getByRole("heading", { name: "Task", level: 1 }).waitFor();
    await page.locator(".page-title").getByText("succeeded").waitFor({ timeout: 120_000 });
    const id = new URL(page.url()).pathname.split("/").at(-1);
    expect(id).not.toBe(failed.id);
    expect(await fleet.call("GET", `/v1/tasks/${id}`)).toMatchObject({
      output: { width: 1_280 },
      reference: "by hand",
    });
    expect((await fleet.call("GET", `/v1/tasks/${failed.id}`)).attempts).toHaveLength(1);
    expect((await fleet.call("GET", "/v1/tasks?reference=by%20hand")).items).toHaveLength(2);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("a dry run fills every step in and says what the gates would, and no desktop starts", async () => {
    const before = (await fleet.call("GET", "/v1/sessions?limit=200")).items.length;
    const { context, page, complaints } = await openConsole(browser, fleet, {
      path: "/settings/workflows/enter-order",
    });
    const panel = region(page, "Dry run");
    for (const [label, value] of [
      ["customer *", "Zoë <b>& Söhne"],
      ["email *", "zoe@example.com"],
      ["quantity *", "two"],
      ["unitPrice *", "12.50"],
      ["deliveryDate *", "2026-05-01"],
    ] as const)
      await panel.getByLabel(label).fill(value);
    await panel.getByLabel("product *").selectOption("Desk lamp");
    await panel.getByRole("button", { name: "Dry run" }).click();
    await panel
      .getByRole("status")
      .getByText(/^14 steps: .*values have faults$/)
      .waitFor();
    expect(await panel.getByLabel("quantity *").getAttribute("aria-invalid")).toBe("true");
    await panel.getByLabel("quantity *").fill("2");
    await panel.getByLabel("notes *").fill("{{ 7 * 7 }}");
    await panel.getByRole("button", { name: "Dry run" }).click();
    await panel
      .getByRole("status")
      .getByText(/^14 steps: [^.]*$/)
      .waitFor();
    const steps = panel.getByRole("table", { name: "Steps" });
    await steps.getByText("Zoë <b>& Söhne").first().waitFor();
    await steps.getByText("{{ 7 * 7 }}").waitFor();
    await steps.getByText("skipped for this row").first().waitFor();
    await steps.getByText("allow").first().waitFor();
    await look(page, "run-dry");
    expect(await faultsInBothThemes(page)).toEqual([]);

    // The same address answers the same, and a rule that denies is seen with its layer.
    await fleet.call("PUT", "/v1/policies/user", {
      document: { rules: [{ effect: "deny", match: "app(order-desk)", reason: "not today" }] },
    });
    await page.reload();
    await steps.getByText("deny").first().waitFor();
    await steps.getByText("not today").first().waitFor();
    await steps.locator("[data-layer=user]").first().waitFor();
    await fleet.call("PUT", "/v1/policies/user", { document: {} });
    expect((await fleet.call("GET", "/v1/sessions?limit=200")).items).toHaveLength(before);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("a recording policy begins with its example, is in force for a running session, and is shown with a task's frames", async () => {
    const { id } = await fleet.call("POST", "/v1/sessions", {});
    const { context, page, complaints } = await openConsole(browser, fleet, { path: "/policies/edit?layer=tenant" });
    const editor = page.getByLabel("Document, JSON or YAML");
    const before = JSON.parse(await editor.inputValue());
    await page.getByRole("button", { name: /^Insert: What is kept of the screen/ }).click();
    await editor.fill((await editor.inputValue()).replace('"masked"', '"hashes"').replace("30", "7"));
    await region(page, "Changes").getByText("/recording").waitFor();
    await page.getByRole("button", { name: "Save as the next version" }).click();
    await page.getByText(/^Version \d+ is in force/).waitFor();
    await vi.waitFor(async () => {
      const { settings } = await fleet.call("GET", `/v1/policies/effective?session=${id}`);
      const frames = settings.find(({ setting }: { setting: string }) => setting === "recording.frames");
      expect(frames.inForce[0]).toMatchObject({ layer: "tenant", value: "hashes" });
    }, PATIENT);
    await page.goto(`${fleet.url}/policies`);
    await page.getByText("recording.frames").waitFor();
    const { items } = await fleet.call("GET", "/v1/tasks?limit=1");
    await page.goto(`${fleet.url}/tasks/${items[0].id}`);
    await page.getByText("Hashes of the screen are kept, no pictures, for 7 days.").waitFor();
    await fleet.call("PUT", "/v1/policies/tenant", { document: before });
    await fleet.call("POST", `/v1/sessions/${id}/close`, {});
    expect(complaints).toEqual([]);
    await context.close();
  });
});
