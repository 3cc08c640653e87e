import { isUtf8 } from "node:buffer";
import { FleetError } from "@deskfleet/contracts";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env.ts";
import { jsonFaults } from "./json-faults.ts";
import { isJson, isYaml } from "./media-types.ts";

/** Ten thousand rows of a kilobyte. */
export const BODY_BYTES_MAX = 10 * 1_024 * 1_024;
/** Of routes that answer before anybody has signed in. */
export const OPEN_BODY_BYTES_MAX = 16 * 1_024;

/** Refuses by Content-Length before a byte is read; without one it counts, and keeps no more than the limit. */
export const limitBody = (bytesMax: number) =>
  bodyLimit({
    maxSize: bytesMax,
    onError: () => {
      throw new FleetError("request.too_large", `The body may have at most ${bytesMax} bytes`);
    },
  });

/** Refuses JSON and YAML that would be altered or refused further in, and a NUL in the URL, before a route sees them. */
export const readBody = createMiddleware<AppEnv>(async (c, next) => {
  if (/%00/.test(c.req.url)) throw new FleetError("request.invalid", "The URL holds a NUL character");
  const type = c.req.header("content-type") ?? "";
  if (c.req.raw.body !== null && (isJson(type) || isYaml(type))) {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (!isUtf8(bytes)) throw new FleetError("request.malformed", "The body is not UTF-8");
    const text = new TextDecoder().decode(bytes);
    // hono reads its cache first: the text is decoded once, and zod's validator finds it there.
    c.req.bodyCache.text = Promise.resolve(text) as never;
    // Clients send the header with no body too: a route without one answers, one that needs it says so.
    if (text === "" || isYaml(type)) return next();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new FleetError("request.malformed", "The body is not valid JSON", { cause });
    }
    const faults = jsonFaults(text, value);
    if (faults.length > 0) throw new FleetError("request.invalid", "The body has faults; each says where", { faults });
  }
  await next();
});
