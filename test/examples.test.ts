// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import { type Action, type GateContext, STARTER_POLICY, TOOLS } from "@deskfleet/contracts";
import { normalisePath, pathParameters, whatWouldChange } from "@deskfleet/gates";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readTracked } from "./support/source-files.ts";

/** What documents show as an answer is what the gates answer. */

/** As the route does it for a caller without consents, on a desktop where nothing is in the way. */
function explained(command: string): ReturnType<typeof whatWouldChange> {
  const tool = TOOLS.get("computer_process_start");
  if (tool === undefined) throw new Error("there is no tool that starts programs");
  const action: Action = { tool, params: tool.parameters.parse({ command }) as Record<string, unknown> };
  const context: GateContext = {
    nowMs: 0,
    principal: { id: "p", tenantId: "t", role: "admin", name: "p" },
    grants: [],
    session: { state: "active", controller: "agent" },
    screen: { width: 1_280, height: 800 },
    windows: [],
    resolvedPaths: pathParameters(tool, action.params).map(({ path, operation }) => ({
      ...{ path, real: normalisePath(path) },
      type: operation === "list" || operation === "enter" ? "directory" : "file",
    })),
    apps: [],
    activeApp: null,
    recentActionsMs: [],
    failuresInRow: 0,
    isApproved: false,
  };
  return whatWouldChange(action, {
    layers: [{ layer: "tenant", version: "tenant@1", document: STARTER_POLICY }],
    context,
  });
}

describe("README.md", () => {
  const { text } = readTracked("README.md");
  const [, request = "", answer = ""] =
    /\/v1\/policies\/explain -d '(\{.+\})'\n```[\s\S]*?```json\n([\s\S]+?)\n```/.exec(text) ?? [];

  it("shows what explain answers, shortened", () => {
    const { command } = z.strictObject({ command: z.string() }).parse(JSON.parse(request));
    expect(explained(command)).toMatchObject(JSON.parse(answer));
  });

  it.each([
    ["sed -n '1e id' notes.txt", "deny command.program_exec"],
    ["x=r; ${x}m -rf build", "deny command.dynamic"],
    ["make test", "ask command.project_code"],
  ])("offers %s to try", (command, expected) => {
    expect(text).toContain(`\`${command}\``);
    const { verdicts } = explained(command);
    expect(verdicts.filter(({ gate }) => gate === "command").map(({ outcome, code }) => `${outcome} ${code}`)).toEqual([
      expected,
    ]);
  });
});
