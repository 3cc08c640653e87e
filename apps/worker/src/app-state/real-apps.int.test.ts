import { setTimeout as sleep } from "node:timers/promises";
import type { ActionResult, AppStateResult, ElementSummary, ToolReply } from "@deskfleet/contracts";
import type { SandboxDriver } from "@deskfleet/desktop";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PerformCall, perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, failureOf, OPERATOR } from "../sessions/testing.ts";
import { createDesktopBench } from "../sessions/testing-desktops.ts";

/** Applications of the image, read and driven as text only, by the one way. What came of it is looked up in the files they wrote. */

const WAIT = { timeout: 20_000, interval: 200 };
let bench: Bench;
let driver: SandboxDriver;
let session: LiveSession;

beforeAll(async () => {
  ({ bench, driver } = createDesktopBench("real-apps-test"));
  bench.records.document = { grantable: ["*"], grants: ["app(*)"] };
  session = await bench.open({ grants: ["computer_use", "screen", "write"] });
}, 90_000);
afterAll(async () => {
  await bench.host.closeAll();
  await driver.close();
});

async function call(
  tool: string,
  params: Record<string, unknown>,
  more: Partial<PerformCall> = {},
): Promise<ActionResult> {
  bench.clock.nowMs += 1_000; // time stands still in a bench, and gate 7 counts
  const performed = await perform(session, { tool, params, principal: OPERATOR, ...more });
  if (performed.outcome !== "done") throw new Error(`asked: ${performed.approval.evaluation.decisive.code}`);
  return performed.result;
}
const state = async (tool: string, params: Record<string, unknown>): Promise<AppStateResult> =>
  (await call(tool, params)).result as AppStateResult;
/** The number of the line whose element is so. */
function lineOf({ elements = [], text }: AppStateResult, isIt: (element: ElementSummary) => boolean): number {
  const found = elements.find(isIt);
  if (found === undefined) throw new Error(`there is no such element in\n${text}`);
  return found.index;
}
/** The state in which there is such an element: what an action leads to may come later than the state that it answers with. */
async function seen(
  app: string,
  answered: AppStateResult,
  isIt: (element: ElementSummary) => boolean,
): Promise<AppStateResult> {
  let latest = answered;
  const endsAtMs = performance.now() + WAIT.timeout;
  while (!latest.elements?.some(isIt) && performance.now() < endsAtMs) {
    await sleep(WAIT.interval);
    latest = await state("get_app_state", { app });
  }
  return latest;
}
const titled = (title: string) => (element: ElementSummary) => element.title === title;
/** Beside the gates: what a test looks at. */
async function plain(command: string): Promise<string> {
  const args = { command, wait: true };
  const answer = await session.desktop.executor.call(
    "computer_process_start",
    { token: session.fencingToken, deadlineMs: 20_000, args },
    { timeoutMs: 20_000 },
  );
  return ((answer.result as ToolReply).result as { stdout: string }).stdout;
}

