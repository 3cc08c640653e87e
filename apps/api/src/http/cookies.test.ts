import { Hono } from "hono";
import { expect, it } from "vitest";
import type { AppEnv } from "../app-env.ts";
import { setViewCookie } from "./cookies.ts";

const cookieBehind = async (publicUrl: string | null) => {
  const app = new Hono<AppEnv>().get("/", (c) => {
    setViewCookie(c, { isHttps: false, config: { publicUrl }, sessionId: "0198", maxAge: 60 }, "token");
    return c.body(null);
  });
  return (await app.request("/")).headers.get("set-cookie");
};

it.each([
  [null, "/v1/sessions/0198"],
  ["https://fleet.example", "/v1/sessions/0198"],
  ["https://example.com/fleet", "/fleet/v1/sessions/0198"],
  ["https://example.com/fleet/", "/fleet/v1/sessions/0198"],
])("a view link's cookie is sent to its session alone, behind %s below %s", async (publicUrl, path) => {
  expect(await cookieBehind(publicUrl)).toContain(`; Path=${path};`);
});
