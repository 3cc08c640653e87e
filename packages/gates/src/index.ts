export type { PolicyLayer } from "./counting-layers.ts";
export { evaluate } from "./evaluate.ts";
export { consentFrom, isGrant, isGrantable } from "./grants.ts";
export { mergePolicies } from "./merge-policies.ts";
export { type PathOperation, type PathParameter, pathParameters } from "./path-parameters.ts";
export { redactParams } from "./redact-params.ts";
export { MASK, redactText } from "./redact-text.ts";
export { toolDenial } from "./tool-denial.ts";
export { validatePolicy } from "./validate-policy.ts";
