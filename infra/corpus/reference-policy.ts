import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EffectivePolicy, PolicyDocument } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { parse } from "yaml";
import { ROOT } from "../setup/paths.ts";

/** Policy P1 as it ships, in force as a tenant's. @throws ZodError when the file is no policy document */
export function referencePolicy(): EffectivePolicy {
  const text = readFileSync(join(ROOT, "packages/gates/policies/reference.yaml"), "utf8");
  return mergePolicies([{ layer: "tenant", version: "tenant@1", document: PolicyDocument.parse(parse(text)) }]);
}
