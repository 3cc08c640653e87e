import { FLEET_ENVIRONMENT, parseEnvironment } from "@deskfleet/contracts";
import { z } from "zod";

/** The API's environment; numbers come as text. */
const Environment = z.object({
  ...FLEET_ENVIRONMENT,
  DESKFLEET_API_HOST: z.string().default("127.0.0.1"),
  /** 0: any free port; the `ready` line says which. */
  DESKFLEET_API_PORT: z.coerce.number().int().min(0).max(65_535).default(8_080),
  /** How browsers reach the API, when a proxy stands in front. `https` makes cookies Secure and sends HSTS. */
  DESKFLEET_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Id of the tenant whose administrators run the fleet; default: the first one. */
  DESKFLEET_OPERATOR_TENANT: z.uuid().optional(),
  /** Requests a minute of one principal. */
  DESKFLEET_API_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(12_000),
  /** Event streams that one principal may hold open at a time. */
  DESKFLEET_API_STREAMS: z.coerce.number().int().min(1).default(20),
  /** MCP connections of this process, and of one principal; idle for so long, one ends with its desktop. */
  DESKFLEET_MCP_SESSIONS: z.coerce.number().int().min(1).default(200),
  DESKFLEET_MCP_SESSIONS_PER_PRINCIPAL: z.coerce.number().int().min(1).default(20),
  DESKFLEET_MCP_IDLE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(1_800),
  /** Host names, separated by commas, by which `/mcp` is reached beside addresses, localhost and the public URL's. */
  DESKFLEET_MCP_HOSTS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((name) => name !== ""),
    ),
  /** Connections to Postgres, beside one that listens and one that writes audit. */
  DESKFLEET_API_POOL: z.coerce.number().int().min(1).max(200).default(10),
});

export interface Config {
  readonly databaseUrl: string;
  readonly secret: string;
  readonly logLevel: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | null;
  readonly operatorTenantId: string | null;
  readonly allowPrivateWebhooks: boolean;
  readonly requestsPerMinute: number;
  readonly streamsPerPrincipal: number;
  readonly poolSize: number;
  readonly mcpSessions: number;
  readonly mcpSessionsPerPrincipal: number;
  readonly mcpIdleSeconds: number;
  /** In lower case, without ports. */
  readonly mcpHosts: readonly string[];
}

/** @throws Error that names the variables at fault and never repeats a value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = parseEnvironment(Environment, environment);
  return {
    databaseUrl: env.DATABASE_URL,
    secret: env.DESKFLEET_SECRET,
    logLevel: env.DESKFLEET_LOG_LEVEL,
    host: env.DESKFLEET_API_HOST,
    port: env.DESKFLEET_API_PORT,
    publicUrl: env.DESKFLEET_PUBLIC_URL ?? null,
    operatorTenantId: env.DESKFLEET_OPERATOR_TENANT ?? null,
    allowPrivateWebhooks: env.DESKFLEET_WEBHOOK_ALLOW_PRIVATE === "1",
    requestsPerMinute: env.DESKFLEET_API_REQUESTS_PER_MINUTE,
    streamsPerPrincipal: env.DESKFLEET_API_STREAMS,
    poolSize: env.DESKFLEET_API_POOL,
    mcpSessions: env.DESKFLEET_MCP_SESSIONS,
    mcpSessionsPerPrincipal: env.DESKFLEET_MCP_SESSIONS_PER_PRINCIPAL,
    mcpIdleSeconds: env.DESKFLEET_MCP_IDLE_SECONDS,
    mcpHosts: env.DESKFLEET_MCP_HOSTS,
  };
}
