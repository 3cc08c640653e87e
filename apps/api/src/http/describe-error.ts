/** What may be logged of an error. Messages of drivers repeat queries and parameters, so only ours are kept. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return {
    name: error.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof severity === "string" ? { severity } : {}),
    stack: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
