import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TOOLS } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Harness, startHarness } from "../testing/harness.ts";
import { does, serveDesktops } from "./testing-desktops.ts";

const ROOT = new URL("../../../../", import.meta.url);
/** It looks for its package.json from where it is started. */
const INSPECTOR = fileURLToPath(new URL("node_modules/@modelcontextprotocol/inspector-cli/build/", ROOT));
const BRIDGE = fileURLToPath(new URL("packages/client/bin/deskfleet.js", ROOT));
const run = promisify(execFile);

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  serveDesktops(harness, ({ tool, params }) => does(tool, params, Buffer.from("picture")));
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

/** What the inspector's command line prints: over HTTP, or through the bridge as a process that it starts. */
async function inspect(way: "http" | "stdio", args: readonly string[]) {
  await harness.reportWorker();
  const { key } = harness.ours.operator;
  const target =
    way === "http"
      ? ["--cli", `${harness.url}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${key}`]
      : [
          "--cli",
          process.execPath,
          BRIDGE,
          "mcp",
          "-e",
          `DESKFLEET_API_KEY=${key}`,
          "-e",
          `DESKFLEET_URL=${harness.url}`,
        ];
  const { stdout } = await run(process.execPath, ["cli.js", ...target, ...args], {
    cwd: INSPECTOR,
    maxBuffer: 16 * 1_024 * 1_024,
  });
  return JSON.parse(stdout);
}

describe.each(["http", "stdio"] as const)("the MCP Inspector over %s", (way) => {
  it("lists the tools", async () => {
    const { tools } = await inspect(way, ["--method", "tools/list"]);
    const listed = [...TOOLS.values()].filter(({ exposure }) => exposure !== "deferred").map(({ id }) => id);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(listed));
  });

  it("calls one, with arguments", async () => {
    const args = [
      "--method",
      "tools/call",
      "--tool-name",
      "computer_mouse_move",
      "--tool-arg",
      "x=5",
      "--tool-arg",
      "y=6",
    ];
    const result = await inspect(way, args);
    expect(result.content).toEqual([
      { type: "text", text: expect.stringContaining('{"x":5,"y":6') },
      { type: "image", data: Buffer.from("picture").toString("base64"), mimeType: "image/png" },
    ]);
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({ x: 5, y: 6 });
  });

  it("reads a refusal as a tool's error", async () => {
    const result = await inspect(way, [
      "--method",
      "tools/call",
      "--tool-name",
      "click",
      "--tool-arg",
      "element_index=1",
    ]);
    expect([result.isError, result.structuredContent.code]).toEqual([true, "request.invalid"]);
  });

  it("lists and reads resources", async () => {
    const { resources } = await inspect(way, ["--method", "resources/list"]);
    expect(resources.map(({ uri }: { uri: string }) => uri)).toContain("deskfleet://session");
  });
});
