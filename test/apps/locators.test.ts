import { Artifact, Task } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { z } from "zod";
import { type Desk, openDesk } from "./desk.ts";
import { CallError, call } from "./fleet.ts";

/** Elements said as a person would: waited for in a program that takes its time, in tasks, and where the form shuffles them. */

const WAIT = { timeout: 120_000, interval: 250 };
const FILE = "/workspace/late.json";
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable("it was done"),
    (error: unknown) => (error instanceof CallError ? error.detail : expect.unreachable(String(error))),
  );

describe("a program that takes its time", () => {
  let app: string;
  beforeAll(async () => {
    app = await desk.start(`python3 programs/gtk3_late.py ${FILE}`);
  });

  it("is clicked once its button is there, enabled and at rest", async () => {
    await desk.tool("click", { element: { app, role: "button", name: "Go" } });
    expect(await desk.saved(FILE, ({ presses }) => (presses as unknown[]).length > 0)).toEqual({
      presses: [{ rests: true }],
    });
  });

  it("has one of its twins left by then, which is clicked; two that stay are an error that tells them apart", async () => {
    await desk.tool("click", { element: { app, role: "button", name: "Twin" } });
    expect(await failureOf(desk.tool("click", { element: { app, role: "button", name: "Both" } }))).toBe(
      `2 elements are button "Both" of "${app}"; say which (inside, nth, id): ` +
        'button "Both" aka {"role":"button","name":"Both","nth":0}; button "Both" aka {"role":"button","name":"Both","nth":1}',
    );
    await desk.tool("click", { element: { app, role: "button", name: "Both", nth: 1 } });
  });

  it("is looked at without a click", async () => {
    const { matches } = await desk.find({ target: { app, name: { startsWith: "T" } }, timeoutMs: 5_000 });
    expect(matches).toEqual([expect.objectContaining({ role: "button", title: "Twin" })]);
    const none = await desk.find({ target: { app, role: "button", name: "Gone" } });
    expect(none).toMatchObject({ matches: [], candidates: [{ title: "Go" }, {}, {}, {}], frame: { format: "png" } });
    const nowhere = await desk.find({ target: { app: "no such program", name: "Go" } });
    expect(nowhere.missing).toBe('appNotFound("no such program")');
  });
});

async function taskOf(request: object): Promise<Task> {
  const fleet = inject("fleet");
  const { id } = await call(fleet, "POST", "/v1/tasks", {
    grants: ["computer_use", "screen", "write"],
    ...request,
  });
  return vi.waitFor(async () => {
    const task = Task.parse(await call(fleet, "GET", `/v1/tasks/${String(id)}`));
    if (task.outcome === null) throw new Error(`it is ${task.state}`);
    return task;
  }, WAIT);
}

const open = {
  do: "computer_process_start",
  with: { app: "order-desk" },
  timeout: "40s",
  expect: { window: { title: "Order desk" } },
};
const set = (label: string, value: string) => ({ do: "set_value", with: { element: { label }, value } });
const press = (name: string) => ({ do: "click", with: { element: { role: "button", name } } });
const REFUSED = {
  element: { window: "Order not valid", role: "text" },
  outcome: "business_error",
  message: "{{ element.text }}",
};
const enter = (customer: string) => [
  set("Customer", customer),
  set("E-mail", "a@example.com"),
  set("Product", "Desk lamp"),
  set("Quantity", "3"),
  set("Unit price", "1.50"),
  set("Delivery date", "2031-01-31"),
  { ...press("Save"), expect: { any: [{ window: { title: "Confirm order" } }, REFUSED] } },
  press("Confirm"),
];

describe("a task", { timeout: 180_000 }, () => {
  it("finds each field by its label, round after round, and reads what it expects", async () => {
    const task = await taskOf({
      steps: [
        open,
        ...enter("Łucja"),
        {
          id: "first",
          do: "list_apps",
          expect: { element: { role: "row", text: "Łucja" }, value: { pattern: "^$" } },
          save: { row: "element.title" },
        },
        ...enter("世界商店"),
        { do: "list_apps", expect: { element: { role: "row" }, count: 2 } },
        { do: "list_apps", expect: { element: { label: "Quantity" }, value: "1", state: "enabled" } },
        { do: "list_apps", timeout: "40s", expect: { element: { ocr: "Saved orders" } } },
        { do: "list_apps", expect: { element: { role: "button", name: "Confirm" }, exists: false } },
      ],
      output: { row: "steps.first.row" },
    });
    expect([task.reason, task.outcome]).toEqual([null, "success"]);
    expect(task.output).toEqual({ row: "1 | Łucja | Desk lamp | 3 | 2031-01-31" });
  });

  it("that waits in vain says what was there instead, and keeps a picture of it", async () => {
    const task = await taskOf({
      steps: [open, { ...set("Custmer", "Ada"), timeout: "1s" }],
      maxAttempts: 1,
    });
    expect(task.outcome).toBe("application_error");
    expect(task.reason).toMatch(
      /^step 2: waited 1\.\d s for element labelled "Custmer" to be visible, enabled, settable: nothing matches; nearest: text field "Customer" aka {"label":"Customer"}/,
    );
    const { items } = z
      .object({ items: z.array(Artifact) })
      .parse(await call(inject("fleet"), "GET", `/v1/tasks/${task.id}/artifacts`));
    expect(items.map(({ name }) => name)).toEqual(["failure.png"]);
  });
});
