import type { PolicyDocument } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { ContentFilter } from "./content-filter.ts";

/** For tests: gate 8 by one policy document, which tests may exchange. */
export function plainFilter(document: PolicyDocument = {}): ContentFilter & { become(document: PolicyDocument): void } {
  let policy = effective(document);
  return Object.assign(new ContentFilter(() => policy), {
    become(next: PolicyDocument): void {
      policy = effective(next);
    },
  });
}

const effective = (document: PolicyDocument) => mergePolicies([{ layer: "tenant", version: "tenant@1", document }]);
