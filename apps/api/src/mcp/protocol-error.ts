import { randomUUID } from "node:crypto";
import { FleetError, toProblem } from "@deskfleet/contracts";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { describeError } from "../http/describe-error.ts";
import type { Services } from "../services.ts";

/** Where a failure cannot be a tool's error: the problem as an error's data. The SDK would answer an error's own message. */
export async function protocolError<T>({ logger }: Pick<Services, "logger">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof McpError) throw error;
    const requestId = randomUUID();
    const problem = toProblem(error, requestId);
    if (!(error instanceof FleetError) || problem.code === "internal")
      logger.error({ requestId, error: describeError(error) }, "an MCP request failed");
    const code = problem.status < 500 ? ErrorCode.InvalidRequest : ErrorCode.InternalError;
    throw new McpError(code, problem.detail, problem);
  }
}
