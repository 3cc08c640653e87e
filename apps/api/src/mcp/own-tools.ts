import { Approval, FleetError, Id, SESSION_STATES, timeLimit, toFaults } from "@deskfleet/contracts";
import { findApproval, toApproval } from "@deskfleet/store";
import type { CallToolResult, Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { rankTools } from "../routes/tools/rank-tools.ts";
import { viewTools } from "../routes/tools/view-tools.ts";
import { outcomeOf } from "./ask-result.ts";
import { awaitAnswer } from "./await-answer.ts";
import { inputOf, outputOf, toMcpTool } from "./describe-mcp-tool.ts";
import type { McpSession } from "./mcp-session.ts";
import type { Progress } from "./progress.ts";
import { describeSession } from "./session-facts.ts";

/** Less than the minute after which most clients give up a request. */
const WAIT_SECONDS_MAX = 50;

interface OwnTool<P extends z.ZodType> {
  readonly title: string;
  readonly description: string;
  readonly parameters: P;
  readonly result: z.ZodType;
  call(
    session: McpSession,
    given: z.output<P>,
    how: { signal: AbortSignal; progress: Progress },
  ): Promise<CallToolResult>;
}
const ownTool = <P extends z.ZodType>(tool: OwnTool<P>): OwnTool<z.ZodType> => tool as unknown as OwnTool<z.ZodType>;

/** Tools about the connection itself. None acts on a desktop, so none is in the registry. */
const OWN: Readonly<Record<string, OwnTool<z.ZodType>>> = {
  deskfleet_session: ownTool({
    title: "Which desktop",
    description:
      "The desktop session that the other tools act on, its state, and the page where a person can watch it live.",
    parameters: z.strictObject({}),
    result: z.object({
      sessionId: z.string().nullable(),
      state: z.enum(SESSION_STATES).nullable(),
      endsWithConnection: z.boolean(),
      liveView: z.string().nullable(),
    }),
    call: async (session) => structured(await describeSession(session)),
  }),
  deskfleet_tools: ownTool({
    title: "Find tools",
    description:
      "Finds rare tools that the list leaves out and adds them to it. `select:a,b` by name; else words, of which `+word` must be there.",
    parameters: z.strictObject({
      query: z.string().min(1).max(500),
      limit: z.number().int().min(1).max(20).default(5),
    }),
    result: z.object({ tools: z.array(z.looseObject({ name: z.string() })), total: z.number().int() }),
    call: async (session, { query, limit }) => {
      const record = await session.findDesktopSession();
      const { visible } = await viewTools(session.services, session.principal, { mode: "full", session: record });
      const found = rankTools(visible, query);
      const shown = found.slice(0, limit);
      await session.reveal(shown.map(({ id }) => id));
      return structured({ tools: shown.map((tool) => toMcpTool(tool)), total: found.length });
    },
  }),
  deskfleet_approval: ownTool({
    title: "Await an approval",
    description: "Waits for the answer to an approval that a call was answered with, and says what became of it.",
    parameters: z.strictObject({
      approvalId: Id,
      waitSeconds: z.number().int().min(0).max(WAIT_SECONDS_MAX).default(30),
    }),
    result: z.object({ approval: Approval }),
    call: async ({ services, principal }, { approvalId: id, waitSeconds }, { signal, progress }) => {
      const { tenantId } = principal;
      progress.say("Waiting for a person to answer");
      const limit = timeLimit(waitSeconds * 1_000, signal, services.closing);
      try {
        await awaitAnswer(services, { tenantId, id, signal: limit.signal });
      } finally {
        limit.clear();
      }
      const approval = await services.database.tenant(tenantId, (tx) => findApproval(tx, id));
      if (approval === null) throw new FleetError("resource.not_found", "there is no such approval");
      const failure = outcomeOf(approval);
      if (failure !== null) throw failure;
      return structured({ approval: toApproval(approval) });
    },
  }),
};

export const isOwnTool = (name: string): boolean => Object.hasOwn(OWN, name);

export const OWN_TOOLS: readonly McpTool[] = Object.entries(OWN).map(
  ([name, { title, description, parameters, result }]) => ({
    ...{ name, title, description },
    inputSchema: inputOf(parameters),
    outputSchema: outputOf(z.toJSONSchema(result, { io: "output" }) as Record<string, unknown>),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }),
);

export async function callOwnTool(
  session: McpSession,
  name: string,
  given: Record<string, unknown>,
  how: { signal: AbortSignal; progress: Progress },
): Promise<CallToolResult> {
  const tool = OWN[name];
  if (tool === undefined) throw new FleetError("internal", "not one of the connection's own tools");
  const parsed = tool.parameters.safeParse(given);
  if (parsed.success) return tool.call(session, parsed.data, how);
  throw new FleetError("request.invalid", "The parameters are not valid", { faults: toFaults(parsed.error) });
}

const structured = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});
