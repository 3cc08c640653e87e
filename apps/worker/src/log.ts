import { FleetError } from "@deskfleet/contracts";
import { pino } from "pino";

export type Logger = Pick<pino.Logger, "debug" | "info" | "warn" | "error">;

/** JSON lines on stdout. */
export function createLogger(level: string): pino.Logger {
  return pino({ level, base: null, serializers: { err: describeError, error: describeError } });
}

/**
 * An error for the log: its kind and, for ours, its code and cause, and where it came from. Never another error's own
 * message: a database driver puts the query's parameters there, the desktop whatever it likes.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof FleetError)
    return { code: error.code, detail: error.detail, ...(error.cause ? { cause: describeError(error.cause) } : {}) };
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && ["string", "number"].includes(typeof error.code) ? error.code : undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    at: frames.slice(0, 6).map((line) => line.trim()),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}
