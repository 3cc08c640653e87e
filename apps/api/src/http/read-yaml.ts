import type { Fault } from "@deskfleet/contracts";
import { parseWorkflowText } from "@deskfleet/workflow";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { jsonFaults } from "./json-faults.ts";

/** A body's YAML as a value that JSON can hold, with the same faults as in JSON: YAML has escapes for the same characters. */
export async function readYaml(c: Context<AppEnv>): Promise<{ document: unknown; faults: Fault[] }> {
  const parsed = parseWorkflowText(await c.req.text());
  if (parsed.faults.length > 0) return parsed;
  return { document: parsed.document, faults: jsonFaults(JSON.stringify(parsed.document), parsed.document) };
}
