import type { ToolId } from "../registry.ts";
import { appStateCases } from "./app-state.ts";
import { displayCases } from "./display.ts";
import { fileCases } from "./file.ts";
import { inputCases } from "./input.ts";
import { processCases } from "./process.ts";
import { scriptCases } from "./script.ts";
import type { ToolCases } from "./tool-case.ts";

/** The self-test's cases, three for every tool: one that is missing here is a type error. */
export const TOOL_CASES: Readonly<Record<ToolId, ToolCases>> = {
  ...inputCases,
  ...displayCases,
  ...fileCases,
  ...processCases,
  ...appStateCases,
  ...scriptCases,
};
