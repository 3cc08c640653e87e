import { parseArgs } from "node:util";

export const USAGE = `usage: deskfleet mcp [--url URL] [--session ID | --grants LIST …]

Connects a client that speaks MCP on stdin and stdout with a Deskfleet server. The key is read from DESKFLEET_API_KEY.

  --url URL           of the server (default: DESKFLEET_URL, else http://127.0.0.1:8080)
  --session ID        act on this desktop session; without it the first call starts one, which ends with the client
  --grants LIST       consents for the new desktop, such as computer_use,screen,write
  --mode MODE         full, simple or script: which tools are listed
  --observe           every action answers with a picture
  --goal TEXT         what the work is for: actions are judged by it
  --trusted-domains LIST
                      hosts where it is meant to happen
  --project, --image, --display, --isolation, --idle-timeout-seconds
                      of the new desktop, as in POST /v1/sessions
`;

const text = { type: "string" } as const;
const OPTIONS = {
  url: text,
  session: text,
  grants: text,
  mode: text,
  project: text,
  goal: text,
  "trusted-domains": text,
  image: text,
  display: text,
  isolation: text,
  "idle-timeout-seconds": text,
  observe: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const QUERY = {
  session: "session",
  grants: "grants",
  mode: "mode",
  project: "project",
  goal: "goal",
  "trusted-domains": "trustedDomains",
  image: "image",
  display: "display",
  isolation: "isolation",
  "idle-timeout-seconds": "idleTimeoutSeconds",
} as const;

export type CommandLine =
  | { readonly kind: "mcp"; readonly url: URL; readonly key: string }
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly reason: string };

/** What the options mean is the server's to say; here it is only whether they can be sent. */
export function readCommandLine(args: readonly string[], environment: NodeJS.ProcessEnv): CommandLine {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return { kind: "wrong", reason: (error as Error).message };
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: "help" };
  if (positionals.length !== 1 || positionals[0] !== "mcp") return { kind: "wrong", reason: "the command is: mcp" };
  const given = values.url ?? environment.DESKFLEET_URL ?? "http://127.0.0.1:8080";
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    return { kind: "wrong", reason: "--url is no http or https URL" };
  const url = new URL(given);
  if (url.pathname === "/") url.pathname = "/mcp";
  for (const [option, name] of Object.entries(QUERY)) {
    const value = values[option as keyof typeof QUERY];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  if (values.observe) url.searchParams.set("observe", "true");
  const key = environment.DESKFLEET_API_KEY ?? "";
  if (!/^\S+$/.test(key)) return { kind: "wrong", reason: "DESKFLEET_API_KEY is not set" };
  return { kind: "mcp", url, key };
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
