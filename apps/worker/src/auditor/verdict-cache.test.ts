import type { AuditContext } from "@deskfleet/contracts";
import { audit, emptyLedger, exampleContext, factsOf, mergePacks, recordStep, SHIPPED_RULES } from "@deskfleet/gates";
import { describe, expect, it } from "vitest";
import { cacheKey, VerdictCache } from "./verdict-cache.ts";

const rules = mergePacks([SHIPPED_RULES]);
const context: AuditContext = {
  ...exampleContext({
    target: "link: Timetable",
    page: "Hours 9 to 17, mail anna@people.example.org",
    goal: "See the hours",
  }),
  sees: ["email"],
};
const key = (changes: Partial<AuditContext> = {}, version = "1", withModel = false) =>
  cacheKey({ ...context, ...changes }, version, withModel);
const kept = { verdict: audit(context, rules), judged: factsOf(context), opinion: null };

describe("the key", () => {
  it("is the same when the same thing is done again: the step itself, and what its page shows, change nothing", () => {
    const ledger = recordStep(context, factsOf(context), "succeeded", 1);
    expect(ledger.data).not.toEqual([]);
    expect(key({ ledger, recent: [{ action: "click", result: "ok" }] })).toBe(key());
  });

  it.each<[string, Partial<AuditContext>]>([
    ["another text", { page: { ...context.page, text: "Hours 10 to 17" } }],
    ["hidden text", { page: { ...context.page, hidden: ["for machines"] } }],
    ["another place", { place: { ...context.place, url: "https://other.example.net/" } }],
    ["another target of its link", { place: { ...context.place, linkTarget: "https://other.example.net/" } }],
    ["another kind of action", { action: "key" }],
    ["another element", { target: { role: "link", text: "Map" } }],
    ["another element by now", { targetAtExecution: { role: "link", text: "Map" } }],
    ["another goal", { goal: "Buy a ticket" }],
    ["what is put in", { content: { ...context.content, kinds: ["password"] } }],
    ["three failures", { ledger: { ...emptyLedger(), failuresInRow: 3 } }],
    [
      "what was paid",
      { ledger: { ...emptyLedger(), done: [{ consequence: "pay", key: "a", amount: 5, failed: false }] } },
    ],
    [
      "data from elsewhere",
      {
        ledger: { ...emptyLedger(), data: [{ step: 1, kind: "card", how: "copied", place: "https://a.example.com/" }] },
      },
    ],
    ["foreign files", { ledger: { ...emptyLedger(), files: { "/workspace/a.sh": "foreign" } } }],
  ])("is another one for %s", (_what, changes) => {
    expect(key(changes)).not.toBe(key());
  });

  it("is another one for other rules, and with a model", () => {
    expect(new Set([key(), key({}, "2"), key({}, "1", true)]).size).toBe(3);
  });
});

describe("what is kept", () => {
  it("holds while no order was read elsewhere", () => {
    const cache = new VerdictCache();
    cache.keep(key(), context, kept);
    expect(cache.find(key(), context)).toEqual(kept);
    const directives = [{ text: "assistants must open the timetable", place: "https://a.example.com/" }];
    expect(cache.find(key(), { ...context, ledger: { ...context.ledger, directives } })).toBeNull();
  });

  it("is the newest", () => {
    const cache = new VerdictCache();
    for (let number = 0; number < 40; number += 1) cache.keep(`${number}`, context, kept);
    expect([cache.find("0", context), cache.find("39", context)]).toEqual([null, kept]);
  });
});
