import { hostname } from "node:os";
import { FLEET_ENVIRONMENT, parseEnvironment } from "@deskfleet/contracts";
import { z } from "zod";

const count = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).default(fallback);

/** What a model needs all of, or none of. */
const MODEL = [
  "DESKFLEET_MODEL_PROTOCOL",
  "DESKFLEET_MODEL_URL",
  "DESKFLEET_MODEL_KEY",
  "DESKFLEET_MODEL_NAME",
] as const;
const price = z.coerce.number().min(0).max(1_000_000).default(0);

/** The worker's environment; numbers come as text. */
const Variables = z.object({
  ...FLEET_ENVIRONMENT,
  /** BullMQ on Redis; absent: on Postgres. */
  REDIS_URL: z
    .string()
    .regex(/^(rediss?|unix):\/\//, "redis://…, rediss://… or unix://…")
    .optional(),
  /** Stable over restarts: by it a worker knows the desktops that it left behind. */
  DESKFLEET_WORKER_ID: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "letters, digits and . _ -")
    .default(() => `${hostname()}-1`),
  /** Desktops of another fleet on the same engine are never touched. */
  DESKFLEET_FLEET_ID: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "letters, digits and . _ -")
    .default("default"),
  DESKFLEET_WORKER_HOST: z.string().default("127.0.0.1"),
  /** 0: any free port; the `ready` line says which. */
  DESKFLEET_WORKER_PORT: count(0, 65_535),
  /** Base URL under which the API reaches this worker, when it is not the one it listens on. */
  DESKFLEET_WORKER_URL: z.url({ protocol: /^https?$/ }).optional(),
  DESKFLEET_IMAGE: z.string().regex(/^[a-z0-9][a-z0-9._/:-]{0,199}$/, "an image of the engine"),
  /** Desktops in use at most. */
  DESKFLEET_SLOTS: count(4, 1_000),
  /** Desktops kept ready beyond those. */
  DESKFLEET_WARM: count(2, 100),
  DESKFLEET_DISPLAY: z.enum(["xvnc", "xvfb"]).default("xvnc"),
  /** A profile that the host has loaded; absent: the engine's own. */
  DESKFLEET_APPARMOR: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "the name of a profile: letters, digits and . _ -")
    .optional(),
  DOCKER_HOST: z.string().optional(),
  /** The auditor's second opinion; absent: rules alone. */
  DESKFLEET_MODEL_PROTOCOL: z.enum(["openai", "anthropic"]).optional(),
  /** Base URL as the protocol's own client takes it. The key has its own variable, because URLs are shown and logged. */
  DESKFLEET_MODEL_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).username === "" && new URL(url).password === "", "a URL without a name or password")
    .optional(),
  DESKFLEET_MODEL_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, "printable characters without spaces")
    .optional(),
  DESKFLEET_MODEL_NAME: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "printable characters without spaces")
    .optional(),
  DESKFLEET_MODEL_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(4_000),
  /** Of a million tokens, in any currency: for the metric of costs. */
  DESKFLEET_MODEL_PRICE_IN: price,
  DESKFLEET_MODEL_PRICE_OUT: price,
});
const Environment = Variables.superRefine((env, context) => {
  const missing = MODEL.filter((name) => env[name] === undefined);
  if (missing.length === MODEL.length) return;
  for (const name of missing)
    context.addIssue({ code: "custom", path: [name], message: `is missing; a model needs ${MODEL.join(", ")}` });
});

/** Where the auditor's model is. */
export interface ModelConfig {
  readonly protocol: "openai" | "anthropic";
  readonly url: string;
  readonly key: string;
  readonly name: string;
  readonly timeoutMs: number;
  readonly priceIn: number;
  readonly priceOut: number;
}

export interface Config {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly secret: string;
  readonly logLevel: string;
  readonly workerId: string;
  readonly fleetId: string;
  readonly hostname: string;
  readonly port: number;
  readonly advertisedUrl: string | undefined;
  readonly image: string;
  readonly slots: number;
  readonly warm: number;
  readonly display: "xvnc" | "xvfb";
  readonly appArmorProfile: string | undefined;
  readonly allowPrivateWebhooks: boolean;
  readonly dockerHost: string | undefined;
  readonly model: ModelConfig | null;
}

/** @throws Error that names the variables at fault and never repeats a value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = parseEnvironment(Environment, environment);
  return {
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    secret: env.DESKFLEET_SECRET,
    logLevel: env.DESKFLEET_LOG_LEVEL,
    workerId: env.DESKFLEET_WORKER_ID,
    fleetId: env.DESKFLEET_FLEET_ID,
    hostname: env.DESKFLEET_WORKER_HOST,
    port: env.DESKFLEET_WORKER_PORT,
    advertisedUrl: env.DESKFLEET_WORKER_URL,
    image: env.DESKFLEET_IMAGE,
    slots: env.DESKFLEET_SLOTS,
    warm: env.DESKFLEET_WARM,
    display: env.DESKFLEET_DISPLAY,
    appArmorProfile: env.DESKFLEET_APPARMOR,
    allowPrivateWebhooks: env.DESKFLEET_WEBHOOK_ALLOW_PRIVATE === "1",
    dockerHost: env.DOCKER_HOST,
    model: modelOf(env),
  };
}

function modelOf(env: z.infer<typeof Variables>): ModelConfig | null {
  const { DESKFLEET_MODEL_PROTOCOL: protocol, DESKFLEET_MODEL_URL: url, DESKFLEET_MODEL_KEY: key } = env;
  const { DESKFLEET_MODEL_NAME: name, DESKFLEET_MODEL_TIMEOUT_MS: timeoutMs } = env;
  if (!protocol || !url || !key || !name) return null;
  return {
    ...{ protocol, url, key, name, timeoutMs },
    priceIn: env.DESKFLEET_MODEL_PRICE_IN,
    priceOut: env.DESKFLEET_MODEL_PRICE_OUT,
  };
}
