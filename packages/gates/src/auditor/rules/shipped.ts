import type { RulePack } from "../rule-pack.ts";
import { CONSEQUENCE_RULES } from "./consequences.ts";
import { DIRECTIVE_RULES } from "./directives.ts";
import { DOMAIN_RULES } from "./domains.ts";
import { LINK_RULES } from "./links.ts";
import { RUN_RULES } from "./runs.ts";
import { UNSTATED_RULES } from "./unstated.ts";

/** The rules that every tenant has. */
export const SHIPPED_RULES: RulePack = {
  name: "deskfleet",
  version: 3,
  rules: [...DIRECTIVE_RULES, ...CONSEQUENCE_RULES, ...DOMAIN_RULES, ...LINK_RULES, ...RUN_RULES, ...UNSTATED_RULES],
};
