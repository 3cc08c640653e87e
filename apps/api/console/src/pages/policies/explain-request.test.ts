import { expect, it } from "vitest";
import { EXPLAIN_FILTERS, type ExplainFilters, explainRequest } from "./explain-request.ts";

const NONE = Object.fromEntries(EXPLAIN_FILTERS.map((name) => [name, ""])) as ExplainFilters;

it.each([
  [
    { ask: "ls", cwd: "/workspace" },
    { command: "ls", cwd: "/workspace", project: "orders" },
  ],
  [
    { kind: "path", ask: "/etc", operation: "nonsense" },
    { path: "/etc", operation: "read", project: "orders" },
  ],
  [
    { kind: "path", ask: "/a", operation: "write", session: "s" },
    { path: "/a", operation: "write", session: "s" },
  ],
  [
    { kind: "tool", ask: "t", params: '{"x": 1}' },
    { tool: "t", params: { x: 1 }, project: "orders" },
  ],
  [{ kind: "tool", ask: "t", params: "{x" }, null],
  [{ kind: "tool", ask: "t", params: "[1]" }, null],
])("asks what the address says: %j", (filters, request) => {
  expect(explainRequest({ ...NONE, ...filters }, "orders")).toEqual(request);
});
