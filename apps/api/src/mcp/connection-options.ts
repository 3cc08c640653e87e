import { CreateSession, FleetError, Id } from "@deskfleet/contracts";
import { z } from "zod";
import { invalid } from "../http/problems.ts";
import { TOOL_MODES } from "../routes/tools/tool-filters.ts";

/** The header beside `?session=`, for clients whose URL is fixed. */
const SESSION_HEADER = "deskfleet-session";

const { image, display, isolation } = CreateSession.shape.desktop.unwrap().shape;
const flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** What the URL says when the client connects; later requests of the MCP session are not asked again. */
const Query = z.strictObject({
  session: Id.optional(),
  mode: z.enum(TOOL_MODES).default("full"),
  observe: flag.default(false),
  grants: z.string().max(8_192).transform(splitGrants).pipe(CreateSession.shape.grants.unwrap()).optional(),
  project: CreateSession.shape.project,
  goal: CreateSession.shape.goal,
  trustedDomains: z
    .string()
    .max(16_384)
    .transform((text) => text.split(","))
    .pipe(CreateSession.shape.trustedDomains.unwrap())
    .optional(),
  image: image.optional(),
  display: display.optional(),
  isolation: isolation.optional(),
  idleTimeoutSeconds: z.coerce.number().pipe(CreateSession.shape.idleTimeoutSeconds.unwrap()).optional(),
});
const OF_A_NEW_DESKTOP = [
  ...(["grants", "project", "goal", "trustedDomains"] as const),
  ...(["image", "display", "isolation", "idleTimeoutSeconds"] as const),
] as const;

export interface ConnectionOptions {
  readonly mode: (typeof TOOL_MODES)[number];
  /** Actions that change something answer with a frame of the quiet screen. */
  readonly observe: boolean;
  /** A desktop session that exists, or the request for one that the first call starts. */
  readonly desktop: { readonly sessionId: string } | { readonly request: CreateSession };
}

/** @throws FleetError `request.invalid` */
export function readOptions(url: URL, headers: { get(name: string): string | null }): ConnectionOptions {
  const repeated = [...new Set(url.searchParams.keys())].filter((name) => url.searchParams.getAll(name).length > 1);
  if (repeated.length > 0) throw fault(repeated[0] ?? "", "is there more than once");
  const given: Record<string, string> = Object.fromEntries(url.searchParams);
  const header = headers.get(SESSION_HEADER);
  if (header !== null && given.session !== undefined && given.session !== header)
    throw fault("session", "is another one than the header says");
  const parsed = Query.safeParse(header === null ? given : { ...given, session: header });
  if (!parsed.success) throw invalid(parsed.error, "query");
  const { session, mode, observe, grants, project, goal, trustedDomains, idleTimeoutSeconds, ...desktop } = parsed.data;
  if (session === undefined) {
    const request = CreateSession.parse({ desktop, grants, project, goal, trustedDomains, idleTimeoutSeconds });
    return { mode, observe, desktop: { request } };
  }
  const stray = OF_A_NEW_DESKTOP.find((name) => given[name] !== undefined);
  if (stray !== undefined) throw fault(stray, "is for a desktop that is started; `session` names one that exists");
  return { mode, observe, desktop: { sessionId: session } };
}

/** `write,app(text-editor),command(git push *)`: commas between brackets do not count. */
function splitGrants(text: string): string[] {
  return (text.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? []).map((grant) => grant.trim()).filter((grant) => grant !== "");
}

const fault = (name: string, message: string) =>
  new FleetError("request.invalid", "The query has faults; each says where", {
    faults: [{ path: `/${name}`, message }],
  });
