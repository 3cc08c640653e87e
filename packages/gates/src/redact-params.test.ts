import { TOOLS } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { redactParams } from "./redact-params.ts";

const start = TOOLS.get("computer_process_start")!;

it("what a tool names is replaced by its length, and secrets elsewhere are masked at any depth", () => {
  const recorded = redactParams(start, { argv: ["run", "password=hunter2go"], env: { TOKEN: "x1y2z3" } });
  expect(recorded.env).toEqual({ redacted: true, characters: 18 });
  expect(JSON.stringify(recorded)).not.toMatch(/hunter2go|x1y2z3/);
});

it("of a picture that a call looks for only its size is recorded", () => {
  const element = { image: { png: "iVBORw0KGgo=", threshold: 0.9 } };
  const recorded = redactParams(TOOLS.get("click")!, { element });
  expect(recorded).toEqual({ element: { image: { png: { redacted: true, characters: 12 }, threshold: 0.9 } } });
});

it("what is empty is shown as it is: there is nothing to hide", () => {
  expect(redactParams(start, { app: "text-editor", env: {} })).toEqual({ app: "text-editor", env: {} });
});
