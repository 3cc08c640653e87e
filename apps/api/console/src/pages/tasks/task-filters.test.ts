import type { Task } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { asksForDead, matchesTask } from "./task-filters.ts";

const task = { state: "failed", outcome: "timeout", workflow: "a@1", reference: null, batchId: "b" } as Task;
const none = { state: "", outcome: "", workflow: "", reference: "", batchId: "" };

it.each([
  ["nothing asked", {}, true],
  ["all that is asked holds", { state: "failed", outcome: "timeout", batchId: "b" }, true],
  ["another outcome", { outcome: "success" }, false],
  ["another batch", { batchId: "c" }, false],
  ["a reference that it has not", { reference: "x" }, false],
])("a task belongs to a filtered list: %s", (_name, filters, does) => {
  expect(matchesTask(task, { ...none, ...filters })).toBe(does);
});

it.each([
  ["failed", "", true],
  ["", "timeout", true],
  ["", "success", false],
  ["queued", "", false],
  ["", "", false],
])("state %j and outcome %j ask for dead letters alone: %s", (state, outcome, does) => {
  expect(asksForDead({ state, outcome })).toBe(does);
});
