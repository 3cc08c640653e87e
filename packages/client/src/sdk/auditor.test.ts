import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { Auditor } from "./auditor.ts";
import { DeskfleetError } from "./http.ts";

let server: Server | null = null;
afterEach(() => new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve()))));

/** An API that answers every request with this, and what it was asked. */
async function api(status: number, body: unknown): Promise<{ auditor: Auditor; seen: string[] }> {
  const seen: string[] = [];
  const started = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    seen.push([request.method, request.url, text].filter(Boolean).join(" "));
    const type = status < 400 ? "application/json" : "application/problem+json";
    response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const { port } = started.address() as AddressInfo;
  return { auditor: new Auditor({ url: `http://127.0.0.1:${port}`, key: "dk_x" }), seen };
}

it("asks the routes of the auditor, and for nothing that was not asked", async () => {
  const { auditor, seen } = await api(200, { items: [], nextCursor: null });
  await auditor.judgements();
  await auditor.judgements({ verdict: "warn", rule: "data.travels", overridden: false, limit: 5 });
  await auditor.judgement("j1");
  await auditor.report("j1", "harmful", "it paid twice");
  await auditor.summary(new Date("2030-01-01T00:00:00Z"));
  await auditor.makeCase("j1", "block");
  await auditor.cases({ cursor: "abc" });
  await auditor.deleteCase("c1");
  await auditor.packs({ active: true });
  await auditor.pack("acme", 3);
  await auditor.putPack("acme", { rules: [] });
  await auditor.tryPack("acme", 3);
  await auditor.activatePack("acme", 3, { isForced: true });
  await auditor.deactivatePack("acme");
  expect(seen).toEqual([
    "GET /v1/auditor/judgements",
    "GET /v1/auditor/judgements?verdict=warn&rule=data.travels&overridden=false&limit=5",
    "GET /v1/auditor/judgements/j1",
    'POST /v1/auditor/judgements/j1/report {"kind":"harmful","comment":"it paid twice"}',
    "GET /v1/auditor/report?since=2030-01-01T00%3A00%3A00.000Z",
    'POST /v1/auditor/cases {"judgementId":"j1","expect":"block","comment":""}',
    "GET /v1/auditor/cases?cursor=abc",
    "DELETE /v1/auditor/cases/c1",
    "GET /v1/auditor/packs?active=true",
    "GET /v1/auditor/packs/acme?version=3",
    'PUT /v1/auditor/packs/acme {"rules":[]}',
    'POST /v1/auditor/packs/acme/activate {"version":3,"isTrial":true}',
    'POST /v1/auditor/packs/acme/activate {"version":3,"isForced":true}',
    "POST /v1/auditor/packs/acme/deactivate",
  ]);
});

it("a pack with faults is refused with the places of all of them", async () => {
  const faults = [{ path: "/rules/0/matches/0", message: "the example does not match" }];
  const { auditor } = await api(400, { code: "request.invalid", detail: "The pack has faults", status: 400, faults });
  const refused = await auditor.putPack("acme", { rules: [] }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DeskfleetError);
  expect(refused).toMatchObject({ code: "request.invalid", problem: { faults } });
});
