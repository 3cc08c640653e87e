import { FleetError } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { AttemptEnd } from "./attempt-end.ts";
import { endingOf } from "./outcomes.ts";
import { runWorkflow } from "./run-workflow.ts";
import { type Script, scriptedRun, windowsOf } from "./testing.ts";

const type = { do: "computer_keyboard_type", with: { text: "{{ row.name }}" } };
const read = {
  id: "read",
  do: "computer_file_read",
  with: { path: "/workspace/a" },
  save: { last: "last(lines(result.text))" },
};
const open = { id: "open", do: "computer_process_start", with: { app: "order-desk" } };
const nothing: Script = () => ({});

async function endOf(document: object, script: Script, inputs = {}) {
  const run = scriptedRun(document, script, { inputs });
  const ending = await runWorkflow(run).then(
    (output) => ({ outcome: "success", output }),
    (error: unknown) => endingOf(error),
  );
  return { ending, run };
}

describe("a workflow", () => {
  it("fills in the row, saves from results and answers its output", async () => {
    const { ending, run } = await endOf(
      { steps: [type, read], output: { record: "steps.read.last", name: "row.name" } },
      ({ tool }) => (tool === "computer_file_read" ? { text: "one\ntwo\n" } : {}),
      { name: "Łukasz 🎉" },
    );
    expect(ending).toEqual({ outcome: "success", output: { record: "two", name: "Łukasz 🎉" } });
    expect(run.calls).toEqual([
      { tool: "computer_keyboard_type", params: { text: "Łukasz 🎉" } },
      { tool: "computer_file_read", params: { path: "/workspace/a" } },
    ]);
    expect(run.proofs).toEqual([
      ["step 1", {}],
      ["read", { last: "two" }],
    ]);
  });

  it("skips a step whose condition is false, and records no proof of it", async () => {
    const { run } = await endOf({ steps: [{ ...type, when: "row.name != 'x'" }, open] }, nothing, { name: "x" });
    expect(run.calls.map((call) => call.tool)).toEqual(["computer_process_start"]);
    expect(run.proofs).toEqual([["open", {}]]);
  });

  it("runs a step once for each item and saves the list", async () => {
    const step = {
      ...read,
      for_each: "row.files",
      when: "item != 'b'",
      with: { path: "{{ item }}" },
      save: { text: "result.text" },
    };
    const { ending, run } = await endOf(
      { steps: [step], output: { all: "steps.read.text" } },
      ({ params }) => ({ text: `in ${String(params.path)}` }),
      { files: ["a", "b", "c"] },
    );
    expect(ending).toEqual({ outcome: "success", output: { all: ["in a", "in c"] } });
    expect(run.proofs.map(([step_]) => step_)).toEqual(["read [0]", "read [2]"]);
  });

  it("stops at the first failed step and names it", async () => {
    const { ending, run } = await endOf({ steps: [open, type] }, () => {
      throw new FleetError("action.failed", "the application did not start");
    });
    expect(ending).toEqual({ outcome: "application_error", reason: "open: the application did not start" });
    expect(run.calls).toHaveLength(1);
    expect(run.proofs).toEqual([]);
  });

  it.each<[string, Error, string]>([
    ["a denied action", new FleetError("policy.denied", "no"), "policy_denied"],
    ["a lost desktop", new FleetError("desktop.lost", "gone"), "infrastructure_error"],
    ["a lost lease", new FleetError("lease.lost", "gone"), "infrastructure_error"],
    ["an audit store that does not answer", new FleetError("audit.unavailable", "gone"), "infrastructure_error"],
    ["a stopped session", new FleetError("session.stopped", "by a person"), "cancelled"],
    ["an expired approval", new FleetError("approval.expired", "nobody answered"), "approval_expired"],
    ["an attempt that took too long", new AttemptEnd("timeout", "10 minutes"), "timeout"],
    ["an unforeseen error", new Error("connect 10.0.0.1 password=x"), "infrastructure_error"],
  ])("is not repeated by retry after %s", async (_name, error, outcome) => {
    const { ending, run } = await endOf({ steps: [{ ...open, retry: { attempts: 5 } }] }, () => {
      throw error;
    });
    expect(ending.outcome).toBe(outcome);
    expect(JSON.stringify(ending)).not.toContain("password");
    expect(run.calls).toHaveLength(1);
  });

  it("repeats a step after application errors, with the delay between, and not more often than it says", async () => {
    const { ending, run } = await endOf({ steps: [{ ...open, retry: { attempts: 3, delay: "2s" } }] }, () => {
      throw new FleetError("action.failed", "no");
    });
    expect(ending.outcome).toBe("application_error");
    expect(run.calls).toHaveLength(3);
    expect(run.clock.now()).toBe(4_000);
  });

  it("ends with a missing value as an application error that names the step and the key", async () => {
    const { ending } = await endOf({ steps: [type] }, nothing, {});
    expect(ending).toEqual({ outcome: "application_error", reason: "step 1: undefined variable: row.name" });
  });

  it("acts no more once its signal has aborted, and ends with the signal's reason", async () => {
    const abort = new AbortController();
    const run = scriptedRun({ steps: [open, open] }, () => abort.abort(new AttemptEnd("cancelled", "by a person")), {
      signal: abort.signal,
    });
    await expect(runWorkflow(run)).rejects.toMatchObject({ outcome: "cancelled", reason: "by a person" });
    expect(run.calls).toHaveLength(1);
  });
});

