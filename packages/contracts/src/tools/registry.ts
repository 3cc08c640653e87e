import { appStateTools } from "./app-state.ts";
import type { ToolDefinition } from "./definition.ts";
import { displayTools } from "./display.ts";
import { fileTools } from "./file.ts";
import { inputTools } from "./input.ts";
import { processTools } from "./process.ts";
import { scriptTools } from "./script.ts";

const ALL = [...inputTools, ...displayTools, ...fileTools, ...processTools, ...appStateTools, ...scriptTools] as const;
export type ToolId = (typeof ALL)[number]["id"];

/** Every tool there is, by id. REST, gates, docs and the executor's table all read this one. */
export const TOOLS: ReadonlyMap<string, ToolDefinition> = new Map(ALL.map((tool) => [tool.id, tool as ToolDefinition]));
