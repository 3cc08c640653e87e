import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findSession } from "@deskfleet/store";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Caller, type Harness, startHarness } from "../testing/harness.ts";
import { askAlways } from "./testing-asks.ts";
import { structuredOf, textOf } from "./testing-client.ts";
import { does, pathsOf, serveDesktops } from "./testing-desktops.ts";
import { BreakingProxy } from "./testing-proxy.ts";
import { INITIALIZE } from "./testing-raw.ts";

const BIN = fileURLToPath(new URL("../../../../packages/client/bin/deskfleet.js", import.meta.url));
const SLOW = { timeout: 30_000 };

let database: TestDatabase;
let harness: Harness;
let proxy: BreakingProxy;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  proxy = new BreakingProxy(harness.url);
  await proxy.start();
});
afterAll(async () => {
  await proxy.stop();
  await harness.close();
  await database.drop();
});
beforeEach(async () => {
  await harness.reportWorker();
  harness.worker.calls.length = 0;
  serveDesktops(harness, ({ tool }) => does(tool, { width: 3, height: 4 }));
});

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
/** The official client, on the stdin and stdout of the command. */
async function connect(caller: Caller, { args = [] as string[], elicitation = false } = {}): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "mcp", "--url", proxy.url, ...args],
    env: { DESKFLEET_API_KEY: caller.key },
    stderr: "ignore",
  });
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: elicitation ? { elicitation: { form: {} } } : {} },
  );
  await client.connect(transport);
  open.push(client);
  return client;
}
const size = (client: Client) => client.callTool({ name: "computer_screen_size", arguments: {} });

/** The command itself, to look at every byte of its. */
function start(
  args: string[],
  environment: Record<string, string>,
): { child: ChildProcessWithoutNullStreams; lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, [BIN, ...args], { env: environment });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

describe("deskfleet mcp", () => {
  it("is to its client what /mcp is: tools, calls, pictures, progress, resources", async () => {
    const client = await connect(harness.ours.operator, {
      args: ["--grants", "computer_use,write", "--mode", "simple"],
    });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("computer_screen_capture");
    expect(tools.map(({ name }) => name)).not.toContain("computer_file_read");
    serveDesktops(harness, ({ tool }) => does(tool, { text: "state" }, Buffer.from("picture")));
    const told: string[] = [];
    const params = { name: "get_app_state", arguments: { app: "Editor" } };
    const result = await client.callTool(params, CallToolResultSchema, {
      onprogress: ({ message = "" }) => told.push(message),
    });
    expect(result.content).toEqual([
      { type: "text", text: "state" },
      { type: "image", data: Buffer.from("picture").toString("base64"), mimeType: "image/png" },
    ]);
    expect(told).toEqual(["Starting a desktop", "get_app_state"]);
    expect(harness.worker.calls[0]?.body).toMatchObject({ request: { grants: ["computer_use", "write"] } });
    expect((await client.listResources()).resources).toHaveLength(2);
  });

  it("acts on the session that it was given", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const client = await connect(harness.ours.operator, { args: ["--session", id] });
    await size(client);
    expect(harness.worker.calls.map(({ path }) => path)).toEqual([`/internal/sessions/${id}/actions`]);
  });

  it("carries a question to the client's person and the answer back", async () => {
    const client = await connect(harness.ours.approver, { elicitation: true });
    const asked = new Promise<string>((resolve) => {
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        resolve(params.message);
        return { action: "decline" };
      });
    });
    askAlways(harness, harness.ours.approver);
    const result = await size(client);
    expect(await asked).toContain("computer_screen_size");
    expect(structuredOf(result)).toMatchObject({ code: "policy.denied" });
  });

  it("gives up on the worker what its client gives up", async () => {
    const client = await connect(harness.ours.operator);
    let ended = false;
    const began = new Promise<void>((resolve) => {
      serveDesktops(harness, ({ givenUp, tool }) => {
        resolve();
        return new Promise((answer) =>
          givenUp.addEventListener("abort", () => {
            ended = true;
            answer(does(tool, {}));
          }),
        );
      });
    });
    const caller = new AbortController();
    const call = client.callTool({ name: "computer_screen_size", arguments: {} }, CallToolResultSchema, {
      signal: caller.signal,
    });
    const failed = expect(call).rejects.toThrow();
    await began;
    caller.abort("enough");
    await failed;
    await vi.waitFor(() => expect(ended).toBe(true), SLOW);
  });
});

