import type { ClipboardText } from "@deskfleet/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { problem } from "../../testing/fake-worker.ts";
import { codeOf, type Harness, startHarness } from "../../testing/harness.ts";

const TEXT: ClipboardText = { text: "the key is •••", masked: ["token"], truncated: false };

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
beforeEach(() => {
  harness.worker.calls.length = 0;
  harness.worker.onCall = () => ({ status: 200, type: "application/json", body: JSON.stringify(TEXT) });
});
const read = (id: string, as = harness.ours.operator) =>
  harness.request("POST", `/v1/sessions/${id}/clipboard/read`, { as });

describe("POST /v1/sessions/{id}/clipboard/read", () => {
  it("403 for a viewer, 404 for another tenant's session, and nothing reaches the worker", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    expect(codeOf(await read(id, harness.ours.viewer))).toEqual({ status: 403, code: "auth.forbidden" });
    expect(codeOf(await read(id, harness.theirs.operator))).toEqual({ status: 404, code: "resource.not_found" });
    expect(harness.worker.calls).toEqual([]);
  });

  it.each([
    ["policy.denied", 403],
    ["session.human_control", 409],
    ["resource.conflict", 409],
    ["audit.unavailable", 503],
  ] as const)("%s of the worker passes through as %i", async (code, status) => {
    const { id } = await harness.openSession(harness.ours.operator);
    harness.worker.onCall = () => problem(code, { layer: "tenant" });
    expect(codeOf(await read(id))).toEqual({ status, code });
  });

  it("200 with what the worker lets through, asked in the caller's own name", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const answer = await read(id);
    expect([answer.status, answer.json]).toEqual([200, TEXT]);
    expect(harness.worker.calls).toMatchObject([
      {
        path: `/internal/sessions/${id}/clipboard`,
        claims: { principal: { id: harness.ours.operator.principalId } },
      },
    ]);
  });
});