describe("a text editor", () => {
  const app = "text-editor";
  const TEXT = "Grüße aus Köln – 漢字 👍\nsecond line";

  it("is started by reading it, and read with a picture of its window", async () => {
    const { result, frame } = await call("get_app_state", { app });
    const read = result as AppStateResult;
    expect(read.text).toMatch(/^Computer Use state \(CUA App Version: .+\)\n/);
    expect(read.text).toMatch(
      /\nApp=org\.xfce\.mousepad \(pid \d+\)\nWindow: ".*Mousepad", App: Mousepad\.\n0 standard window /,
    );
    expect(read.text).toMatch(
      /\n<app_specific_instructions>\n## Mousepad\n[\s\S]+\n<\/app_specific_instructions>\n<app_state>\n/,
    );
    expect(read.elements?.some(({ role }) => role === "text entry area")).toBe(true);
    expect(frame).toMatchObject({ format: "png", region: read.window?.frame });
    expect((await state("list_apps", {})).text).toMatch(/^Mousepad — org\.xfce\.mousepad \[running/m);
  });

  it("takes text, and saves it by its menu", async () => {
    const read = await state("get_app_state", { app });
    const area = lineOf(read, ({ role }) => role === "text entry area");
    await state("click", { app, element_index: area });
    const typed = await state("type_text", { app, text: TEXT });
    expect(typed.text).toContain("漢字 👍");
    const opened = await state("click", { app, element_index: lineOf(typed, titled("File")) });
    const menu = await seen(app, opened, titled("Save As..."));
    const chosen = await state("click", { app, element_index: lineOf(menu, titled("Save As...")) });
    const isName = ({ role, title }: ElementSummary) => role === "text field" && /name/i.test(title);
    const dialog = await seen(app, chosen, isName);
    const name = lineOf(dialog, isName);
    const filled = await state("set_value", { app, element_index: name, value: "/workspace/letter.txt" });
    expect(filled.after).toBe("/workspace/letter.txt");
    await state("click", {
      app,
      element_index: lineOf(filled, ({ role, title }) => role === "button" && title === "Save"),
    });
    await expect.poll(() => plain("cat /workspace/letter.txt"), WAIT).toBe(TEXT);
  });

  it("is found by what a person would say of it, and by keys", async () => {
    await state("set_value", { element: { app, role: "text entry area" }, value: "replaced" });
    await state("press_key", { app, key: "ctrl+s" });
    await expect.poll(() => plain("cat /workspace/letter.txt"), WAIT).toBe("replaced");
  });

  it("an element that is not there is said to be so, with what is there instead", async () => {
    bench.clock.nowMs += 1_000;
    const work = perform(session, {
      ...{ tool: "click", params: { element: { app, role: "button", name: "Fly" } }, principal: OPERATOR },
      targetTimeoutMs: 300,
    });
    expect(await failureOf(work)).toMatchObject({ code: "action.failed", data: { matches: [] } });
  });
});

describe("an order form", () => {
  const app = "order-desk";

  it("is filled by its labels and submitted; its file has the order", async () => {
    await state("get_app_state", { app });
    const customer = await state("set_value", { element: { app, label: "Customer" }, value: "Łucja Nowak" });
    expect(customer).toMatchObject({ before: "", after: "Łucja Nowak" });
    await state("set_value", { element: { app, label: "Quantity" }, value: "3" });
    const save = { element: { app, role: "button", name: "Save" } };
    const refused = await seen(app, await state("click", save), titled("OK"));
    expect(refused.text).toContain("alert Order not valid");
    await state("click", { app, element_index: lineOf(refused, titled("OK")) });
    for (const [label, value] of [
      ["E-mail", "lucja@example.com"],
      ["Product", "Standing desk"],
      ["Unit price", "19.90"],
      ["Delivery date", "2030-12-31"],
    ])
      await state("set_value", { element: { app, label }, value });
    await state("set_value", { element: { app, role: "checkbox" }, value: "on" });
    const asked = await seen(app, await state("click", save), titled("Confirm"));
    expect(asked.text).toContain("Save 3 x Standing desk for Łucja Nowak?");
    await state("click", { app, element_index: lineOf(asked, titled("Confirm")) });
    await expect.poll(() => plain("cat /workspace/orders.jsonl"), WAIT).toMatch(/\n$/);
    const [order] = (await plain("cat /workspace/orders.jsonl")).trim().split("\n");
    expect(JSON.parse(order ?? "")).toMatchObject({ customer: "Łucja Nowak", quantity: 3, express: true });
  });
});

describe("a terminal", () => {
  const app = "terminal";
  const codeOf = async (tool: string, params: Record<string, unknown>) => {
    bench.clock.nowMs += 1_000;
    return failureOf(perform(session, { tool, params: { app, ...params }, principal: OPERATOR }));
  };

  it("has no tree, takes lines that a command may be, and no others", async () => {
    const read = await state("get_app_state", { app });
    expect(read).toMatchObject({ app: { toolkit: "none" }, elements: [{ index: 0 }], frame_reliability: "none" });
    const prompt = async () => (await call("type_text", { app, text: "ls -d" })).tool;
    // The shell may not wait for a line yet.
    await expect.poll(() => prompt().catch(({ code }) => code), WAIT).toBe("type_text");
    await state("press_key", { app, key: "ctrl+c" });
    await state("type_text", { app, text: "date > /workspace/when.txt\n" });
    await expect.poll(() => plain("cat /workspace/when.txt"), WAIT).not.toBe("");
    const denied = { code: "policy.denied", data: expect.objectContaining({ gate: "command" }) };
    expect(await codeOf("type_text", { text: "cat /etc/passwd\n" })).toMatchObject(denied);
    expect(await codeOf("press_key", { key: "Up" })).toMatchObject(denied);
    expect(await codeOf("click", { x: 20, y: 20, mouse_button: "middle" })).toMatchObject(denied);
  });
});
