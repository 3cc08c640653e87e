import type { Fault } from "@deskfleet/contracts";
import { parseWorkflowText } from "@deskfleet/workflow";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { jsonFaults } from "./json-faults.ts";

interface ReadYaml {
  readonly document: unknown;
  readonly faults: Fault[];
}

export const readYaml = async (c: Context<AppEnv>): Promise<ReadYaml> => parseYaml(await c.req.text());

/** YAML, or the JSON that it is too, as a value that JSON can hold, with the same faults as in JSON: YAML has escapes for the same characters. */
export function parseYaml(text: string): ReadYaml {
  const parsed = parseWorkflowText(text);
  if (parsed.faults.length > 0) return parsed;
  return { document: parsed.document, faults: jsonFaults(JSON.stringify(parsed.document), parsed.document) };
}
