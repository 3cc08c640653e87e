import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WorkflowDocument } from "@deskfleet/contracts";
import { parseWorkflowText } from "@deskfleet/workflow";
import { expect, it } from "vitest";
import type { ApiClient } from "./api-client.ts";
import { storeWorkflow } from "./store-workflow.ts";

const text = readFileSync(join(import.meta.dirname, "enter-order.yaml"), "utf8");
const own = WorkflowDocument.parse(parseWorkflowText(text).document);
const stored = (version: number, changes = {}) => ({
  ...{ ...own, version, ...changes },
  ...{ id: "01890000-0000-7000-8000-000000000000", createdAt: "2026-01-01T00:00:00.000Z" },
});

/** Answers with these workflows, and keeps what is stored. */
function api(items: readonly object[]) {
  const made: unknown[] = [];
  const client = {
    get: async (_path, schema) => schema.parse({ items, nextCursor: null }),
    send: async (_method, _path, body, schema) => {
      made.push(body);
      return schema.parse({ ...stored(1), ...(body as object) });
    },
  } satisfies Pick<ApiClient, "get" | "send">;
  return { client, made };
}

it("an own workflow of the same name and version is neither run in the demo's place nor in its way", async () => {
  const { client, made } = api([stored(1, { output: {} })]);
  expect(await storeWorkflow(client, text)).toBe("enter-order@2");
  expect(made).toEqual([{ ...own, version: 2 }]);
});

it("the demo's is stored once", async () => {
  const first = api([]);
  expect(await storeWorkflow(first.client, text)).toBe("enter-order@1");
  const again = api([stored(3), stored(2, { grants: [] })]);
  expect(await storeWorkflow(again.client, text)).toBe("enter-order@3");
  expect(again.made).toEqual([]);
});
