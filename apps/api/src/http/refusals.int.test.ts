import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { codeOf, type Harness, startHarness, WORKFLOW } from "../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  await harness.request("POST", "/v1/workflows", { json: WORKFLOW });
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const TASK = { workflow: "enter-order", inputs: { customer: "A", quantity: 1 } };
const taskCount = async () => (await harness.request("GET", "/v1/tasks")).json.items.length;

describe("400", () => {
  it.each([
    ["no body", ""],
    ["half an object", '{"workflow":"enter-order"'],
    ["a trailing comma", '{"workflow":"enter-order",}'],
    ["text", "hello"],
  ])("malformed JSON: %s", async (_name, body) => {
    const answer = await harness.request("POST", "/v1/tasks", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.malformed" });
  });

  it("bytes that are not UTF-8", async () => {
    const body = Buffer.from('{"workflow":"enter-order","reference":"Jos\xe9"}', "latin1");
    const answer = await harness.request("POST", "/v1/tasks", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.malformed" });
  });

  it.each([
    ["an unknown field", { ...TASK, priorty: 5 }, "/priorty"],
    ["an unknown field further in", { steps: [{ do: "computer_screen_size", wait: true }] }, "/steps/0/wait"],
    ["a wrong type", { ...TASK, priority: "high" }, "/priority"],
    ["a value out of range", { ...TASK, maxAttempts: 11 }, "/maxAttempts"],
    ["two programs", { ...TASK, steps: [{ do: "computer_screen_size" }] }, ""],
    ["no program", { inputs: {} }, ""],
    ["a missing input", { ...TASK, inputs: { customer: "A" } }, "/inputs/quantity"],
    ["an input too many", { ...TASK, inputs: { ...TASK.inputs, colour: "red" } }, "/inputs/colour"],
    ["a workflow that is not there", { ...TASK, workflow: "no-such" }, "/workflow"],
    ["a version that is not there", { ...TASK, workflow: "enter-order@9" }, "/workflow"],
    ["a NUL in a text", { ...TASK, reference: "a\0b" }, "/reference"],
    ["half of a surrogate pair", { ...TASK, inputs: { customer: "\ud800", quantity: 1 } }, "/inputs/customer"],
    ["a time limit of nothing", { ...TASK, timeout: "0s" }, "/timeout"],
    ["a time limit that no timer holds", { ...TASK, timeout: "999999999h" }, "/timeout"],
    ["a year that Postgres does not have", { ...TASK, deadline: "0000-01-01T00:00:00Z" }, "/deadline"],
    ["an own desktop beside a workflow's", { ...TASK, desktop: {} }, "/desktop"],
    ["an own output beside a workflow's", { ...TASK, output: { a: "1" } }, "/output"],
    [
      "a policy whose examples do not match",
      { ...TASK, policy: { rules: [{ effect: "deny", match: "tool(a*)", matches: ["b"] }] } },
      "/policy/rules/0/matches/0",
    ],
    ["an array", [], ""],
    ["null", null, ""],
  ])("%s: says where", async (_name, json, path) => {
    const answer = await harness.request("POST", "/v1/tasks", { json });
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.invalid" });
    expect(answer.json.faults.map((fault: { path: string }) => fault.path)).toContain(path);
  });

  it.each([
    ["a query field that is not known", "/v1/tasks?sate=queued", "/sate"],
    ["a state that is none", "/v1/tasks?state=done", "/state"],
    ["a page of nothing", "/v1/tasks?limit=0", "/limit"],
    ["a page too large", "/v1/tasks?limit=201", "/limit"],
    ["a cursor that is not ours", "/v1/tasks?cursor=AAAA", "/cursor"],
    ["a cursor of rows that is not ours", `/v1/batches/${randomUUID()}/rows?cursor=AAAA`, "/cursor"],
    ["an id that is none", "/v1/tasks/17", "/id"],
    ["a time that is none", "/v1/audit?from=yesterday", "/from"],
    ["a year that Postgres does not have", "/v1/audit?from=0000-01-01T00:00:00Z", "/from"],
    ["a version that no column holds", "/v1/workflows/enter-order?version=99999999999999", "/version"],
  ])("%s", async (_name, path, fault) => {
    const answer = await harness.request("GET", path);
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.invalid" });
    expect(answer.json.faults[0].path).toBe(fault);
  });

  it.each(["/v1/tasks?reference=a%00b", "/v1/workflows/a%00b", "/v1/audit?action=%00"])(
    "a NUL in the URL: %s",
    async (path) => {
      expect(codeOf(await harness.request("GET", path))).toEqual({ status: 400, code: "request.invalid" });
    },
  );

  it("an Idempotency-Key with blanks", async () => {
    const answer = await harness.request("POST", "/v1/tasks", { json: TASK, headers: { "idempotency-key": "a b" } });
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.invalid" });
  });

  it("a million open brackets", async () => {
    const body = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    const answer = await harness.request("POST", "/v1/tasks", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(400);
    expect((await harness.request("GET", "/healthz")).status).toBe(200);
  });
});

describe("401", () => {
  it.each([
    ["no key", {}],
    ["an empty header", { authorization: "" }],
    ["another scheme", { authorization: "Basic YTpi" }],
    ["a key that is none", { authorization: "Bearer x" }],
    ["a key nobody has", { authorization: `Bearer dk_${"A".repeat(32)}` }],
    ["a cookie nobody has", { cookie: "deskfleet_console=AAAA" }],
  ])("%s", async (_name, headers) => {
    const answer = await harness.request("GET", "/v1/tasks", { as: null, headers });
    expect(codeOf(answer)).toEqual({ status: 401, code: "auth.required" });
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="deskfleet"');
  });

  it("a wrong key is not made good by a cookie, and a revoked one is refused by the next request", async () => {
    const made = await harness.request("POST", "/v1/keys", { json: { name: "short-lived", role: "viewer" } });
    const as = { ...harness.ours.viewer, key: made.json.key };
    expect((await harness.request("GET", "/v1/tasks", { as })).status).toBe(200);
    expect((await harness.request("DELETE", `/v1/keys/${made.json.id}`)).status).toBe(204);
    expect(codeOf(await harness.request("GET", "/v1/tasks", { as }))).toEqual({ status: 401, code: "auth.required" });
  });

  it("every path below /v1, known or not", async () => {
    for (const path of ["/v1/nothing", "/v1/keys", "/v1/sessions/x/anything"])
      expect((await harness.request("GET", path, { as: null })).status).toBe(401);
  });
});

describe("403", () => {
  it.each([
    ["viewer", "POST", "/v1/tasks", TASK],
    ["viewer", "POST", "/v1/batches", {}],
    ["viewer", "POST", "/v1/workflows", WORKFLOW],
    ["viewer", "POST", "/v1/sessions", {}],
    ["viewer", "POST", `/v1/sessions/${randomUUID()}/actions`, { tool: "computer_screen_size" }],
    ["viewer", "POST", `/v1/sessions/${randomUUID()}/stop`, undefined],
    ["viewer", "POST", `/v1/tasks/${randomUUID()}/cancel`, undefined],
    ["operator", "POST", `/v1/approvals/${randomUUID()}/answer`, { answer: "once" }],
    ["operator", "DELETE", `/v1/grants/${randomUUID()}`, undefined],
    ["approver", "PUT", "/v1/policies/tenant", { document: {} }],
    ["approver", "POST", "/v1/stop", { scope: "tenant" }],
    ["approver", "GET", "/v1/keys", undefined],
    ["approver", "POST", "/v1/keys", { name: "mine", role: "admin" }],
    ["approver", "DELETE", `/v1/keys/${randomUUID()}`, undefined],
    ["admin", "PUT", "/v1/policies/fleet", { document: {} }],
    ["admin", "POST", "/v1/stop", { scope: "fleet" }],
  ] as const)("%s: %s %s", async (role, method, path, json) => {
    const answer = await harness.request(method, path, {
      as: harness.ours[role],
      ...(json === undefined ? {} : { json }),
    });
    expect(codeOf(answer)).toEqual({ status: 403, code: "auth.forbidden" });
  });

  it("is said before the body is looked at", async () => {
    const answer = await harness.request("POST", "/v1/tasks", {
      as: harness.ours.viewer,
      body: '{"unknown":1}',
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(403);
  });
});

describe("404", () => {
  it.each([
    ["GET", "/v2/tasks"],
    ["PATCH", "/v1/tasks"],
    ["GET", "/console/../../package.json"],
    ["GET", "/console/%2e%2e/src/main.ts"],
    ["GET", "/vendor/novnc/package.json"],
    ["GET", "/vendor/swagger-ui/index.html"],
  ])("%s %s is a problem too", async (method, path) => {
    const answer = await harness.request(method, path);
    expect(codeOf(answer)).toEqual({ status: 404, code: "resource.not_found" });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });
});

describe("413", () => {
  it("a 50 MB body, refused by its stated length before it is sent", async () => {
    const { port, hostname } = new URL(harness.url);
    const reply = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${harness.ours.admin.key}\r\nContent-Type: application/json\r\nContent-Length: 52428800\r\n\r\n{`,
        ),
      );
      socket.once("data", (data) => {
        resolve(data.toString("utf8"));
        socket.destroy();
      });
      socket.once("error", reject);
    });
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(reply).toMatch(/^connection: close/im);
    expect(reply).toContain('"code":"request.too_large"');
  });

  it("a 50 MB body without a stated length, cut off at the limit", async () => {
    let sent = 0;
    const chunk = new Uint8Array(1_048_576).fill(32);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
        if (sent >= 50 * chunk.length) controller.close();
      },
    });
    const answer = await fetch(`${harness.url}/v1/tasks`, {
      method: "POST",
      headers: { authorization: `Bearer ${harness.ours.admin.key}`, "content-type": "application/json" },
      body,
      duplex: "half",
    } as RequestInit).then(
      async (response) => ({ status: response.status, code: ((await response.json()) as { code: string }).code }),
      // The server may hang up on what it does not want to read; that is a refusal as well.
      () => ({ status: 413, code: "request.too_large" }),
    );
    expect(answer).toEqual({ status: 413, code: "request.too_large" });
    expect((await harness.request("GET", "/healthz")).status).toBe(200);
  });

  it("16 kB where nobody has signed in yet", async () => {
    const answer = await harness.request("POST", "/v1/console/sign-in", {
      as: null,
      json: { key: "x".repeat(20_000) },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(codeOf(answer)).toEqual({ status: 413, code: "request.too_large" });
  });
});

describe("415", () => {
  it.each([
    ["POST", "/v1/tasks", "text/plain"],
    ["POST", "/v1/tasks", "application/x-www-form-urlencoded"],
    ["POST", "/v1/tasks", "application/yaml"],
    ["POST", "/v1/batches", "text/plain"],
    ["POST", "/v1/workflows", "text/csv"],
  ])("%s %s as %s", async (method, path, type) => {
    const answer = await harness.request(method, path, { body: "a=b", headers: { "content-type": type } });
    expect(codeOf(answer)).toEqual({ status: 415, code: "request.unsupported_media" });
  });
});

describe("429", () => {
  it("past the limit, with when to come back; other callers are not touched", async () => {
    const other = await freshDatabase();
    const limited = await startHarness(other.url, { DESKFLEET_API_REQUESTS_PER_MINUTE: "3" });
    try {
      const answers = [];
      for (let n = 0; n < 4; n += 1) answers.push(await limited.request("GET", "/v1/tools"));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(answers.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual(["2", "1", "0", "0"]);
      expect(codeOf(answers[3]!)).toEqual({ status: 429, code: "request.rate_limited" });
      expect(Number(answers[3]!.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await limited.request("GET", "/v1/tools", { as: limited.ours.viewer })).status).toBe(200);
    } finally {
      await limited.close();
      await other.drop();
    }
  });

  it("after many wrong keys from one address, while right ones still pass", async () => {
    const wrong = { headers: { authorization: `Bearer dk_${"B".repeat(32)}` }, as: null };
    const statuses = new Set<number>();
    for (let n = 0; n < 65; n += 1) statuses.add((await harness.request("GET", "/v1/tasks", wrong)).status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await harness.request("GET", "/v1/tasks")).status).toBe(200);
  });
});

describe("503", () => {
  it("a store that does not answer: not ready, and a problem without its words", async () => {
    const lost = await freshDatabase();
    const without = await startHarness(lost.url);
    try {
      await lost.drop();
      const answer = await without.request("GET", "/v1/tasks");
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(answer.text).not.toMatch(/database "|postgres|select/i);
      expect((await without.request("GET", "/healthz")).status).toBe(200);
      expect((await without.request("GET", "/readyz")).status).toBe(503);
    } finally {
      await without.close();
    }
  });
});

describe("every answer", () => {
  it("has a request id, a caller's own is kept, and the log has neither keys nor bodies", async () => {
    const id = randomUUID();
    const kept = await harness.request("POST", "/v1/tasks", {
      json: { secret: "s3cr3t-body" },
      headers: { "x-request-id": id },
    });
    expect(kept.headers.get("x-request-id")).toBe(id);
    expect(kept.json.instance).toBe(`urn:uuid:${id}`);
    const made = await harness.request("GET", "/v1/tools", { headers: { "x-request-id": "not-a-uuid" } });
    expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const log = harness.log.join("");
    expect(log).toContain(id);
    expect(log).not.toContain("s3cr3t-body");
    for (const caller of [...Object.values(harness.ours), harness.operator]) expect(log).not.toContain(caller.key);
  });

  it.each(["/v1/tasks", "/v1/nothing", "/healthz", "/", "/docs", "/openapi.json"])(
    "has security headers: %s",
    async (path) => {
      const { headers } = await harness.request("GET", path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-security-policy")).toMatch(/^default-src '(none|self)'.*frame-ancestors 'none'/);
      expect(headers.get("content-security-policy")).not.toMatch(/script-src|unsafe-eval/);
    },
  );

  it("that refused a write left nothing behind", async () => {
    expect(await taskCount()).toBe(0);
  });
});

it("an answer to a client that went away costs nothing", async () => {
  const { port, hostname } = new URL(harness.url);
  for (let n = 0; n < 20; n += 1) {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${harness.ours.admin.key}\r\n\r\n`);
      setTimeout(() => socket.destroy(), 20);
    });
    await new Promise((resolve) => socket.once("close", resolve));
  }
  await expect
    .poll(async () => (await harness.request("GET", "/metrics")).text)
    .toMatch(/deskfleet_api_event_streams 0\n/);
});
