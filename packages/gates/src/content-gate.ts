import { allow, type Gate } from "./gate-type.ts";

/**
 * Gate 8 judges what leaves, after execution: `redactText` over every text, the worker's mask over every frame. Here it
 * records that the tool's answer will be filtered; a filter that fails withholds the answer (`content.withheld`).
 */
export const contentGate: Gate = () => allow("content.filtered", "what leaves is filtered first");
