import { randomUUID } from "node:crypto";
import { type ActionResult, type Dialog, FleetError, type ToolDefinition, toProblem } from "@deskfleet/contracts";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "pino";
import { describeError } from "../http/describe-error.ts";
import { hasTextBlock } from "./describe-mcp-tool.ts";

/** Facts about the call that no tool's result has, for programs. */
const ACTION_META = "deskfleet.dev/action";

/** An action that was done: text first, then what dialogs say, then the picture, and the result for programs. */
export function resultOf(tool: ToolDefinition, done: ActionResult): CallToolResult {
  const { result, frame, tool: _id, ...action } = done;
  const { image, ...facts } = frame ?? {};
  const { text, ...structured } = asObject(result);
  const content: CallToolResult["content"] =
    hasTextBlock(tool) && typeof text === "string"
      ? [{ type: "text", text }]
      : [
          {
            type: "text",
            text: JSON.stringify(
              frame === undefined || frame === result ? result : { ...asObject(result), frame: facts },
            ),
          },
        ];
  for (const dialog of done.dialogs ?? []) content.push({ type: "text", text: sayDialog(dialog) });
  if (frame !== undefined && image !== undefined)
    content.push({ type: "image", data: image, mimeType: `image/${frame.format}` });
  return {
    content,
    structuredContent: hasTextBlock(tool) ? structured : asObject(result),
    _meta: { [ACTION_META]: { ...action, ...(frame === undefined ? {} : { frame: facts }) } },
  };
}

/**
 * A call that was refused or failed, as a tool's error: the model that called shall read why and what helps. `detail` alone where it is
 * a text that agents know; anything that is not one of our errors is `internal`, and what it was stands in the log.
 */
export function errorResult(error: unknown, logger: Logger): CallToolResult {
  const requestId = randomUUID();
  if (!(error instanceof FleetError) || error.code === "internal")
    logger.error({ requestId, error: describeError(error) }, "an MCP call failed");
  const problem = toProblem(error, requestId);
  const { detail, code, faults = [], retryable, data } = problem;
  const retryAfterMs = typeof data?.retryAfterMs === "number" ? data.retryAfterMs : null;
  // The texts of directions and pages are `request.invalid`; what else is comes with its faults.
  const isKnownText = code === "action.failed" || (code === "request.invalid" && faults.length === 0);
  const lines = [
    detail,
    ...faults.map(({ path, message }) => `${path === "" ? "/" : path}: ${message}`),
    ...(retryAfterMs === null ? [] : [`Call again in ${retryAfterMs} ms.`]),
    ...(isKnownText ? [] : [`(${code}${retryable ? ", may work later" : ""})`]),
  ];
  return { content: [{ type: "text", text: lines.join("\n") }], structuredContent: { ...problem }, isError: true };
}

/** Its words are quoted: they are the application's, not ours. */
function sayDialog({ kind, title, text, buttons }: Dialog): string {
  const facts = { ...(title === null ? {} : { title }), text, buttons };
  return `A dialog is shown (${kind}): ${JSON.stringify(facts)}`;
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : { value };
