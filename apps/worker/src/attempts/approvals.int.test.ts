import type { Approval, Task } from "@deskfleet/contracts";
import { answerApproval, cancelTask, findTask, listApprovals, putPolicy } from "@deskfleet/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { perform } from "../perform.ts";
import { type TestFleet, testFleet } from "../queue/testing-fleet.ts";
import { startTestWorker, type TestWorker } from "../queue/testing-worker.ts";

const WRITE = { do: "computer_file_write", with: { path: "/workspace/out", content: "x" } };
const PATIENCE = { timeout: 20_000, interval: 50 };

describe("a task whose action has to be approved", () => {
  let fleet: TestFleet;
  let worker: TestWorker;

  beforeEach(async () => {
    fleet = await testFleet();
    // Nothing is consented, so the first action is asked for. Ten seconds is the shortest that a policy may say.
    const document = { grantable: ["computer_use"], approvals: { ttlSeconds: 10 } };
    await fleet.database.system((tx) =>
      putPolicy(tx, { tenantId: fleet.tenantId, document, comment: "", createdBy: "system" }),
    );
    worker = await startTestWorker({ databaseUrl: fleet.url, workerId: "one", slots: 2 });
  });
  afterEach(async () => {
    await worker.close();
    await fleet.close();
  });

  const task = async (id: string) => (await fleet.database.system((tx) => findTask(tx, id))) as Task;
  const reaches = (id: string, state: Task["state"]) =>
    vi.waitFor(async () => expect((await task(id)).state).toBe(state), PATIENCE);
  async function pending(taskId: string): Promise<Approval> {
    await reaches(taskId, "waiting_approval");
    const { items } = await fleet.database.system((tx) =>
      listApprovals(tx, { taskId, state: "pending" }, { limit: 5 }),
    );
    expect(items).toHaveLength(1);
    return items[0] as Approval;
  }
  const answer = (id: string, given: "once" | "no", note = "") =>
    fleet.database.system((tx) =>
      answerApproval(tx, { id, answer: given, note, answeredBy: "person:1", fourEyes: false }),
    );

  it("waits as waiting_approval and goes on with yes, past its own time limit", async () => {
    const [id = ""] = await fleet.submit(1, [WRITE], { timeoutMs: 3_000 });
    const { id: approvalId, tool } = await pending(id);
    expect(tool).toBe(WRITE.do);
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    await answer(approvalId, "once");
    await reaches(id, "succeeded");
    expect((await task(id)).attempts).toHaveLength(1);
    const events = await fleet.query("select type from events where task_id = $1 order by id", [id]);
    expect(events.map(({ type }) => type)).toContain("task.waiting_approval");
  });

  it("ends policy_denied with no and the approver's words, and nothing was done", async () => {
    const [id = ""] = await fleet.submit(1, [WRITE]);
    await answer((await pending(id)).id, "no", "not on a Friday");
    await reaches(id, "failed");
    expect(await task(id)).toMatchObject({
      outcome: "policy_denied",
      attempts: [{ outcome: "policy_denied", reason: expect.stringContaining("A person said no: not on a Friday") }],
    });
    expect(await fleet.query("select 1 from audit_records where kind = 'outcome' and result = 'ok'")).toEqual([]);
  });

  it("ends approval_expired when nobody answers", async () => {
    const [id = ""] = await fleet.submit(1, [WRITE]);
    await pending(id);
    await reaches(id, "failed");
    expect(await task(id)).toMatchObject({ outcome: "approval_expired", attempts: [{ outcome: "approval_expired" }] });
  });

  it("goes on by its own answer only: what a person asked for beside it is theirs to execute", async () => {
    const [id = ""] = await fleet.submit(1, [WRITE]);
    const ofProgram = await pending(id);
    expect(ofProgram.isTaskStep).toBe(true);
    const session = worker.host.find(ofProgram.sessionId)!;
    const call = {
      ...{ tool: WRITE.do, params: { path: "/workspace/mine", content: "y" } },
      principal: session.principal,
    };
    const asked = await perform(session, call);
    if (asked.outcome !== "ask") throw new Error("expected an ask");
    expect(asked.approval).toMatchObject({ taskId: id, isTaskStep: false });
    await answer(asked.approval.id, "once");
    expect((await perform(session, { ...call, approvalId: asked.approval.id })).outcome).toBe("done");
    expect((await task(id)).state).toBe("waiting_approval");
    await answer(ofProgram.id, "once");
    await reaches(id, "succeeded");
  });

  it("can be cancelled while it waits", async () => {
    const [id = ""] = await fleet.submit(1, [WRITE]);
    await pending(id);
    await fleet.database.system((tx) => cancelTask(tx, id));
    await reaches(id, "cancelled");
    await vi.waitFor(async () => expect(await worker.driver.list()).toEqual([]), PATIENCE);
  });
});
