import type { AppStateResult, PolicyDocument } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { describe, expect, it } from "vitest";
import { createAppBench, field } from "../app-state/testing.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { ContentFilter } from "./content-filter.ts";

const GRANTABLE = ["computer_use", "screen", "write", "titles", "app(*)"];

/** As a signal of a stored policy leaves it. */
function become(session: LiveSession, content: PolicyDocument["content"]): void {
  const document = { grantable: GRANTABLE, ...(content === undefined ? {} : { content }) };
  session.policy = mergePolicies([{ layer: "tenant", version: "tenant@2", document }]);
}

describe("a policy that comes into force in a running session", () => {
  it("masks its keyword in the next state, though nothing changed in the application, and shows it once it is gone", async () => {
    const { session, machine, window, state } = await createAppBench();
    machine.elements.set(window.pid, [field("Project", "Bluebird")]);
    const title = async () =>
      (await state("get_app_state")).elements?.find(({ title: text }) => text === "Project")?.value;
    expect(await title()).toBe("Bluebird");
    become(session, { keywords: ["bluebird"] });
    expect(await title()).toBe("•••");
    become(session, undefined);
    expect(await title()).toBe("Bluebird");
  });

  it("masks it in what an action answers with, is recorded as, and fails with", async () => {
    const { bench, session, machine, window, done, failure } = await createAppBench();
    const project = field("Bluebird", "");
    machine.elements.set(window.pid, [project]);
    const known = (await done("get_app_state")).result as AppStateResult;
    expect(JSON.stringify(known)).toContain("Bluebird");
    become(session, { keywords: ["bluebird"] });
    const index = String(known.elements?.find(({ title }) => title === "Bluebird")?.index);
    const answer = await done("set_value", { element_index: index, value: "x" });
    expect(JSON.stringify(answer)).not.toMatch(/bluebird/i);
    expect(JSON.stringify(bench.audit.records)).not.toMatch(/bluebird/i);
    expect(bench.audit.records.at(-1)?.params).toMatchObject({ target: { title: "•••" } });
    const missing = await failure("click", { element: { name: "Bluebird II" } }, { targetTimeoutMs: 0 });
    expect(JSON.stringify(missing)).not.toMatch(/bluebird/i);
    expect(missing.detail).toContain("•••");
  });
});

describe("what was typed", () => {
  it("by set_value into a password field is masked in the answer to that already", async () => {
    const { session, machine, window, done } = await createAppBench();
    const word = field("Word", "", ["showing", "visible", "sensitive", "enabled", "editable", "focusable"]);
    const secret = { ...word, role: "password text", name: "Password" };
    machine.elements.set(window.pid, [secret, field("Copy", "Nordost and Hafenlicht")]);
    const known = (await done("get_app_state")).result as AppStateResult;
    expect(JSON.stringify(known)).toContain("Nordost and Hafenlicht");
    const index = String(known.elements?.find(({ role }) => role === "secure text field")?.index);
    const answer = await done("set_value", { element_index: index, value: "Hafenlicht" });
    expect(JSON.stringify(answer)).not.toContain("Hafenlicht");
    expect((answer.result as AppStateResult).text).toContain("Nordost and •••");
    expect(session.content.rules.values).toEqual(["Hafenlicht"]);
  });

  it("belongs to its session alone", () => {
    const policy = mergePolicies([]);
    const [one, other] = [new ContentFilter(() => policy), new ContentFilter(() => policy)];
    one.remember("Hafenlicht");
    expect([one.redact("Hafenlicht").text, other.redact("Hafenlicht").text]).toEqual(["•••", "Hafenlicht"]);
  });
});

describe("an approval", () => {
  it("shows no keyword of the command that it is about, and offers no consent that would", async () => {
    const { bench, session, call } = await createAppBench();
    const ask = async () => {
      const performed = await call("computer_process_start", { app: undefined, command: "npm run bluebird" });
      if (performed.outcome !== "ask") throw new Error("it was expected to be asked");
      return performed.approval;
    };
    const plain = await ask();
    expect([plain.offers.length > 0, plain.params.command]).toEqual([true, "npm run bluebird"]);
    become(session, { keywords: ["bluebird"] });
    bench.audit.records.length = 0;
    const approval = await ask();
    expect([approval.offers, approval.params.command]).toEqual([[], "npm run •••"]);
    expect(JSON.stringify([approval, bench.audit.records])).not.toContain("bluebird");
  });
});
