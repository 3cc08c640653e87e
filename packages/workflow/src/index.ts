export { coerceRow, inlineWorkflow, parseWorkflowText, validateInputs } from "./document.ts";
export { ExpressionError } from "./expression-error.ts";
export { evaluate } from "./expressions.ts";
export { renderParams, renderText } from "./templates.ts";
export { validateWorkflow } from "./validate.ts";
export type { Values } from "./values.ts";
