import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type CallToolResult, CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type RealFleet, startRealFleet } from "../browser/real-fleet.ts";

/** An agent's day over MCP, on real desktops: the official client at both doors, and nobody else's help. */
const BIN = fileURLToPath(new URL("../../packages/client/bin/deskfleet.js", import.meta.url));
const GRANTS = "computer_use,screen,write,titles,app(order-desk)";
/** By their labels: where the fields stand changes. */
const ORDER = [
  ["Customer", "Grüße, 世界 🌍"],
  ["E-mail", "desk@example.com"],
  ["Product", "Office chair"],
  ["Quantity", "7"],
  ["Unit price", "19.90"],
  ["Delivery date", "2030-12-31"],
] as const;
const SLOW = { timeout: 40_000, interval: 250 };

let fleet: RealFleet;
beforeAll(async () => {
  fleet = await startRealFleet();
});
afterAll(() => fleet?.close());

const open: { client: Client; end(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { client, end } of open.splice(0)) {
    await end();
    await client.close();
  }
});
const newClient = () => new Client({ name: "agent", version: "1" }, { capabilities: { elicitation: { form: {} } } });
async function overHttp(query: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${fleet.url}/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${fleet.key}` } },
  });
  const client = newClient();
  await client.connect(transport as Transport);
  open.push({ client, end: () => transport.terminateSession() });
  return client;
}
async function overStdio(args: string[]): Promise<Client> {
  const client = newClient();
  const env = { DESKFLEET_API_KEY: fleet.key, DESKFLEET_URL: fleet.url };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, "mcp", ...args], env, stderr: "inherit" }),
  );
  open.push({ client, end: async () => {} });
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const { code, data } = (result.structuredContent ?? {}) as { code?: string; data?: { retryAfterMs?: number } };
  if (code === "action.rate_limited") {
    await sleep(data?.retryAfterMs ?? 100);
    return call(client, name, args);
  }
  if (result.isError) throw new Error(`${name}: ${textOf(result)}`);
  return result;
}
const textOf = ({ content }: CallToolResult) =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");
/** Number of the line with this role and title. */
function indexOf(state: string, line: RegExp): number {
  const found = state.split("\n").find((one) => line.test(one));
  if (found === undefined) throw new Error(`no line like ${line} in\n${state}`);
  return Number(/^\t*(\d+)/.exec(found)?.[1]);
}

describe.each([
  ["HTTP", () => overHttp(`?grants=${encodeURIComponent(GRANTS)}`)],
  ["the stdio bridge", () => overStdio(["--grants", GRANTS])],
] as const)("over %s", (_name, connect) => {
  it("an agent starts an application by reading it, fills its fields, saves, confirms, and finds the order in the file", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["get_app_state", "click", "set_value"]));
    const app = "order-desk";
    const first = await call(client, "get_app_state", { app });
    expect(first.content.map(({ type }) => type)).toEqual(["text", "image"]);
    expect(first.structuredContent).toMatchObject({
      elements: expect.any(Array),
      window: { title: expect.any(String) },
    });
    const state = textOf(first);
    expect(state).toContain("<app_state>");
    let shown = state;
    for (const [label, value] of ORDER) {
      const line = new RegExp(`\\(settable, \\w+\\) ${label}|pop up button ${label}`);
      const set = await call(client, "set_value", { app, element_index: indexOf(shown, line), value });
      expect(set.structuredContent).toMatchObject({ after: value });
      shown = textOf(set);
    }
    const save = indexOf(shown, /button Save/);
    const confirm = textOf(await call(client, "click", { app, element_index: String(save) }));
    expect(confirm).toContain("Save 7 x Office chair for Grüße, 世界 🌍?");
    await call(client, "click", { app, element_index: indexOf(confirm, /button Confirm/) });
    await vi.waitFor(async () => {
      const saved = textOf(await call(client, "computer_file_read", { path: "/workspace/orders.jsonl" }));
      expect(saved).toContain("Grüße, 世界 🌍");
    }, SLOW);
  }, 120_000);
});

describe("what only a real desktop shows", () => {
  it("a command that the client gives up ends on the desktop, and the next call does not wait for it", async () => {
    const client = await overHttp(`?grants=${encodeURIComponent(GRANTS)}`);
    await call(client, "computer_screen_size");
    const caller = new AbortController();
    const params = {
      name: "computer_process_start",
      arguments: { command: "sleep 97", wait: true, timeoutMs: 100_000 },
    };
    const given = client.callTool(params, CallToolResultSchema, { signal: caller.signal, timeout: 120_000 });
    const failed = expect(given).rejects.toThrow();
    const sleeps = async () => textOf(await call(client, "computer_process_list")).includes("sleep");
    await vi.waitFor(async () => expect(await sleeps()).toBe(true), SLOW);
    caller.abort("not needed any more");
    await failed;
    await vi.waitFor(async () => expect(await sleeps()).toBe(false), SLOW);
    await call(client, "computer_mouse_move", { x: 5, y: 5 });
  });

  it("every tool answers what its output schema says, which the official client checks", async () => {
    const client = await overHttp(`?observe=true&grants=${encodeURIComponent(GRANTS)}`);
    // Deleting is asked each time.
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { answer: "once" } }));
    const { tools } = await client.listTools();
    const called = new Set<string>();
    const ok = async (name: string, args: Record<string, unknown> = {}) => {
      called.add(name);
      return (await call(client, name, args)).structuredContent ?? {};
    };
    const { pid } = await ok("computer_process_start", { app: "order-desk" });
    const app = "order-desk";
    await vi.waitFor(
      async () => expect(textOf(await call(client, "list_apps"))).toMatch(/^Order desk — order-desk \[running/m),
      SLOW,
    );
    const windows = (await ok("computer_window_list")).windows as { id: number }[];
    const windowId = windows[0]?.id ?? 0;
    for (const [name, args] of [
      ["list_apps", {}],
      ["computer_screen_size", {}],
      ["computer_screen_capture", { scale: 0.5 }],
      ["computer_window_activate", { windowId }],
      ["computer_window_position", { windowId }],
      ["computer_window_size", { windowId }],
      ["computer_mouse_move", { x: 40, y: 40 }],
      ["computer_mouse_click", { x: 40, y: 40 }],
      ["computer_mouse_double_click", { x: 40, y: 40 }],
      ["computer_mouse_scroll", { x: 40, y: 40, deltaY: 1 }],
      ["computer_mouse_drag", { fromX: 40, fromY: 40, toX: 60, toY: 40 }],
    ] as const)
      await ok(name, args);
    // Somewhere in a form that shuffles its fields.
    const { elements } = (await ok("get_app_state", { app })) as { elements: { title: string }[] };
    await ok("click", { app, element_index: elements.findIndex(({ title }) => title === "Customer") });
    for (const [name, args] of [
      ["computer_key_press", { key: "Tab" }],
      ["computer_hotkey", { keys: ["shift", "Tab"] }],
      ["computer_keyboard_type", { text: "ä" }],
      ["computer_clipboard_paste", { text: "世界" }],
      ["computer_file_write", { path: "/workspace/a.txt", content: "a" }],
      ["computer_file_read", { path: "/workspace/a.txt" }],
      ["computer_file_list", { path: "/workspace" }],
      ["computer_file_info", { path: "/workspace/a.txt" }],
      ["computer_file_copy", { path: "/workspace/a.txt", destination: "/workspace/b.txt" }],
      ["computer_file_move", { path: "/workspace/b.txt", destination: "/workspace/c.txt" }],
      ["computer_file_delete", { path: "/workspace/c.txt" }],
      ["computer_process_list", {}],
      ["computer_run_steps", { steps: [{ tool: "computer_screen_size" }] }],
      ["press_key", { app, key: "End" }],
      ["type_text", { app, text: "x" }],
    ] as const)
      await ok(name, args);
    await ok("computer_process_terminate", { pid });
    await ok("deskfleet_session");
    // Called above with the order, and in the tests of questions and of lists.
    const elsewhere = [
      "set_value",
      "scroll",
      "drag",
      "perform_secondary_action",
      "deskfleet_approval",
      "deskfleet_tools",
    ];
    const left = tools.map(({ name }) => name).filter((name) => !called.has(name) && !elsewhere.includes(name));
    expect(left).toEqual([]);
  }, 120_000);

  it("without consents the person at the client is asked, and what they allow for the session is not asked again", async () => {
    const client = await overHttp("");
    const asked: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { answer: "session" } };
    });
    await call(client, "computer_screen_capture");
    const once = asked.length;
    expect(once).toBeGreaterThan(0);
    const again = await call(client, "computer_screen_capture");
    expect(again.content.map(({ type }) => type)).toEqual(["text", "image"]);
    expect(asked).toHaveLength(once);
  });
});
