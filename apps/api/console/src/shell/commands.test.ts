import { expect, it } from "vitest";
import { findCommands } from "./commands.ts";

const commands = ["Overview", "Tasks", "Submit a task", "Batches"].map((label) => ({
  ...{ id: label, label, hint: "" },
  run: () => {},
}));
const found = (text: string) => findCommands(commands, text).map(({ label }) => label);

it("finds by all words in any order, and what begins so comes first", () => {
  expect(found("task")).toEqual(["Tasks", "Submit a task"]);
  expect(found("task submit")).toEqual(["Submit a task"]);
  expect(found("  ")).toHaveLength(4);
  expect(found("tsk")).toEqual([]);
});