describe("connections that break", () => {
  it("in the middle of an answer: it is fetched, and nothing is done twice", async () => {
    const client = await connect(harness.ours.operator);
    await size(client);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let times = 0;
    const began = new Promise<void>((resolve) => {
      serveDesktops(harness, async ({ tool }) => {
        times += 1;
        resolve();
        await held;
        return does(tool, { width: 7, height: 7 });
      });
    });
    const call = size(client);
    await began;
    proxy.cut();
    release();
    expect([structuredOf(await call), times]).toEqual([{ width: 7, height: 7 }, 1]);
  });

  it("for as long as nobody listens: what was not sent is sent then", async () => {
    const client = await connect(harness.ours.operator);
    await size(client);
    await proxy.stop();
    const call = size(client);
    await proxy.start();
    expect(structuredOf(await call)).toEqual({ width: 3, height: 4 });
  });

  it("for good: the client is told, in words that help", async () => {
    const client = await connect(harness.ours.operator);
    await proxy.stop();
    await expect(size(client)).rejects.toThrow(/Deskfleet cannot be reached \(ECONNREFUSED\)/);
    await proxy.start();
  });

  it("with the session: it connects again, tells that the desktop is gone, and goes on", async () => {
    const client = await connect(harness.ours.operator);
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    await size(client);
    const ended = await harness.request("DELETE", "/mcp", {
      as: harness.ours.operator,
      headers: { "mcp-session-id": proxy.sessionId },
    });
    expect(ended.status).toBe(200);
    await changed;
    // Whoever calls before the bridge has noticed is told; in both cases the next call works.
    const first = await size(client);
    if (first.isError) expect(textOf(first)).toContain("The next call starts a new one");
    expect(structuredOf(await size(client))).toEqual({ width: 3, height: 4 });
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  });
});

describe("the process", () => {
  it.each([
    [["mcp"], {}, "DESKFLEET_API_KEY is not set"],
    [["mcp", "--url", "ftp://x"], { DESKFLEET_API_KEY: "dk_x" }, "--url is no http or https URL"],
    [["mcp", "--what"], { DESKFLEET_API_KEY: "dk_x" }, "--what"],
    [["serve"], { DESKFLEET_API_KEY: "dk_x" }, "the command is: mcp"],
  ])("%j with %j ends with 2 and says why on stderr, nothing on stdout", async (args, environment, words) => {
    const { child } = start(args, environment);
    const output = { out: "", error: "" };
    child.stdout.on("data", (part) => {
      output.out += part;
    });
    child.stderr.on("data", (part) => {
      output.error += part;
    });
    const [code] = await once(child, "close");
    expect([code, output.out]).toEqual([2, ""]);
    expect(output.error).toContain(words);
  });

  it("answers a wrong key as an error of initialize, and never repeats the key", async () => {
    const key = `dk_${"w".repeat(32)}`;
    const { child, lines } = start(["mcp", "--url", proxy.url], { DESKFLEET_API_KEY: key });
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    const { value } = await lines.next();
    expect(JSON.parse(value)).toMatchObject({
      id: 0,
      error: { code: -32_000, message: "The key is unknown or was revoked" },
    });
    expect(value).not.toContain(key);
    child.stdin.end();
    await once(child, "close");
  });

  it("answers what is no JSON-RPC, and writes nothing but protocol", async () => {
    const { operator } = harness.ours;
    const { child, lines } = start(["mcp", "--url", proxy.url], { DESKFLEET_API_KEY: operator.key });
    const ask = async (line: string) => {
      child.stdin.write(`${line}\n`);
      return JSON.parse((await lines.next()).value);
    };
    expect((await ask("{")).error.code).toBe(-32_700);
    expect((await ask('{"hello":1}')).error.code).toBe(-32_600);
    expect((await ask(JSON.stringify(INITIALIZE))).result.serverInfo.name).toBe("deskfleet");
    expect((await ask('{"jsonrpc":"2.0","id":5,"method":"none"}')).error.code).toBe(-32_601);
    child.stdin.end();
    const [code] = await once(child, "close");
    expect(code).toBe(0);
  });

  it("ends with its stdin, and with it the connection and its desktop", async () => {
    const { operator } = harness.ours;
    const client = await connect(operator);
    const session = structuredOf(await client.callTool({ name: "deskfleet_session", arguments: {} }));
    expect(session.sessionId).toBeNull();
    await size(client);
    const { sessionId } = structuredOf(await client.callTool({ name: "deskfleet_session", arguments: {} }));
    await client.close();
    await vi.waitFor(() => expect(pathsOf(harness.worker.calls)).toContain("/internal/sessions/*/close"), SLOW);
    const row = await harness.database.tenant(operator.tenantId, (tx) => findSession(tx, String(sessionId)));
    expect(row?.state).toBe("ended");
  });
});
