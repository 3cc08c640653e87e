import { AuditJudgement, AuditorReport } from "@deskfleet/contracts";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { call } from "./fleet.ts";

/** The auditor in a whole fleet: from a policy and a session's goal to what is asked, recorded and reported. */

const PATIENT = { timeout: 60_000, interval: 200 };
const app = "chromium";
const GOAL = "Pay the rent, 900.00 to Harbour Homes";
const PAGE = `<!doctype html><title>Rent</title><h1>Rent</h1><p>Rent 900.00 to Harbour Homes</p>
<button onclick="document.title='Paid'">Confirm payment</button> <button>Delete account</button> <a href="#hours">Opening hours</a>`;

const fleet = inject("fleet");
let before: unknown;
let sessionId: string;
beforeAll(async () => {
  const { document } = (await call(fleet, "GET", "/v1/policies/tenant")) as { document: Record<string, unknown> };
  before = document;
  const audited = { ...document, auditor: { mode: "enforce" } };
  await call(fleet, "PUT", "/v1/policies/tenant", { document: audited, comment: "tests of the auditor" });
  const session = await vi.waitFor(
    () => call(fleet, "POST", "/v1/sessions", { goal: GOAL, trustedDomains: ["rent.example.com"] }),
    PATIENT,
  );
  sessionId = String(session.id);
  await act("computer_file_write", { path: "/workspace/rent.html", content: PAGE });
  await vi.waitFor(async () => expect(await textOf("browser")).toContain("Address and search bar"), PATIENT);
  const bar = { app, role: "text field", name: "Address and search bar" };
  expect((await act("set_value", { element: bar, value: "file:///workspace/rent.html" })).status).toBe(200);
  expect((await act("press_key", { app, key: "Return" })).status).toBe(200);
  await vi.waitFor(async () => expect(await textOf(app)).toContain("Confirm payment"), PATIENT);
});
afterAll(async () => {
  await call(fleet, "PUT", "/v1/policies/tenant", { document: before, comment: "as before" });
  await call(fleet, "POST", `/v1/sessions/${sessionId}/close`);
});

/** The answer as it is, whether it was done, asked or refused. */
async function post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(fleet.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${fleet.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const act = (tool: string, params: object) => post(`/v1/sessions/${sessionId}/actions`, { tool, params });
async function textOf(name: string): Promise<string> {
  const { body } = await act("get_app_state", { app: name });
  return (body.result as { text?: string } | undefined)?.text ?? "";
}
const press = (role: string, name: string) => act("click", { element: { app, role, name } });
async function judgements(query: string): Promise<AuditJudgement[]> {
  const { items } = await call(fleet, "GET", `/v1/auditor/judgements?sessionId=${sessionId}&${query}`);
  return AuditJudgement.array().parse(items);
}

it("what the goal asks for is asked about, and done when a person says so; who that was is in the judgement", async () => {
  const asked = await press("button", "Confirm payment");
  expect(asked).toMatchObject({
    status: 202,
    body: { approval: { evaluation: { decisive: { gate: "auditor", code: "auditor.consequence.asked" } } } },
  });
  const { id, warnings } = asked.body.approval as { id: string; warnings: { code: string }[] };
  expect(warnings.map(({ code }) => code)).toContain("auditor");
  expect((await post(`/v1/approvals/${id}/answer`, { answer: "once" })).body).toMatchObject({
    approval: { answer: "once" },
  });
  await vi.waitFor(async () => expect(await textOf(app)).toContain('Window: "Paid'), PATIENT);
  await vi.waitFor(async () => {
    expect(await judgements("verdict=warn")).toMatchObject([
      { approvalId: id, overriddenBy: expect.stringMatching(/^principal:/), isEnforced: true, context: null },
    ]);
  }, PATIENT);
});

it("what the goal does not ask for is denied; its judgement has the context, and can be reported", async () => {
  const denied = await press("button", "Delete account");
  expect(denied).toMatchObject({ status: 403, body: { code: "policy.denied", data: { gate: "auditor" } } });
  const [judgement] = await vi.waitFor(async () => {
    const found = await judgements("verdict=block");
    expect(found).toHaveLength(1);
    return found;
  }, PATIENT);
  const path = `/v1/auditor/judgements/${judgement?.id}`;
  expect(AuditJudgement.parse(await call(fleet, "GET", path)).context).toMatchObject({
    ...{ action: "click", goal: GOAL, trustedDomains: ["rent.example.com"] },
    ...{ target: { role: "button", text: "Delete account" }, place: { url: "file:///workspace/rent.html" } },
    page: { text: expect.stringContaining("Rent 900.00 to Harbour Homes") },
  });
  await call(fleet, "POST", `${path}/report`, { kind: "fine" });
  const report = AuditorReport.parse(await call(fleet, "GET", "/v1/auditor/report"));
  expect(report.modes.find(({ mode }) => mode === "enforce")).toMatchObject({ overridden: 1, blocked: 1, warned: 1 });
});

it("the rest is done, and judged", async () => {
  expect((await press("link", "Opening hours")).status).toBe(200);
  await vi.waitFor(async () => expect(await judgements("verdict=pass")).not.toEqual([]), PATIENT);
});
