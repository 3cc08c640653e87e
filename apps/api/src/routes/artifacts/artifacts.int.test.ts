import { createHash, randomUUID } from "node:crypto";
import { insertArtifact } from "@deskfleet/store";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { codeOf, type Harness, startHarness, WORKFLOW } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
let taskId: string;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  await harness.request("POST", "/v1/workflows", { json: WORKFLOW });
  const task = { workflow: "enter-order", inputs: { customer: "A", quantity: 1 } };
  taskId = (await harness.request("POST", "/v1/tasks", { json: task })).json.id;
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

function keep(changes: { name?: string; contentType?: string; content?: Buffer } = {}) {
  const { tenantId } = harness.ours.admin;
  const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10]);
  const input = { taskId, sessionId: null, kind: "frame", name: "failure.png", contentType: "image/png", content };
  return harness.database.tenant(tenantId, (tx) => insertArtifact(tx, { tenantId, ...input, ...changes }));
}
const download = (id: string) =>
  fetch(`${harness.url}/v1/artifacts/${id}`, { headers: { authorization: `Bearer ${harness.ours.viewer.key}` } });

it("needs a key, and answers 404 for what is not there", async () => {
  const { id } = await keep();
  expect((await fetch(`${harness.url}/v1/artifacts/${id}`)).status).toBe(401);
  for (const path of [`/v1/artifacts/${randomUUID()}`, `/v1/tasks/${randomUUID()}/artifacts`])
    expect(codeOf(await harness.request("GET", path))).toEqual({ status: 404, code: "resource.not_found" });
});

it.each([
  ["a page", "text/html", "x.html", "x.html"],
  ["a picture that runs scripts", "image/svg+xml", "x.svg", "x.svg"],
  ["a type that is none", "image/png\u0001; x", "x.png", "x.png"],
  ["a name that ends the header", "text/javascript", 'a"\r\nSet-Cookie: x=1; Łódź.js', "a___Set-Cookie__x_1____d_.js"],
])("%s comes as bytes of no kind, to be saved, without an origin", async (_name, contentType, name, saved) => {
  const { id } = await keep({ contentType, name, content: Buffer.from("<script>alert(1)</script>") });
  const { status, headers } = await download(id);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("content-disposition")).toBe(`attachment; filename="${saved}"`);
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("set-cookie")).toBeNull();
});

it("a task's are listed without their bytes, and come byte for byte under their type", async () => {
  const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const kept = await keep({ name: "saved.png", content });
  const { items } = (await harness.request("GET", `/v1/tasks/${taskId}/artifacts`, { as: harness.ours.viewer })).json;
  expect(items.at(-1)).toEqual(kept);
  const answer = await download(kept.id);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("content-length")).toBe("256");
  expect(answer.headers.get("etag")).toBe(`"${createHash("sha256").update(content).digest("hex")}"`);
});
