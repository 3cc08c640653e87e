import type { PolicyDocument } from "@deskfleet/contracts";
import { findApproval, putPolicy } from "@deskfleet/store";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { problem } from "../testing/fake-worker.ts";
import { type Caller, type Harness, startHarness } from "../testing/harness.ts";
import { askAlways, CODE } from "./testing-asks.ts";
import { connectMcp, type McpConnection, structuredOf, textOf } from "./testing-client.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

let asked: string[] = [];
const askFor: (...args: [Caller, Parameters<typeof askAlways>[2]?]) => void = (caller, more) => {
  asked = askAlways(harness, caller, more);
};

const open: McpConnection[] = [];
afterEach(async () => {
  for (const { client } of open.splice(0)) await client.close();
});
/** `answer` is the person in front of the client; null: the client has no forms. */
async function connect(
  caller: Caller,
  answer: ((message: string, choices: unknown) => ElicitResult | Promise<ElicitResult>) | null,
): Promise<McpConnection> {
  const capabilities = answer === null ? {} : { elicitation: { form: {} } };
  const connection = await connectMcp(harness.url, { key: caller.key, capabilities });
  open.push(connection);
  if (answer !== null)
    connection.client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
      answer(params.message, "requestedSchema" in params ? params.requestedSchema : null),
    );
  return connection;
}
const press = ({ client }: McpConnection) =>
  client.callTool({ name: "computer_key_press", arguments: { key: "Return" } });
const approvalOf = (caller: Caller, id = asked[0] ?? "") =>
  harness.database.tenant(caller.tenantId, (tx) => findApproval(tx, id));
const answered = () => harness.worker.calls.filter(({ path }) => path.startsWith("/internal/approvals/")).length;
beforeEach(async () => {
  await harness.reportWorker();
  harness.worker.calls.length = 0;
});

describe("a client without forms", () => {
  it("is answered which approval waits, what is asked, how it is answered and how to go on; nothing was done", async () => {
    const { operator } = harness.ours;
    askFor(operator);
    const result = await press(await connect(operator, null));
    const [id] = asked;
    expect(result.isError).toBe(true);
    for (const part of [
      `Approval ${id}`,
      'computer_key_press {"key":"Return"}',
      "computer_use was not given",
      "Text on the screen may try to steer the agent.",
      `POST ${harness.url}/v1/approvals/${id}/answer`,
      "deskfleet_approval",
    ])
      expect(textOf(result)).toContain(part);
    expect(textOf(result)).not.toContain(CODE);
    expect(structuredOf(result)).toMatchObject({ code: "approval.required", status: 202, data: { approvalId: id } });
    expect(answered()).toBe(0);
  });

  it("is shown the confirmation code where policy wants one", async () => {
    askFor(harness.ours.operator, { isCodeRequired: true });
    expect(textOf(await press(await connect(harness.ours.operator, null)))).toContain(CODE);
  });

  it("can wait for the answer, and hears what became of it", async () => {
    const { operator, approver } = harness.ours;
    askFor(operator);
    const connection = await connect(operator, null);
    await press(connection);
    const [approvalId = ""] = asked;
    const wait = (waitSeconds: number) =>
      connection.client.callTool({ name: "deskfleet_approval", arguments: { approvalId, waitSeconds } });
    expect(structuredOf(await wait(0))).toMatchObject({ code: "approval.required", data: { state: "pending" } });
    const waiting = wait(50);
    const { status } = await harness.request("POST", `/v1/approvals/${approvalId}/answer`, {
      ...{ as: approver, json: { answer: "no", note: "not today" } },
    });
    expect(status).toBe(200);
    expect(structuredOf(await waiting)).toMatchObject({
      code: "policy.denied",
      detail: "A person refused the action: not today",
    });
  });

  it("hears nothing of another tenant's approval", async () => {
    askFor(harness.ours.operator);
    await press(await connect(harness.ours.operator, null));
    const stranger = await connect(harness.theirs.admin, null);
    const result = await stranger.client.callTool({ name: "deskfleet_approval", arguments: { approvalId: asked[0] } });
    expect(structuredOf(result)).toMatchObject({ code: "resource.not_found" });
  });
});

