import { z } from "zod";

/** Variables that every process of the fleet has. */
export const FLEET_ENVIRONMENT = {
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "postgres://…"),
  /** Signs internal calls and audit heads; the same in every process of the fleet. */
  DESKFLEET_SECRET: z.string().regex(/^[0-9a-f]{64}$/, "64 lower-case hexadecimal characters"),
  DESKFLEET_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** `1`: webhooks may go to private addresses, and by http to this machine. */
  DESKFLEET_WEBHOOK_ALLOW_PRIVATE: z.enum(["0", "1"]).default("0"),
};

/**
 * A process's environment by its schema. An unknown variable is none of ours and stays untouched; an empty one counts as absent.
 * @throws Error that names the variables at fault and never repeats a value.
 */
export function parseEnvironment<T extends z.ZodType>(
  schema: T,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<T> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment is not valid. ${faults.join("; ")}`);
}
