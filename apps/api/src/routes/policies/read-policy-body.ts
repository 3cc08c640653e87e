import { type Fault, FleetError, PolicyDocument, PutPolicy, type StoredLayer, toFaults } from "@deskfleet/contracts";
import { validatePolicy } from "@deskfleet/gates";
import type { Context } from "hono";
import type { z } from "zod";
import type { AppEnv } from "../../app-env.ts";
import { isJson, isYaml } from "../../http/media-types.ts";
import { invalid } from "../../http/problems.ts";
import { readYaml } from "../../http/read-yaml.ts";

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
  if (isYaml(type)) {
    const { document, faults } = await readYaml(c);
    if (faults.length > 0) throw invalidPolicy(faults);
    return { document: validDocument(document, layer, ""), comment: query.comment };
  }
  if (!isJson(type)) throw new FleetError("request.unsupported_media", "Send application/json or application/yaml");
  if (query.comment !== "")
    throw new FleetError("request.invalid", "The query has faults; each says where", {
      faults: [{ path: "/comment", message: "goes with YAML; JSON has a field of this name in the body" }],
    });
  const text = await c.req.text();
  if (text === "") throw new FleetError("request.malformed", "The body is empty");
  const { document, ...rest } = Object(JSON.parse(text)) as Record<string, unknown>;
  const envelope = Envelope.safeParse(rest);
  if (!envelope.success) throw invalid(envelope.error, "body");
  return { ...envelope.data, document: validDocument(document, layer, "/document") };
}

/** `at`: where the document stands in the request. @throws FleetError `policy.invalid` with every fault */
export function validDocument(document: unknown, layer: StoredLayer, at: string): PolicyDocument {
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
