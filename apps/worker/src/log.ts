import { FleetError } from "@deskfleet/contracts";
import { pino } from "pino";

export type Logger = Pick<pino.Logger, "debug" | "info" | "warn" | "error">;

/** JSON lines, on stdout unless a test wants them. */
export function createLogger(level: string, destination: pino.DestinationStream = pino.destination(1)): pino.Logger {
  return pino({ level, base: null, serializers: { err: describeError, error: describeError } }, destination);
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
  const frames = stackFrames(error);
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    at: frames,
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}

/** The stack without the message at its head, which may hold anything, lines that look like frames too. */
function stackFrames({ stack = "", message }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split("\n");
  return lines.flatMap((line) => /^\s+(at .+)$/.exec(line)?.[1] ?? []).slice(0, 6);
}
