import type { Principal } from "@deskfleet/contracts";
import type { HttpBindings } from "@hono/node-server";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Logger } from "pino";
import type { Visit } from "./http/authenticate.ts";

/** What every handler finds in `c.var` and `c.env`. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    logger: Logger;
    /** Set by `authenticate`; every route below /v1 that is not listed as open has one. */
    principal: Principal;
    /** Set when the caller has no more than a view link's cookie. */
    visit?: Visit;
  };
}
export type App = OpenAPIHono<AppEnv>;
