import { afterAll, beforeAll, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { type Harness, startHarness } from "./testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly responses: Record<string, { readonly description?: string }>;
}

/** Every value under the name, at any depth. */
function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...valuesOf(name, inner)]);
}

it("the OpenAPI document is 3.1, whole in itself, and describes every operation", async () => {
  const { json: document } = await harness.request("GET", "/openapi.json");
  expect(document.openapi).toMatch(/^3\.1\./);
  const references = valuesOf("$ref", document).filter((reference) => typeof reference === "string");
  expect(references.length).toBeGreaterThan(50);
  const lost = references.filter((reference) => {
    let node: unknown = document;
    for (const part of reference.replace(/^#\//, "").split("/"))
      node = (node as Record<string, unknown> | undefined)?.[part];
    return node === undefined;
  });
  expect(lost).toEqual([]);
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths))
    for (const [method, { summary, tags, responses }] of Object.entries(operations)) {
      const statuses = Object.keys(responses);
      expect([method, path, !!summary, tags?.length, statuses.some((status) => /^[23]|101/.test(status))]).toEqual([
        method,
        path,
        true,
        1,
        true,
      ]);
    }
});

it("GET /metrics is text that Prometheus reads, and names no tenant", async () => {
  const { text, headers } = await harness.request("GET", "/metrics");
  expect(headers.get("content-type")).toMatch(/^text\/plain; version=/);
  for (const line of text.split("\n").filter((each) => each !== ""))
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_0-9]+ .+|[a-z_0-9]+(\{.*\})? [-+.0-9eInfNa]+)$/);
  expect(text).not.toContain(harness.ours.admin.tenantId);
});