describe("an expectation", () => {
  const windowsAt =
    (titles: (ms: number) => string[]): Script =>
    ({ tool }, clock) =>
      tool === "computer_window_list" ? windowsOf(...titles(clock.now())) : {};
  const saved = { window: { title: { contains: "Saved" } } };
  const refused = {
    window: { title: "Error" },
    outcome: "business_error",
    message: "{{ window.title }}: {{ row.name }}",
  };

  it("is waited for with growing pauses", async () => {
    const { ending, run } = await endOf(
      { steps: [{ ...open, expect: saved }] },
      windowsAt((ms) => (ms < 3_000 ? ["Desk"] : ["Saved 1", "Desk"])),
    );
    expect(ending.outcome).toBe("success");
    expect(run.clock.now()).toBeGreaterThanOrEqual(3_000);
    expect(run.clock.now()).toBeLessThanOrEqual(3_250);
    expect(run.calls.length).toBeLessThan(20);
  });

  it("gives a window that has just come the moment in which it gets the keyboard, and no more", async () => {
    const inFront = (ms: number) => (ms < 120 ? ["Desk", "Saved 1"] : ["Saved 1", "Desk"]);
    const { run } = await endOf({ steps: [{ ...open, expect: saved }] }, windowsAt(inFront));
    expect(run.clock.now()).toBeGreaterThanOrEqual(120);
    expect(run.clock.now()).toBeLessThanOrEqual(200);
    const behind = await endOf(
      { steps: [{ ...open, expect: saved }] },
      windowsAt(() => ["Desk", "Saved 1"]),
    );
    expect(behind.ending.outcome).toBe("success");
    expect(behind.run.clock.now()).toBeGreaterThanOrEqual(300);
    expect(behind.run.clock.now()).toBeLessThanOrEqual(400);
  });

  it("that never holds says what was there instead, after the step's timeout", async () => {
    const { ending, run } = await endOf(
      { steps: [{ ...open, timeout: "2s", expect: saved }] },
      windowsAt(() => ["Desk", "Help"]),
    );
    expect(ending).toEqual({
      outcome: "application_error",
      reason: 'open: expected a window with "Saved" in its title; visible instead: "Desk", "Help"',
    });
    expect(run.clock.now()).toBe(2_000);
  });

  it("compares titles that the task may not read, and says none of them", async () => {
    const list = windowsOf("Desk of orders");
    const hidden = { windows: list.windows.map((window) => ({ ...window, title: "app" })) };
    const steps = (title: string) => ({ steps: [{ ...open, timeout: "1s", expect: { window: { title } } }] });
    const runOn = (title: string) => {
      const run = scriptedRun(steps(title), () => hidden);
      return runWorkflow({ ...run, act: async (call, step) => ({ ...(await run.act(call, step)), unmapped: list }) });
    };
    await expect(runOn("Desk of orders")).resolves.toBeDefined();
    await expect(runOn("Desk")).rejects.toMatchObject({ detail: expect.stringMatching(/instead: "app"$/) });
  });

  it("does not take a hidden window for a visible one", async () => {
    const script: Script = ({ tool }) =>
      tool === "computer_window_list"
        ? { windows: windowsOf("Saved").windows.map((w) => ({ ...w, visible: false })) }
        : {};
    const { ending } = await endOf({ steps: [{ ...open, expect: saved }] }, script);
    expect(ending).toMatchObject({ outcome: "application_error", reason: expect.stringContaining("no window") });
  });

  it("of several takes the first that holds, and its outcome ends the attempt", async () => {
    const { ending } = await endOf(
      { steps: [{ ...open, expect: { any: [saved, refused] } }] },
      windowsAt(() => ["Error"]),
      { name: "row 3" },
    );
    expect(ending).toEqual({ outcome: "business_error", reason: "Error: row 3" });
  });

  it("a business error is not repeated by retry", async () => {
    const step = { ...open, retry: { attempts: 3 }, expect: { any: [saved, refused] } };
    const { run } = await endOf(
      { steps: [step] },
      windowsAt(() => ["Error"]),
      { name: "x" },
    );
    expect(run.calls.filter((call) => call.tool === open.do)).toHaveLength(1);
  });

  it("on the result alone is decided at once", async () => {
    const step = { ...open, expect: { that: "result.exitCode == 0" } };
    const { ending, run } = await endOf({ steps: [step] }, () => ({ exitCode: 1 }));
    expect(ending).toEqual({ outcome: "application_error", reason: "open: expected that result.exitCode == 0" });
    expect(run.clock.now()).toBe(0);
  });
});
