import { TOOLS } from "@deskfleet/contracts";
import { putPolicy, updateSession } from "@deskfleet/store";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Caller, type Harness, startHarness } from "../testing/harness.ts";
import { connectMcp, structuredOf } from "./testing-client.ts";
import { does, serveDesktops } from "./testing-desktops.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  serveDesktops(harness, ({ tool }) => does(tool, {}));
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const OWN = ["deskfleet_session", "deskfleet_tools", "deskfleet_approval"];
const DEFERRED = [...TOOLS.values()].filter(({ exposure }) => exposure === "deferred").map(({ id }) => id);
async function list(query = "", as: Caller = harness.ours.operator) {
  const { client } = await connectMcp(harness.url, { key: as.key, query });
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}
const namesOf = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);
const listedByRest = async (query: string, as: Caller = harness.ours.operator): Promise<string[]> =>
  (await harness.request("GET", `/v1/tools${query}`, { as })).json.items
    .filter(({ deferred }: { deferred: boolean }) => !deferred)
    .map(({ id }: { id: string }) => id);

beforeEach(() => harness.reportWorker());

describe("tools/list", () => {
  it.each(["full", "simple", "script"])(
    "in mode %s is what GET /v1/tools has in full, and the connection's own",
    async (mode) => {
      expect(namesOf(await list(`?mode=${mode}`))).toEqual([...(await listedByRest(`?mode=${mode}`)), ...OWN]);
    },
  );

  it("shows viewers what they may call", async () => {
    const viewer = harness.ours.viewer;
    expect(namesOf(await list("", viewer))).toEqual([...(await listedByRest("", viewer)), ...OWN]);
  });

  it("shows what a paused session can do", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    await harness.database.tenant(harness.ours.operator.tenantId, (tx) => updateSession(tx, id, { state: "paused" }));
    const names = namesOf(await list(`?session=${id}`));
    expect([names.includes("computer_mouse_click"), names.includes("computer_file_read")]).toEqual([false, true]);
  });

  it("has the exact schemas of the surface for MCP where a tool has one, and the registry's else", async () => {
    for (const tool of await list()) {
      const definition = TOOLS.get(tool.name);
      expect([tool.inputSchema.type, tool.inputSchema.additionalProperties]).toEqual(["object", false]);
      if (definition?.category !== "app_state") continue;
      const { properties = {}, required = [] } = tool.inputSchema;
      expect([tool.name, Object.hasOwn(properties, "element"), required.includes("app")]).toEqual([
        ...[tool.name, false, tool.name !== "list_apps"],
      ]);
    }
  });

  it("has a title, a description, all four hints and an output schema for every tool", async () => {
    for (const { name, title, description, annotations, outputSchema } of await list()) {
      expect([name, title, description].every((text) => text)).toBe(true);
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        ...["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint", "title"],
      ]);
      expect(outputSchema?.type).toBe("object");
    }
  });

  it("says of the app-state tools what they promise, and of what writes that it may destroy", async () => {
    const hints = Object.fromEntries((await list()).map(({ name, annotations }) => [name, annotations]));
    const of = (name: string) => {
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints[name] ?? {};
      return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
    };
    const appState = [...TOOLS.values()].filter(({ category }) => category === "app_state");
    for (const { id, isReadOnly } of appState)
      expect([id, of(id)]).toEqual([id, [isReadOnly, false, isReadOnly, false]]);
    expect([of("computer_file_write"), of("computer_screen_size")]).toEqual([
      [false, true, false, false],
      [true, false, true, false],
    ]);
  });
});

describe("rare tools", () => {
  it("are added by a search, which tells the client", async () => {
    const { client } = await connectMcp(harness.url, harness.ours.operator);
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    expect(namesOf((await client.listTools()).tools).filter((name) => DEFERRED.includes(name))).toEqual([]);
    const found = await client.callTool({ name: "deskfleet_tools", arguments: { query: `select:${DEFERRED[0]}` } });
    expect(structuredOf(found)).toMatchObject({
      total: 1,
      tools: [{ name: DEFERRED[0], inputSchema: { type: "object" } }],
    });
    await told;
    expect(namesOf((await client.listTools()).tools)).toContain(DEFERRED[0]);
    await client.close();
  });

  it("of one connection are not another's", async () => {
    expect(namesOf(await list()).filter((name) => DEFERRED.includes(name))).toEqual([]);
  });

  it("can be called by name all the same: a list is no permission", async () => {
    const { client } = await connectMcp(harness.url, harness.ours.operator);
    const result = await client.callTool({ name: DEFERRED[0] ?? "", arguments: { windowId: 1 } });
    expect(result.isError).toBeFalsy();
    await client.close();
  });
});

describe("tools/list_changed", () => {
  it("is sent when a policy takes a tool away", async () => {
    const { client } = await connectMcp(harness.url, harness.theirs.operator);
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    await client.listTools();
    const { tenantId } = harness.theirs.admin;
    const document = { features: { computer_clipboard_paste: false } };
    const put = () =>
      harness.database.tenant(tenantId, (tx) =>
        putPolicy(tx, { tenantId, document, comment: "", createdBy: "system" }),
      );
    await put();
    await told;
    expect(namesOf((await client.listTools()).tools)).not.toContain("computer_clipboard_paste");
    await client.close();
  });
});
