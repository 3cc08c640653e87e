import { createKey } from "@deskfleet/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

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

const PAGE = { "sec-fetch-site": "same-origin" };
const signIn = (key: string, headers: Record<string, string> = PAGE) =>
  harness.request("POST", "/v1/console/sign-in", { as: null, json: { key }, headers });
const TASK = { steps: [{ do: "computer_screen_size" }] };

describe("signing in", () => {
  it("401 for a wrong key, without a cookie", async () => {
    const answer = await signIn(`dk_${"A".repeat(32)}`);
    expect(codeOf(answer)).toEqual({ status: 401, code: "auth.required" });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it("403 from another site, with the right key: nobody is signed in to a stranger's tenant", async () => {
    for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
      expect(codeOf(await signIn(harness.ours.admin.key, headers))).toEqual({ status: 403, code: "auth.forbidden" });
  });

  it("sets a cookie that script cannot read and other sites cannot send", async () => {
    const { json, headers, text } = await signIn(harness.ours.operator.key);
    expect(json.principal).toMatchObject({ id: harness.ours.operator.principalId, role: "operator" });
    const [cookie = ""] = headers.getSetCookie();
    expect(cookie).toMatch(/^deskfleet_console=[0-9A-Za-z]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(text).not.toContain(cookie.slice(18, 61));
  });

  it("is Secure, and the API sends HSTS, behind a public https address", async () => {
    const other = await freshDatabase();
    const secure = await startHarness(other.url, { DESKFLEET_PUBLIC_URL: "https://fleet.example" });
    try {
      const headers = { origin: "https://fleet.example" };
      const json = { key: secure.ours.viewer.key };
      const answer = await secure.request("POST", "/v1/console/sign-in", { as: null, json, headers });
      expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure/);
      expect(answer.headers.get("strict-transport-security")).toMatch(/max-age/);
    } finally {
      await secure.close();
      await other.drop();
    }
  });
});

describe("a signed-in browser", () => {
  const send = async (
    method: string,
    path: string,
    options: { json?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const cookie = ((await signIn(harness.ours.operator.key)).headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    const { json, headers = {} } = options;
    return harness.request(method, path, {
      as: null,
      headers: { cookie, ...headers },
      ...(json === undefined ? {} : { json }),
    });
  };

  it("reads with the cookie, and the event stream too", async () => {
    expect((await send("GET", "/v1/tasks")).status).toBe(200);
    const { json } = await send("GET", "/v1/console/session");
    expect(json).toMatchObject({ principal: { role: "operator" }, isOperator: false });
  });

  it("is told whether it runs the fleet: an administrator of the operator's tenant, and nobody else", async () => {
    const viewer = await harness.database.system((tx) =>
      createKey(tx, { tenantId: harness.operator.tenantId, name: "looks on", role: "viewer" }),
    );
    const ask = async (as: Caller) => (await harness.request("GET", "/v1/console/session", { as })).json.isOperator;
    const { operator, ours } = harness;
    expect(await Promise.all([operator, ours.admin, { ...ours.viewer, key: viewer.key }].map(ask))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ["no sign of a page", {}],
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["a sibling of ours", { "sec-fetch-site": "same-site" }],
  ])("writes nothing for %s", async (_name, headers) => {
    expect(codeOf(await send("POST", "/v1/tasks", { json: TASK, headers }))).toEqual({
      status: 403,
      code: "auth.forbidden",
    });
    expect((await harness.request("GET", "/v1/tasks")).json.items).toEqual([]);
  });

  it("writes from our own page, within its role", async () => {
    expect((await send("POST", "/v1/tasks", { json: TASK, headers: PAGE })).status).toBe(202);
    expect((await send("POST", "/v1/stop", { json: { scope: "tenant" }, headers: PAGE })).status).toBe(403);
  });

  it("is signed out by signing out, and by the end of its key", async () => {
    const { json: made } = await harness.request("POST", "/v1/keys", { json: { name: "browser", role: "viewer" } });
    const cookie = ((await signIn(made.key)).headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    const second = ((await signIn(made.key)).headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    const read = (value: string) => harness.request("GET", "/v1/tasks", { as: null, headers: { cookie: value } });
    expect((await read(cookie)).status).toBe(200);
    const out = await harness.request("POST", "/v1/console/sign-out", {
      as: null,
      json: {},
      headers: { cookie, ...PAGE },
    });
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([204, expect.stringMatching(/Max-Age=0/)]);
    expect([(await read(cookie)).status, (await read(second)).status]).toEqual([401, 200]);
    await harness.request("DELETE", `/v1/keys/${made.id}`);
    expect((await read(second)).status).toBe(401);
  });
});
