import type { ToolDefinition } from "./definition.ts";
import { displayTools } from "./display.ts";
import { fileTools } from "./file.ts";
import { inputTools } from "./input.ts";
import { processTools } from "./process.ts";

/** Every tool there is, by id. REST, gates, docs and the executor's table all read this one. */
export const TOOLS: ReadonlyMap<string, ToolDefinition> = new Map(
  [...inputTools, ...displayTools, ...fileTools, ...processTools].map((tool) => [tool.id, tool as ToolDefinition]),
);
