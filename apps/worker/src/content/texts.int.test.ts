import type { ActionResult, AppStateResult, ToolReply } from "@deskfleet/contracts";
import type { SandboxDriver } from "@deskfleet/desktop";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type PerformCall, perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, OPERATOR } from "../sessions/testing.ts";
import { createDesktopBench } from "../sessions/testing-desktops.ts";
import { LOGIN } from "./testing-login.ts";

/** On a real desktop: what was typed as a secret shows in no text that leaves, wherever the desktop shows it; dialogs are told, masked. */

/** Nothing about it says that it is secret: no detector finds it. */
const WORD = "Hafenlicht-Nordost";
const NAME = "Kim Nordmann";
const PATIENT = { timeout: 45_000, interval: 100 };
let bench: Bench;
let driver: SandboxDriver;
let session: LiveSession;

beforeAll(async () => {
  ({ bench, driver } = createDesktopBench("texts-test"));
  bench.records.document = { grantable: ["computer_use", "screen", "write", "titles", "app(*)"] };
  session = await bench.open({ grants: ["computer_use", "screen", "write", "titles", "app(text-editor)"] });
  await raw("computer_file_write", { path: "/workspace/login.py", content: LOGIN });
  await raw("computer_file_write", { path: `/workspace/${WORD}.txt`, content: `a line with ${WORD} in it` });
});
afterAll(async () => {
  await bench?.host.closeAll();
  await driver?.close();
});

/** Beside the gates: what a test prepares. */
async function raw(tool: string, args: Record<string, unknown>): Promise<unknown> {
  const call = { token: session.fencingToken, deadlineMs: 20_000, args };
  const { result } = await session.desktop.executor.call(tool, call, { timeoutMs: 20_000 });
  return (result as ToolReply).result;
}
async function startBeside(argv: readonly string[]): Promise<string> {
  return String(((await raw("computer_process_start", { argv, wait: false })) as { pid: number }).pid);
}
async function done(tool: string, params: Record<string, unknown>, more: Partial<PerformCall> = {}) {
  bench.clock.nowMs += 1_000; // time stands still in a bench, and gate 7 counts
  const performed = await perform(session, { tool, params, principal: OPERATOR, ...more });
  if (performed.outcome !== "done") throw new Error(`asked: ${performed.approval.evaluation.decisive.code}`);
  return performed.result;
}
const shows = (app: string, text: string): Promise<ActionResult> =>
  vi.waitFor(async () => {
    const result = await done("get_app_state", { app });
    if (!(result.result as AppStateResult).text.includes(text)) throw new Error(`not there yet: ${text}`);
    return result;
  }, PATIENT);
const field = (label: string) => ({ label });
/** Everything that the session has said so far, beside what it answered. */
const said = () => JSON.stringify([bench.audit.records, [...bench.records.approvals.values()], bench.records.events]);

describe("a word that was typed into a password field", () => {
  let login: string;
  let editor: string;

  it("is ordinary before that", async () => {
    editor = await startBeside(["mousepad", `/workspace/${WORD}.txt`]);
    await shows(editor, `a line with ${WORD} in it`);
    expect(JSON.stringify(await done("computer_window_list", {}))).toContain(WORD);
    login = await startBeside(["python3", "/workspace/login.py"]);
    await shows(login, "Login");
  });

  it("is none of what is typed elsewhere", async () => {
    await done("click", { app: login, element: field("Customer") });
    await done("computer_keyboard_type", { text: NAME });
    await shows(login, NAME);
    expect(session.content.rules.values).toEqual([]);
  });

  it("shows no more: in states, titles, processes, files and failures", async () => {
    await done("click", { app: login, element: field("Word") });
    await done("computer_keyboard_type", { text: WORD });
    expect(session.content.rules.values).toEqual([WORD]);
    const answers = [
      await shows(editor, "a line with ••• in it"),
      await done("computer_window_list", {}),
      await done("computer_process_list", {}),
      await done("computer_file_read", { path: "/workspace/login.py" }),
      await done("computer_file_list", { path: "/workspace" }),
      await perform(session, {
        ...{ tool: "click", params: { app: editor, element: { name: WORD } }, principal: OPERATOR, targetTimeoutMs: 0 },
      }).catch(({ detail, data, faults }: ActionResult & { detail: string; data: unknown; faults: unknown }) => ({
        ...{ detail, data, faults },
      })),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(WORD);
    expect(JSON.stringify(answers[1])).toContain("•••.txt");
    expect(JSON.stringify(answers[5])).toContain("•••");
  });

  it("nor in what the program does with it: its title, its words, its error, which is told", async () => {
    const sent = await done("click", { app: login, element: { role: "button", name: "Send" } });
    expect(sent.dialogs).toEqual([
      { kind: "error", title: "Error", text: "The order could not be sent.\n••• was not taken.", buttons: ["OK"] },
    ]);
    expect(JSON.stringify(sent)).not.toContain(WORD);
    const closed = await done("click", { app: login, element: { role: "button", name: "OK" } });
    expect(closed.dialogs).toBeUndefined();
    const state = await shows(login, "sent •••");
    expect((state.result as AppStateResult).window?.title).toBe(`${NAME} / •••`);
    expect(JSON.stringify([state, await done("computer_window_list", {})])).not.toContain(WORD);
  });

  it("nor in records: audit, events, approvals", async () => {
    await session.services.events.flush();
    expect(said()).not.toContain(WORD);
    expect(said()).toContain("computer_keyboard_type");
  });
});

describe("an error that comes up with a click", () => {
  it("is told with the frame that was asked for, and not without", async () => {
    const login = await startBeside(["python3", "/workspace/login.py"]);
    const state = (await shows(login, "Send")).result as AppStateResult;
    const button = state.elements?.find(({ title }) => title === "Send");
    const { x = 0, y = 0, width = 0, height = 0 } = button?.frame ?? {};
    const corner = state.window?.frame ?? { x: 0, y: 0 };
    const point = { x: Math.round(corner.x + x + width / 2), y: Math.round(corner.y + y + height / 2) };
    await done("computer_screen_capture", {});
    const told = await done("computer_mouse_click", point, { observe: { settleMsMax: 3_000, quietMs: 300 } });
    expect(told.dialogs).toMatchObject([{ kind: "error", buttons: ["OK"] }]);
    expect(told.dialogs?.[0]?.text).toMatch(/^The order could not be sent\./);
    await done("computer_key_press", { key: "Escape" });
    await vi.waitFor(async () => {
      if ((await done("get_app_state", { app: login })).dialogs !== undefined)
        throw new Error("the dialog is still there");
    }, PATIENT);
    await done("computer_screen_capture", {});
    expect(await done("computer_mouse_click", point)).not.toHaveProperty("dialogs");
  });
});
