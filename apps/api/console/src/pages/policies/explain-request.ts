import type { ExplainRequest } from "@deskfleet/contracts";
import { parseObject } from "../../ui/parse-object.ts";

export const EXPLAIN_FILTERS = ["kind", "ask", "operation", "params", "cwd", "session"] as const;
export type ExplainFilters = Readonly<Record<(typeof EXPLAIN_FILTERS)[number], string>>;
export const ASKED = { command: "A command", path: "A path", tool: "A tool" } as const;
export type Asked = keyof typeof ASKED;
export const OPERATIONS = ["read", "write", "delete", "list", "info"] as const;

export const askedOf = ({ kind }: ExplainFilters): Asked => (kind === "path" || kind === "tool" ? kind : "command");

/** The question as the API takes it; null where the parameters are no JSON object. */
export function explainRequest(filters: ExplainFilters, project: string | null): ExplainRequest | null {
  const { ask, operation, params, cwd, session } = filters;
  const of = session !== "" ? { session } : project !== null ? { project } : {};
  switch (askedOf(filters)) {
    case "command":
      return { command: ask, ...(cwd !== "" && { cwd }), ...of };
    case "path":
      return { path: ask, operation: OPERATIONS.find((each) => each === operation) ?? "read", ...of };
    case "tool": {
      const given = params === "" ? {} : parseObject(params);
      return given === null ? null : { tool: ask, params: given, ...of };
    }
  }
}
