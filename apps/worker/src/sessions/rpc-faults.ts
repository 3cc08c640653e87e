import { type ErrorCode, FleetError, RPC_ERRORS } from "@deskfleet/contracts";
import { RpcFailure } from "@deskfleet/desktop";
import { z } from "zod";

interface Row {
  readonly code: ErrorCode;
  readonly detail: string;
  /** Lets a program tell the kinds of `action.failed` apart. */
  readonly reason: string;
}

/** The executor's error codes on the fleet's table: the only place where they meet. The executor's own words stay in `cause`. */
const ROWS: ReadonlyMap<number, Row> = new Map([
  [RPC_ERRORS.PARSE_ERROR, row("action.failed", "The executor could not read the call", "executor_fault")],
  [RPC_ERRORS.INVALID_REQUEST, row("action.failed", "The executor could not read the call", "executor_fault")],
  [RPC_ERRORS.METHOD_NOT_FOUND, row("action.failed", "This desktop does not have the tool", "not_supported")],
  [
    RPC_ERRORS.INVALID_PARAMS,
    row("request.invalid", "The desktop does not know one of the parameters' values", "invalid"),
  ],
  [RPC_ERRORS.INTERNAL, row("action.failed", "The executor failed", "executor_fault")],
  [RPC_ERRORS.OUT_OF_FRAME, row("action.failed", "The point is outside the screen", "out_of_frame")],
  [RPC_ERRORS.NOT_FOUND, row("action.failed", "There is no such window, process, file or application", "not_found")],
  [RPC_ERRORS.FORBIDDEN, row("policy.denied", "The desktop's own confinement refused", "executor_refused")],
  [RPC_ERRORS.STALE_TOKEN, row("lease.lost", "Another holder has the desktop's lease", "stale_token")],
  [RPC_ERRORS.STOPPED, row("session.stopped", "The session was stopped", "stopped")],
  [RPC_ERRORS.CANCELLED, row("action.failed", "The action was cancelled", "cancelled")],
  [RPC_ERRORS.DEADLINE, row("action.timeout", "The action did not finish in time", "deadline")],
  [RPC_ERRORS.NOT_TYPED, row("action.failed", "Some of the text could not be typed", "not_typed")],
  [RPC_ERRORS.CONFLICT, row("action.failed", "The target is not in a state that allows this", "conflict")],
  [RPC_ERRORS.LINE_TOO_LONG, row("request.too_large", "The action is too large", "too_large")],
]);

/** Whatever a call of the bridge threw, as a failure of the table. */
export function toFleetError(error: unknown): FleetError {
  if (error instanceof FleetError) return error;
  if (error instanceof z.ZodError)
    return new FleetError("action.failed", "The desktop's answer is not one", {
      cause: error,
      data: { reason: "executor_fault" },
    });
  if (!(error instanceof RpcFailure))
    return new FleetError("internal", "The desktop's answer could not be used", { cause: error });
  const { code, detail, reason } =
    ROWS.get(error.code) ?? row("action.failed", "The executor failed", "executor_fault");
  const data = { reason, ...facts(error) };
  const says =
    data.reason === "not_confined" ? "The program was not started, because it could not be confined" : detail;
  return new FleetError(code, says, { cause: error, data });
}

/** Facts for the caller, which the desktop (hostile) words: a short reason word, and which characters did not arrive. */
function facts(error: RpcFailure): Record<string, unknown> {
  if (typeof error.data !== "object" || error.data === null) return {};
  const { reason, missing } = error.data as { reason?: unknown; missing?: unknown };
  if (error.code === RPC_ERRORS.NOT_TYPED && Array.isArray(missing))
    return {
      missing: missing
        .filter((one) => typeof one === "string")
        .map((one) => one.slice(0, 16))
        .slice(0, 100),
    };
  const hasReasons = error.code === RPC_ERRORS.CONFLICT || error.code === RPC_ERRORS.NOT_FOUND;
  return hasReasons && typeof reason === "string" && /^[a-z_]{1,40}$/.test(reason) ? { reason } : {};
}

function row(code: ErrorCode, detail: string, reason: string): Row {
  return { code, detail, reason };
}
