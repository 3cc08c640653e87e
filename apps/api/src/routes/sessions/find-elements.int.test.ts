import { randomUUID } from "node:crypto";
import type { FoundElements } from "@deskfleet/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { problem } from "../../testing/fake-worker.ts";
import { codeOf, type Harness, startHarness } from "../../testing/harness.ts";

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
  harness.worker.onCall = () => ({ status: 200, type: "application/json", body: JSON.stringify(FOUND) });
});

const FOUND: FoundElements = {
  matches: [{ frame: { x: 1, y: 2, width: 3, height: 4 }, score: 0.97, text: "Save" }],
  ...{ candidates: [], missing: null, waitedMs: 12, frame: null },
};
const find = (id: string, json: unknown, as = harness.ours.operator) =>
  harness.request("POST", `/v1/sessions/${id}/elements/find`, { as, json });
const SAVE = { target: { role: "button", name: "Save" } };

describe("POST /v1/sessions/{id}/elements/find", () => {
  it.each<[string, unknown, string]>([
    ["nothing to look for", {}, "/target"],
    ["a target that says nothing", { target: {} }, "/target"],
    [
      "an unknown field of a locator, by its place",
      { target: { role: "row", inside: { nmae: "x" } } },
      "/target/inside",
    ],
    ["an unknown state", { ...SAVE, state: "shiny" }, "/state"],
    ["a wait of more than a minute", { ...SAVE, timeoutMs: 60_001 }, "/timeoutMs"],
  ])("400 for %s", async (_name, body, path) => {
    const { id } = await harness.openSession(harness.ours.operator);
    const answer = await find(id, body);
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.invalid" });
    expect(answer.json.faults.map((fault: { path: string }) => fault.path)).toContainEqual(
      expect.stringContaining(path),
    );
    expect(harness.worker.calls).toEqual([]);
  });

  it("403 for a viewer, 404 for another tenant's session", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    expect(codeOf(await find(id, SAVE, harness.ours.viewer))).toEqual({ status: 403, code: "auth.forbidden" });
    expect(codeOf(await find(id, SAVE, harness.theirs.operator))).toEqual({ status: 404, code: "resource.not_found" });
    expect(codeOf(await find(randomUUID(), SAVE))).toEqual({ status: 404, code: "resource.not_found" });
  });

  it.each([
    ["policy.denied", 403],
    ["session.paused", 409],
    ["audit.unavailable", 503],
  ] as const)("%s of the worker passes through as %i", async (code, status) => {
    const { id } = await harness.openSession(harness.ours.operator);
    harness.worker.onCall = () => problem(code);
    expect(codeOf(await find(id, SAVE))).toEqual({ status, code });
  });

  it("gives up with its caller", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    harness.worker.onCall = async ({ givenUp }) => {
      await new Promise((resolve) => givenUp.addEventListener("abort", resolve, { once: true }));
      return { status: 204 };
    };
    const caller = new AbortController();
    const url = new URL(`/v1/sessions/${id}/elements/find`, harness.url);
    const headers = { authorization: `Bearer ${harness.ours.operator.key}`, "content-type": "application/json" };
    const body = JSON.stringify({ ...SAVE, timeoutMs: 60_000 });
    const answer = fetch(url, { method: "POST", headers, body, signal: caller.signal });
    await expect.poll(() => harness.worker.calls.length, { timeout: 20_000 }).toBe(1);
    caller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => harness.worker.calls[0]?.givenUp.aborted, { timeout: 20_000 }).toBe(true);
  });

  it("200 with what the worker found, asked with all that was given", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const answer = await find(id, { ...SAVE, state: "enabled", timeoutMs: 500 });
    expect([answer.status, answer.json]).toEqual([200, FOUND]);
    expect(harness.worker.calls).toMatchObject([
      { path: `/internal/sessions/${id}/find`, body: { ...SAVE, state: "enabled", timeoutMs: 500 } },
    ]);
  });
});
