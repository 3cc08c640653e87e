import { RulePackDocument } from "@deskfleet/contracts";
import type { AuditRule, RulePack } from "./rule-pack.ts";

/** A tenant's pack as the rules use it. Names of facts and meanings may be unknown: `validatePack` says so. */
export const packOf = (name: string, version: number, { rules }: RulePackDocument): RulePack => ({
  name,
  version,
  rules: rules as readonly unknown[] as readonly AuditRule[],
});

/** The pack as it is sent and kept. */
export const documentOf = ({ rules }: RulePack): RulePackDocument => RulePackDocument.parse({ rules });
