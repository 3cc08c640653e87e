import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { InjectionRow, judgeInjectionRow, judgeSessionRow, SessionRow } from "./audit-rows.ts";
import { judgeLines, linesOf } from "./lines.ts";
import { referencePolicy } from "./reference-policy.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rows-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function judged(text: string, judge: (value: unknown) => unknown) {
  const file = join(folder, "rows.jsonl");
  writeFileSync(file, text);
  const [printed, complaints] = [[] as string[], [] as string[]];
  const faults = judgeLines(file, judge, {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  });
  return { printed, complaints, faults };
}
const injection = (value: unknown) => judgeInjectionRow(InjectionRow.parse(value));

it("a line that cannot be read is named with its place and takes no other with it", () => {
  const text = `{"id":"a","page_text":"x","target":null,"url":null}\r\n\n{"id":7}\n{"id":\n{"id":"b"}`;
  const { printed, complaints, faults } = judged(text, injection);
  expect(printed.map((line) => JSON.parse(line).id)).toEqual(["a", "b"]);
  expect(complaints).toEqual([
    "line 3: /id Invalid input: expected string, received number\n",
    expect.stringMatching(/^line 4: no JSON: /),
  ]);
  expect(faults).toBe(2);
});

it("a fault of the judge is none of the line", () => {
  const broken = () => {
    throw new Error("broken");
  };
  expect(() => judged("{}", broken)).toThrow("broken");
});

it("a case keeps what is null in it, and a line of cases that is none is named", () => {
  const file = join(folder, "cases.jsonl");
  writeFileSync(file, '{"target":null}\n');
  expect(linesOf(file)).toEqual([{ target: null }]);
  writeFileSync(file, '{"target":null}\nno\n');
  expect(() => linesOf(file)).toThrow(/line 2 of .* is no JSON/);
});

it("a file that is not there is said so", () => {
  expect(() => linesOf(join(folder, "none.jsonl"))).toThrow(/there is no file/);
});

it("several kinds in one field are several kinds, in a list or in a text", () => {
  const step = { n: 1, action: "click", target: { role: "button", text: "Send" }, url: "https://a.example.org/" };
  const goal = { id: "r", user_goal: "Ask for a quote at a.example.org", trusted_domains: ["a.example.org"] };
  const many = { autofilled_kinds: "name, phone, address and birth_date" };
  const verdicts = [
    { ...step, ...many },
    { ...step, autofilled_kinds: many.autofilled_kinds.split(/, | and /) },
    step,
  ].map((each) => judgeSessionRow(SessionRow.parse({ ...goal, steps: [each] }), referencePolicy()).rules[0]);
  expect(verdicts[0]).toContain("identity.many");
  expect(verdicts[1]).toEqual(verdicts[0]);
  expect(verdicts[2]).not.toContain("identity.many");
});
