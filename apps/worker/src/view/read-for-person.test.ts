import { FleetError, type PolicyDocument, type Principal } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveSession } from "../sessions/live-session.ts";
import { createBench, failureOf, OPERATOR } from "../sessions/testing.ts";
import { HumanControl, type Turn } from "./human-control.ts";
import { readForPerson } from "./read-for-person.ts";

const OTHER: Principal = { ...OPERATOR, id: "00000000-0000-7000-8000-000000000009", name: "somebody else" };
/** A planted one: shaped like a key, and nobody's. */
const TOKEN = `ghp_${"a1B2".repeat(9)}`;

const HELD = [OPERATOR, "both"];

let bench: ReturnType<typeof createBench>;
let session: LiveSession;
let control: HumanControl;
beforeEach(async () => {
  bench = createBench();
  control = new HumanControl({ graceMs: 1 });
  session = await bench.open();
  say({ view: { clipboard: "both" } });
  bench.machine(session).clipboard = "copied";
});
const say = (document: PolicyDocument) => {
  session.policy = mergePolicies([{ layer: "tenant", version: "tenant@2", document }]);
};
const records = () => bench.audit.records.filter(({ action }) => action === "session.clipboard_read");

describe("what was copied on the desktop", () => {
  it.each([
    ["to_desktop", { view: { clipboard: "to_desktop" } }, "tenant"],
    ["none", { view: { clipboard: "none" } }, "tenant"],
    ["nothing of it", {}, "default"],
  ] as const)("stays there where policy says %s, for who has control too", async (_name, document, layer) => {
    await control.take(session, OPERATOR);
    say(document);
    expect(await failureOf(readForPerson(session, OPERATOR))).toMatchObject({
      code: "policy.denied",
      data: { setting: "view.clipboard", layer },
    });
    expect(records()).toEqual([]);
  });

  it("is for nobody while nobody has control, and not for another than who has", async () => {
    expect(await failureOf(readForPerson(session, OPERATOR))).toMatchObject({ code: "resource.conflict" });
    await control.take(session, OPERATOR);
    expect(await failureOf(readForPerson(session, OTHER))).toMatchObject({ code: "session.human_control" });
    expect(records()).toEqual([]);
  });

  it("reaches who has control, recorded with its length and never its text", async () => {
    await control.take(session, OPERATOR);
    expect(await readForPerson(session, OPERATOR)).toEqual({ text: "copied", masked: [], truncated: false });
    expect(records()).toMatchObject([
      { actor: `person:${OPERATOR.id}`, params: { characters: 6, masked: [], truncated: false } },
    ]);
    expect(JSON.stringify(records())).not.toContain("copied");
  });

  it("arrives without the secrets in it", async () => {
    await control.take(session, OPERATOR);
    bench.machine(session).clipboard = `the token is ${TOKEN} now`;
    const { text, masked } = await readForPerson(session, OPERATOR);
    expect(text).toBe("the token is ••• now");
    expect(masked).toHaveLength(1);
    expect(records()[0]?.params).toMatchObject({ masked, characters: text.length });
  });

  it("ends before where the desktop cut it: half a secret is not recognised", async () => {
    await control.take(session, OPERATOR);
    bench.machine(session).clipboard = `${"word ".repeat(20_000)}${TOKEN.slice(0, 9)}`;
    bench.machine(session).isClipboardCut = true;
    const { text, truncated } = await readForPerson(session, OPERATOR);
    expect(truncated).toBe(true);
    expect(text).not.toContain("ghp_");
    expect(text.length).toBeGreaterThan(90_000);
  });

  it.each([
    ["control", (turn: Turn) => turn.release(), "resource.conflict"],
    ["policy", () => say({}), "policy.denied"],
  ] as const)("stays there when %s changes while the desktop is asked", async (_what, change, code) => {
    const turn = await control.take(session, OPERATOR);
    const { executor } = session.desktop;
    const real = executor.call.bind(executor);
    vi.spyOn(executor, "call").mockImplementationOnce(async (...call) => {
      const answer = await real(...call);
      change(turn);
      await vi.waitFor(() => expect([session.controlledBy, session.policy.viewClipboard.value]).not.toEqual(HELD));
      return answer;
    });
    expect(await failureOf(readForPerson(session, OPERATOR))).toMatchObject({ code });
    expect(records()).toEqual([]);
  });

  it("is not answered when that cannot be recorded", async () => {
    await control.take(session, OPERATOR);
    bench.audit.before = async ({ action }) => {
      if (action === "session.clipboard_read") throw new FleetError("audit.unavailable", "no store");
    };
    expect(await failureOf(readForPerson(session, OPERATOR))).toMatchObject({ code: "audit.unavailable" });
  });
});