describe("a client with forms, whose key may answer", () => {
  it.each(["once", "session", "always"])(
    "asks its person; %s does the action and answers its result",
    async (answer) => {
      const { approver } = harness.ours;
      askFor(approver, { isCodeRequired: true });
      const seen: unknown[] = [];
      const connection = await connect(approver, (message, schema) => {
        seen.push(message, schema);
        return { action: "accept", content: { answer, note: "fine" } };
      });
      const result = await press(connection);
      expect([result.isError, structuredOf(result)]).toEqual([undefined, { key: "Return" }]);
      expect(seen[0]).toContain('computer_key_press {"key":"Return"}');
      expect(seen[1]).toMatchObject({ properties: { answer: { enum: ["once", "session", "always", "no"] } } });
      expect(await approvalOf(approver)).toMatchObject({
        ...{ answer, note: "fine", answeredBy: `principal:${approver.principalId}` },
      });
      expect(answered()).toBe(1);
    },
  );

  it.each([
    ["no", { action: "accept", content: { answer: "no", note: "too early" } }],
    ["a refusal of the form", { action: "decline" }],
  ] as [string, ElicitResult][])("%s is a no: the call is denied and nothing is done", async (_name, said) => {
    askFor(harness.ours.approver);
    const result = await press(await connect(harness.ours.approver, () => said));
    expect([result.isError, structuredOf(result).code]).toEqual([true, "policy.denied"]);
    expect([(await approvalOf(harness.ours.approver))?.state, answered()]).toEqual(["denied", 0]);
  });

  it.each([
    ["closes the form", () => ({ action: "cancel" }) as const],
    ["answers something else", () => ({ action: "accept", content: { answer: "perhaps" } }) as const],
    ["breaks", () => Promise.reject(new Error("no screen"))],
  ])("whose person %s leaves the question to the approvers", async (_name, said) => {
    askFor(harness.ours.approver);
    const result = await press(await connect(harness.ours.approver, said));
    expect(structuredOf(result)).toMatchObject({ code: "approval.required", data: { approvalId: asked[0] } });
    expect([(await approvalOf(harness.ours.approver))?.state, answered()]).toEqual(["pending", 0]);
  });

  it.each([
    ["no", { code: "policy.denied", detail: "A person refused the action: seen in the console" }],
    ["once", { code: "approval.used", detail: expect.stringContaining("do not call again") }],
  ] as const)("goes on when somebody else was faster with %s", async (answer, expected) => {
    const { approver, admin } = harness.ours;
    askFor(approver);
    let shown = (): void => {};
    const isShown = new Promise<void>((resolve) => {
      shown = resolve;
    });
    const connection = await connect(approver, () => {
      shown();
      return new Promise(() => undefined);
    });
    const waiting = press(connection);
    await isShown;
    const path = `/v1/approvals/${asked[0]}/answer`;
    const { status } = await harness.request("POST", path, {
      as: admin,
      json: { answer, note: "seen in the console" },
    });
    expect(status).toBe(200);
    expect(structuredOf(await waiting)).toMatchObject(expected);
    expect(answered()).toBe(answer === "no" ? 0 : 1);
  });

  it("is told how an approved action failed", async () => {
    askFor(harness.ours.approver);
    const connection = await connect(harness.ours.approver, () => ({ action: "accept", content: { answer: "once" } }));
    const act = harness.worker.onCall;
    harness.worker.onCall = (call) =>
      call.path.startsWith("/internal/approvals/") ? problem("approval.target_changed") : act(call);
    expect(structuredOf(await press(connection))).toMatchObject({ code: "approval.target_changed" });
  });
});

describe("nobody is asked at the client", () => {
  const never = () => {
    throw new Error("asked a person who may not answer");
  };
  it("whose key may not answer", async () => {
    askFor(harness.ours.operator);
    expect(structuredOf(await press(await connect(harness.ours.operator, never))).code).toBe("approval.required");
  });

  it("where the action was frozen under four eyes", async () => {
    askFor(harness.ours.approver, { frozen: { isFourEyes: true } });
    expect(structuredOf(await press(await connect(harness.ours.approver, never))).code).toBe("approval.required");
  });

  it("where policy wants four eyes now", async () => {
    const { tenantId } = harness.theirs.admin;
    const document: PolicyDocument = { approvals: { fourEyes: true } };
    await harness.database.tenant(tenantId, (tx) =>
      putPolicy(tx, { tenantId, document, comment: "", createdBy: "system" }),
    );
    askFor(harness.theirs.approver);
    expect(structuredOf(await press(await connect(harness.theirs.approver, never))).code).toBe("approval.required");
  });
});
