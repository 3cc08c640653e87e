import type { ActionResult, AppStateResult } from "@deskfleet/contracts";
import type { FakeElement, FakeMachine, FakeWindow } from "@deskfleet/desktop";
import { type PerformCall, type Performed, perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench, failureOf, OPERATOR } from "../sessions/testing.ts";

/** For tests: one application on a fake desktop, and calls of app-state tools as their callers make them. */
export interface AppBench {
  readonly bench: Bench;
  readonly session: LiveSession;
  readonly machine: FakeMachine;
  readonly window: FakeWindow;
  call(tool: string, params?: Record<string, unknown>, more?: Partial<PerformCall>): Promise<Performed>;
  done(tool: string, params?: Record<string, unknown>, more?: Partial<PerformCall>): Promise<ActionResult>;
  state(tool: string, params?: Record<string, unknown>, more?: Partial<PerformCall>): Promise<AppStateResult>;
  /** Code, detail and data of a call that fails. */
  failure(
    tool: string,
    params?: Record<string, unknown>,
    more?: Partial<PerformCall>,
  ): Promise<{ code: string; detail: string; data: unknown }>;
  /** Calls of app-state methods but get_app_state, as the executor was told. */
  told(): { method: string; args: unknown }[];
}

const FIELD_STATES = ["showing", "visible", "sensitive", "enabled", "editable", "focusable"];

export async function createAppBench(grants = ["computer_use", "screen", "write", "titles"]): Promise<AppBench> {
  const bench = createBench();
  bench.records.document = { grantable: ["computer_use", "screen", "write", "titles", "app(*)"] };
  const session = await bench.open({ grants });
  const machine = bench.machine(session);
  const window = machine.openWindow("Notes", "editor", ["editor"]);
  machine.calls.length = 0;
  const call: AppBench["call"] = (tool, given = {}, more = {}) => {
    const params = Object.fromEntries(
      Object.entries({ app: "editor", ...given }).filter(([, value]) => value !== undefined),
    );
    return perform(session, { tool, params, principal: OPERATOR, ...more });
  };
  const done: AppBench["done"] = async (...given) => {
    const performed = await call(...given);
    if (performed.outcome !== "done") throw new Error(`expected done, got ${performed.outcome}`);
    return performed.result;
  };
  return {
    ...{ bench, session, machine, window, call, done },
    state: async (...given) => (await done(...given)).result as AppStateResult,
    failure: async (...given) => {
      const work = call(...given);
      const failed = await failureOf(work);
      return { ...failed, detail: await work.then(String, ({ detail }) => detail) };
    },
    told: () =>
      machine.calls
        .filter(({ method }) => !method.startsWith("computer_") && method !== "get_app_state" && method !== "list_apps")
        .map(({ method, args }) => ({ method, args })),
  };
}

export const button = (name: string, onAct: FakeElement["onAct"] = () => undefined): FakeElement => ({
  ...{ role: "push button", name, actions: ["click"], frame: [10, 10, 80, 30] as const },
  onAct,
});
export const field = (name: string, text = "", states: readonly string[] = FIELD_STATES): FakeElement => ({
  ...{ role: "text", name, text, states, frame: [10, 50, 200, 30] as const },
});
