import type { RealFleet } from "./real-fleet.ts";

/** A fleet in which every page has something to show: name of a page -> its path. */
export async function fillEveryPage({ call }: RealFleet): Promise<ReadonlyMap<string, string>> {
  await call("POST", "/v1/workflows", {
    ...{ name: "look-around", version: 1, description: "Reads the screen's size", grants: ["computer_use"] },
    inputs: { type: "object", required: ["customer"], properties: { customer: { type: "string" } } },
    steps: [{ do: "computer_screen_size" }],
  });
  await call("POST", "/v1/projects", { name: "orders" });
  const rows = HOSTILE.map((customer) => ({ customer }));
  const batch = await call("POST", "/v1/batches", { reference: HOSTILE[0], workflow: "look-around", rows });
  const task = await call("POST", "/v1/tasks", {
    ...{ steps: [{ do: "computer_process_start", with: { app: "no-such-app" } }], grants: ["computer_use", "write"] },
    ...{ maxAttempts: 1, reference: HOSTILE[1] },
  });
  const session = await call("POST", "/v1/sessions", {});
  const asked = await call("POST", `/v1/sessions/${session.id}/actions`, {
    tool: "computer_keyboard_type",
    params: { text: HOSTILE[0] },
  });
  await call("PUT", "/v1/policies/user", {
    document: { rules: [{ effect: "ask", match: "app(browser)", reason: HOSTILE[0] }] },
    comment: HOSTILE[1],
  });
  return new Map([
    ["overview", "/"],
    ["tasks", "/tasks"],
    ["task", `/tasks/${task.id}`],
    ["dead-letters", "/tasks?state=failed"],
    ["tasks-of-batch", `/tasks?batchId=${batch.id}&outcome=success`],
    ["new-task", "/tasks/new"],
    ["new-program", "/tasks/new?workflow=steps"],
    ["edit-task", `/tasks/new?from=${task.id}`],
    ["batches", "/batches"],
    ["batch", `/batches/${batch.id}`],
    ["batch-outcome", `/batches/${batch.id}?outcome=success`],
    ["new-batch", "/batches/new"],
    ["sessions", "/sessions"],
    ["session", `/sessions/${session.id}`],
    ["approvals", `/approvals/${asked.approval.id}`],
    ["policies", "/policies?project=orders"],
    ["policy-layers", "/policies/layers"],
    ["policy-editor", "/policies/edit?layer=user"],
    ["policy-history", "/policies/history?layer=user"],
    ["policy-explain", "/policies/explain?kind=command&ask=git%20push%20origin%20main"],
    ["auditor", "/auditor"],
    ["judgements", "/auditor/judgements?verdict=block"],
    ["auditor-cases", "/auditor/cases"],
    ["rule-packs", "/auditor/packs"],
    ["audit", "/audit"],
    ["audit-verify", "/audit/verify"],
    ["audit-proof", `/audit/verify?chain=${session.id}`],
    ["keys", "/settings/keys"],
    ["webhooks", "/settings/webhooks"],
    ["workflows", "/settings/workflows"],
    ["workflow", "/settings/workflows/look-around"],
    ["dry-run", `/settings/workflows/look-around?row=${encodeURIComponent(JSON.stringify(rows[0]))}`],
    ["consents", "/settings/consents"],
    ["projects", "/settings/projects"],
    ["images", "/settings/images"],
    ["workers", "/settings/workers"],
    ["not-found", "/settings/none/of/these"],
  ]);
}

/** What a desktop or a caller could have written, to see whether any page reads it as markup. */
const HOSTILE = [
  '<img src=x onerror="window.isHacked=true">',
  "javascript:window.isHacked=true//</script><script>window.isHacked=true</script>",
  "\u202eevil\u202c {{7*7}} &lt;b&gt;",
] as const;
