import { isDeepStrictEqual } from "node:util";
import { StoredWorkflow, WorkflowDocument } from "@deskfleet/contracts";
import { parseWorkflowText } from "@deskfleet/workflow";
import { z } from "zod";
import type { ApiClient } from "./api-client.ts";

const Stored = z.object({ items: z.array(StoredWorkflow) });

/**
 * The version that is exactly this workflow, stored when there is none: under its name there may be others, of an older
 * checkout or somebody's own.
 * @returns `name@version`
 */
export async function storeWorkflow(api: Pick<ApiClient, "get" | "send">, text: string): Promise<string> {
  const own = WorkflowDocument.parse(parseWorkflowText(text).document);
  const { items } = await api.get(`/v1/workflows?name=${own.name}&limit=200`, Stored);
  const same = items.find(({ id: _id, createdAt: _createdAt, ...document }) =>
    isDeepStrictEqual(document, { ...own, version: document.version }),
  );
  const version = same?.version ?? Math.max(0, ...items.map((stored) => stored.version)) + 1;
  if (same === undefined) await api.send("POST", "/v1/workflows", { ...own, version }, StoredWorkflow);
  return `${own.name}@${version}`;
}
