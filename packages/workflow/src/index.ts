export { coerceRow, inlineWorkflow, validateInputs } from "./document.ts";
export { ExpressionError } from "./expression-error.ts";
export { evaluate, evaluateItems } from "./expressions.ts";
export { parseWorkflowText } from "./parse-workflow-text.ts";
export { Preview, type StepPreview } from "./preview.ts";
export { renderParams, renderTarget, renderText } from "./templates.ts";
export { describeText, matchesText, matchingTexts } from "./text-match.ts";
export { validateWorkflow } from "./validate.ts";
export type { Values } from "./values.ts";
