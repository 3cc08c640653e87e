import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { ElementNotFound } from "./element.ts";
import { DeskfleetError } from "./http.ts";
import { ApprovalRequired, DesktopSession } from "./session.ts";

let server: Server | null = null;
afterEach(() => new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve()))));

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}
interface Seen {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

/** An API that answers every request with this, and what it was asked. */
async function api({
  status,
  body,
  type = "application/json",
}: Answer): Promise<{ session: DesktopSession; seen: Seen[] }> {
  const seen: Seen[] = [];
  const started = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    seen.push({ path: request.url ?? "", key: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead(status, { "content-type": type }).end(body);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const { port } = started.address() as AddressInfo;
  return { session: new DesktopSession({ url: `http://127.0.0.1:${port}/`, key: "dk_x" }, "s1"), seen };
}

it("an action that a person has to approve is not taken for done", async () => {
  const { session, seen } = await api({ status: 202, body: '{"approval":{"id":"a1","tool":"click"},"code":"123456"}' });
  await expect(session.element({ label: "Customer" }).click()).rejects.toMatchObject({
    ...{ name: "ApprovalRequired", code: "123456" },
    approval: { id: "a1" },
  });
  await expect(session.find({ target: { role: "button" } })).rejects.toThrow(ApprovalRequired);
  expect(seen[0]).toEqual({
    path: "/v1/sessions/s1/actions",
    key: "Bearer dk_x",
    body: { tool: "click", params: { element: { label: "Customer" }, click_count: 1, mouse_button: "left" } },
  });
});

it("a refusal is its problem document, anything else its status", async () => {
  const body = JSON.stringify({ code: "policy.denied", detail: "a rule denies this application", status: 403 });
  const refused = await api({ status: 403, body, type: "application/problem+json; charset=utf-8" });
  await expect(refused.session.act("click")).rejects.toMatchObject({ code: "policy.denied", status: 403 });
  await new Promise((resolve) => server?.close(resolve));
  const proxy = await api({ status: 502, body: "<html>", type: "text/html" });
  await expect(proxy.session.act("click")).rejects.toThrow(new DeskfleetError(502, null));
});

it("waiting in vain says what came nearest", async () => {
  const { session } = await api({ status: 200, body: '{"matches":[],"candidates":[{"title":"Customer"}]}' });
  const element = session.element({ label: "Custmer" });
  await expect(element.waitFor({ timeoutMs: 1 })).rejects.toThrow(ElementNotFound);
  await expect(element.waitFor({ timeoutMs: 1 })).rejects.toThrow(/Customer/);
  expect((await element.find()).matches).toEqual([]);
});
