import { hostname } from "node:os";
import { FLEET_ENVIRONMENT, parseEnvironment } from "@deskfleet/contracts";
import { z } from "zod";

const count = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).default(fallback);

/** The worker's environment; numbers come as text. */
const Environment = z.object({
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
});

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
  };
}
