import { ERRORS, type ErrorCode, FleetError, Problem, toFaults, toProblem } from "@deskfleet/contracts";
import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import type { AppEnv } from "../app-env.ts";
import { describeError } from "./describe-error.ts";

/** Faults that an answer lists; the rest is counted in `data.faultCount`. */
const FAULTS_MAX = 100;

const ProblemSchema = Problem.meta({ id: "Problem", description: "RFC 9457 problem details" });
const response = { description: "", content: { "application/problem+json": { schema: ProblemSchema } } };
type ProblemResponses<C extends ErrorCode> = { [K in C as (typeof ERRORS)[K]["status"]]: typeof response };

/** The OpenAPI answers for these codes, grouped by status. */
export function problems<C extends ErrorCode>(...codes: C[]): ProblemResponses<C> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  const entries = [...byStatus].map(([status, all]) => [
    status,
    { ...response, description: all.map((code) => `\`${code}\` ${ERRORS[code].title}`).join("; ") },
  ]);
  return Object.fromEntries(entries) as ProblemResponses<C>;
}

/** Every answer of the API that is not the expected one leaves through here. */
function sendProblem(c: Context<AppEnv>, error: unknown): Response {
  const problem = toProblem(error, c.var.requestId);
  const retryAfterMs = problem.data?.retryAfterMs;
  if (typeof retryAfterMs === "number") c.header("Retry-After", String(Math.max(1, Math.ceil(retryAfterMs / 1_000))));
  if (problem.status === 401) c.header("WWW-Authenticate", 'Bearer realm="deskfleet"');
  // What was not read of a too large body must not be taken for the next request on this connection.
  if (problem.status === 413) c.header("Connection", "close");
  return c.body(JSON.stringify(problem), problem.status as 500, { "Content-Type": "application/problem+json" });
}

export const onError: ErrorHandler<AppEnv> = (error, c) => {
  const known = fromHttpException(error) ?? error;
  if (!(known instanceof FleetError) || known.code === "internal")
    c.var.logger.error({ requestId: c.var.requestId, path: c.req.path, error: describeError(known) }, "request failed");
  return sendProblem(c, known);
};

export const onNotFound: NotFoundHandler<AppEnv> = (c) =>
  sendProblem(c, new FleetError("resource.not_found", "No route answers this method and path; see /docs"));

/** What hono itself refuses: an unreadable body or a content type that the route does not take. */
function fromHttpException(error: unknown): FleetError | null {
  if (!(error instanceof HTTPException)) return null;
  if (error.status === 415)
    return new FleetError("request.unsupported_media", "Send one of the content types that /docs lists for this route");
  if (error.status === 413) return new FleetError("request.too_large", "The body is larger than this route takes");
  if (error.status === 400) return new FleetError("request.malformed", "The body is empty, or not valid JSON");
  return new FleetError("internal", "Unexpected error", { cause: error });
}

/** zod-openapi's hook for every route: faults with JSON Pointers, in the part of the request where they are. */
export function onValidated(result: { success: boolean; target: string; error?: z.ZodError }): void {
  if (result.success || result.error === undefined) return;
  throw invalid(result.error, result.target === "json" ? "body" : result.target);
}

export function invalid(error: z.core.$ZodError, where: string): FleetError {
  const faults = toFaults(error as z.ZodError);
  return new FleetError("request.invalid", `The ${where === "param" ? "path" : where} has faults; each says where`, {
    faults: faults.slice(0, FAULTS_MAX),
    ...(faults.length > FAULTS_MAX ? { data: { faultCount: faults.length } } : {}),
  });
}
