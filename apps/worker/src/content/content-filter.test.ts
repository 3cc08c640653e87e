import { FleetError, TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { ExpressionError } from "@deskfleet/workflow";
import { describe, expect, it } from "vitest";
import { AttemptEnd } from "../workflow/attempt-end.ts";
import { cleanError } from "./clean-error.ts";
import { deliverResult } from "./deliver-result.ts";
import { plainFilter } from "./testing.ts";

const tool = (id: string): ToolDefinition => TOOLS.get(id)!;
const place = { position: { x: 0, y: 0 }, size: { width: 1, height: 1 }, visible: true, active: true };
const windowsWith = (...titles: string[]) => ({
  windows: titles.map((title, id) => ({ id, title, process: { pid: 9, name: "notes" }, ...place })),
});
const titles = (content: ReturnType<typeof plainFilter>, ...given: string[]) => {
  const { result, masked } = deliverResult(content, tool("computer_window_list"), windowsWith(...given), {
    mayReadTitles: true,
  });
  return [(result as ReturnType<typeof windowsWith>).windows.map(({ title }) => title), masked];
};

describe("a session's filter", () => {
  it("masks a tenant's keyword from the next answer after policy names it, and no longer once it does not", () => {
    const content = plainFilter();
    expect(titles(content, "Project Bluebird")).toEqual([["Project Bluebird"], []]);
    content.become({ content: { keywords: ["bluebird"] } });
    expect(titles(content, "Project Bluebird")).toEqual([["Project •••"], ["keyword"]]);
    content.become({});
    expect(titles(content, "Project Bluebird")).toEqual([["Project Bluebird"], []]);
  });

  it("masks optional kinds only where policy names them", () => {
    const content = plainFilter();
    expect(titles(content, "mail to kim@mail.example.net")[1]).toEqual([]);
    content.become({ content: { mask: ["email"] } });
    expect(titles(content, "mail to kim@mail.example.net")).toEqual([["mail to •••"], ["email"]]);
  });

  it("masks a remembered value wherever it stands, and new rules are a new object", () => {
    const content = plainFilter();
    const before = content.rules;
    expect(content.rules).toBe(before);
    content.remember("Hafen+Licht");
    expect(content.rules).not.toBe(before);
    expect(titles(content, "Hafen+Licht - Editor", "xHafen+Lichtx", "Hafen Licht")).toEqual([
      ["••• - Editor", "x•••x", "Hafen Licht"],
      ["password"],
    ]);
  });

  it("forgets the oldest of many values and takes none that stands in everything", () => {
    const content = plainFilter();
    content.remember("abc");
    for (let number = 0; number < 65; number += 1) content.remember(`value-${number}-typed`);
    expect(content.rules.values).toHaveLength(64);
    expect(content.rules.values).not.toContain("value-0-typed");
    expect(content.redact("abc value-64-typed").text).toBe("abc •••");
  });

  it("what one text of a result gives away is masked in all of them", () => {
    expect(titles(plainFilter(), "Password: hunter2go", "hunter2go - Editor")).toEqual([
      ["Password: •••", "••• - Editor"],
      ["password"],
    ]);
  });

  it("leaves a value without secrets the very same", () => {
    const value = { text: "Save", list: ["a", 1, null, { deep: "nothing" }] };
    expect(plainFilter().redactValue(value).value).toBe(value);
  });

  it("changes texts at any depth, and neither numbers, names of members nor what has a class", () => {
    const content = plainFilter({ content: { keywords: ["bluebird"] } });
    const bytes = Buffer.from("bluebird");
    const { value, kinds } = content.redactValue({ bluebird: [{ a: "bluebird", n: 7 }], bytes });
    expect([value, kinds]).toEqual([{ bluebird: [{ a: "•••", n: 7 }], bytes }, ["keyword"]]);
  });
});

describe("errors", () => {
  const content = plainFilter({ content: { keywords: ["bluebird"] } });

  it("are the very same where there is nothing to mask", () => {
    for (const error of [
      new FleetError("action.failed", "nothing matches", { data: { candidates: ["button Save"] } }),
      new AttemptEnd("business_error", "no such customer"),
      new ExpressionError("no such key"),
      new TypeError("bluebird"),
    ])
      expect(cleanError(content, error)).toBe(error);
  });

  it("tell no secret in their detail, faults and data; code, cause and the rest stay", () => {
    const cause = new Error("underneath");
    const error = new FleetError("action.failed", 'nothing matches in the window "Bluebird"', {
      cause,
      faults: [{ path: "/params/x", message: "not Bluebird" }],
      data: { reason: "window", candidates: ['button "Bluebird"'] },
    });
    const clean = cleanError(content, error) as FleetError;
    expect(JSON.stringify([clean.message, clean.faults, clean.data, clean.stack])).not.toMatch(/bluebird/i);
    expect(clean).toMatchObject({ code: "action.failed", cause, data: { reason: "window" } });
  });

  it("of an attempt keep their outcome", () => {
    expect(cleanError(content, new AttemptEnd("business_error", "Bluebird is closed"))).toMatchObject({
      outcome: "business_error",
      reason: "••• is closed",
    });
    expect(cleanError(content, new ExpressionError("Bluebird"))).toMatchObject({ message: "•••" });
  });
});

it("an error keeps the ids of ours, in which a PIN that was typed stands by chance", () => {
  const content = plainFilter();
  content.remember("4711");
  const data = { approvalId: "0190-4711", frameId: "f4711", candidates: ["4711"] };
  const clean = cleanError(content, new FleetError("action.failed", "no 4711", { data })) as FleetError;
  expect([clean.detail, clean.data]).toEqual(["no •••", { ...data, candidates: ["•••"] }]);
  const asked = new FleetError("approval.required", "asked", { data: { approvalId: "0190-4711" } });
  expect(cleanError(content, asked)).toBe(asked);
});
