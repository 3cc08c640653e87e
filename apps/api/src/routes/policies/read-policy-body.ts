import { type Fault, FleetError, PolicyDocument, PutPolicy, type StoredLayer, toFaults } from "@deskfleet/contracts";
import { validatePolicy } from "@deskfleet/gates";
import { parseWorkflowText } from "@deskfleet/workflow";
import type { Context } from "hono";
import type { z } from "zod";
import type { AppEnv } from "../../app-env.ts";
import { jsonFaults } from "../../http/json-faults.ts";
import { invalid } from "../../http/problems.ts";

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i;
const YAML_TYPE = /^(application|text)\/(x-)?yaml\b/i;
const Envelope = PutPolicy.omit({ document: true });

/**
 * JSON with the document and what goes with it, or YAML that is the document; then the comment is in the query.
 * @throws FleetError `policy.invalid` with every fault of the document, `request.invalid`, `request.unsupported_media`
 */
export async function readPolicyBody(
  c: Context<AppEnv>,
  layer: StoredLayer,
  query: { readonly comment: string },
): Promise<z.output<typeof PutPolicy>> {
  const type = c.req.header("content-type") ?? "";
  if (YAML_TYPE.test(type)) return { document: checked(await readYaml(c), layer, ""), comment: query.comment };
  if (!JSON_TYPE.test(type))
    throw new FleetError("request.unsupported_media", "Send application/json or application/yaml");
  const text = await c.req.text();
  if (text === "") throw new FleetError("request.malformed", "The body is empty");
  const { document, ...rest } = Object(JSON.parse(text)) as Record<string, unknown>;
  const envelope = Envelope.safeParse(rest);
  if (!envelope.success) throw invalid(envelope.error, "body");
  return { ...envelope.data, document: checked(document, layer, "/document") };
}

async function readYaml(c: Context<AppEnv>): Promise<unknown> {
  const { document, faults } = parseWorkflowText(await c.req.text());
  if (faults.length > 0) throw invalidPolicy(faults);
  // What JSON bodies were asked already: YAML has escapes for the same characters.
  const unstorable = jsonFaults(JSON.stringify(document), document);
  if (unstorable.length > 0) throw invalidPolicy(unstorable);
  return document;
}

function checked(document: unknown, layer: StoredLayer, at: string): PolicyDocument {
  const parsed = PolicyDocument.safeParse(document);
  const faults = parsed.success ? validatePolicy(parsed.data, layer) : toFaults(parsed.error);
  if (faults.length > 0 || !parsed.success)
    throw invalidPolicy(faults.map(({ path, message }) => ({ path: at + path, message })));
  return parsed.data;
}

const invalidPolicy = (faults: readonly Fault[]) =>
  new FleetError("policy.invalid", "The policy has faults; each says where", {
    faults: faults.slice(0, 100),
    data: { faultCount: faults.length },
  });
