import { TOOLS } from "@deskfleet/contracts";
import { updateSession } from "@deskfleet/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { actionResult, framed } from "../testing/fake-worker.ts";
import { type Harness, startHarness } from "../testing/harness.ts";
import { connectMcp, structuredOf, textOf } from "./testing-client.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  harness.worker.onCall = async ({ path, body, claims }) => {
    if (path === "/internal/sessions") {
      const { sessionId } = body as { sessionId: string };
      await harness.database.tenant(claims.principal.tenantId, (tx) =>
        updateSession(tx, sessionId, { state: "active", workerId: harness.worker.id }),
      );
    }
    return path.endsWith("/actions")
      ? framed(actionResult("computer_screen_size", { width: 1280, height: 800 }))
      : { status: 204 };
  };
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

describe("tools", () => {
  it("lists and calls", async () => {
    const { client } = await connectMcp(harness.url, harness.ours.operator);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(20);
    const result = await client.callTool({ name: "computer_screen_size", arguments: {} });
    expect([textOf(result), structuredOf(result)]).toEqual([
      '{"width":1280,"height":800}',
      { width: 1280, height: 800 },
    ]);
    expect(TOOLS.size).toBeGreaterThan(25);
  });
});
