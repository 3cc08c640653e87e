import { type ActionResult, type JsonObject, type Target, WorkflowDocument } from "@deskfleet/contracts";
import { plainFilter } from "../content/testing.ts";
import type { Call, Clock, Sight, WorkflowRun } from "./workflow-run.ts";

/** A clock that sleeping moves: tests wait for nothing. */
export class TestClock implements Clock {
  private ms = 0;
  now(): number {
    return this.ms;
  }
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.ms += ms;
  }
}

/** Answers each call with a tool's own result, or throws. */
export type Script = (call: Call, clock: TestClock) => unknown;

export interface ScriptedRun extends WorkflowRun {
  readonly calls: Call[];
  readonly proofs: [string, JsonObject][];
  readonly clock: TestClock;
}

/** A run whose desktop is a function; defaults give a workflow of the steps alone. */
export function scriptedRun(
  document: object,
  script: Script,
  options: { inputs?: JsonObject; signal?: AbortSignal; look?: (target: Target, clock: TestClock) => Sight } = {},
): ScriptedRun {
  const clock = new TestClock();
  const calls: Call[] = [];
  const proofs: [string, JsonObject][] = [];
  return {
    document: WorkflowDocument.parse({ name: "test", version: 1, ...document }),
    inputs: options.inputs ?? {},
    content: plainFilter(),
    signal: options.signal ?? new AbortController().signal,
    clock,
    calls,
    proofs,
    look: async (target) => options.look?.(target, clock) ?? { missing: "there is no application" },
    proven: async (step, saved) => void proofs.push([step, saved]),
    act: async (call) => {
      calls.push(call);
      return actionResult(call.tool, script(call, clock));
    },
  };
}

export function windowsOf(...titles: string[]): { windows: JsonObject[] } {
  return {
    windows: titles.map((title, index) => ({
      id: index + 1,
      title,
      process: { pid: 1, name: "app" },
      position: { x: 0, y: 0 },
      size: { width: 10, height: 10 },
      visible: true,
      active: index === 0,
    })),
  };
}

export function actionResult(tool: string, result: unknown): ActionResult {
  return {
    actionId: "018f0000-0000-7000-8000-000000000000",
    tool,
    result,
    masked: [],
    truncated: false,
    verdict: { gate: "registry", outcome: "allow", code: "ok", reason: "", layer: "default" },
    durationMs: 1,
  };
}
