import { z } from "zod";

interface ErrorSpec {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Whether the same call may succeed later without a change. The worker retries only these. */
  readonly retryable: boolean;
  readonly title: string;
}

/** Every failure a client or an operator can meet. docs/errors.md has a heading per code; a test compares the two. */
export const ERRORS = {
  "request.invalid": { status: 400, retryable: false, title: "The request is not valid" },
  "request.malformed": { status: 400, retryable: false, title: "The body could not be read" },
  "request.too_large": { status: 413, retryable: false, title: "The body is too large" },
  "request.unsupported_media": { status: 415, retryable: false, title: "The content type is not supported" },
  "request.rate_limited": { status: 429, retryable: true, title: "Too many requests" },
  "auth.required": { status: 401, retryable: false, title: "A valid key is required" },
  "auth.forbidden": { status: 403, retryable: false, title: "The key's role does not allow this" },
  "resource.not_found": { status: 404, retryable: false, title: "There is no such resource" },
  "resource.conflict": { status: 409, retryable: false, title: "The resource is not in a state that allows this" },
  "idempotency.mismatch": { status: 409, retryable: false, title: "The Idempotency-Key was used with another body" },
  "idempotency.in_progress": {
    status: 409,
    retryable: true,
    title: "The first request with this key is still running",
  },
  "ticket.invalid": { status: 401, retryable: false, title: "The ticket is unknown, used or expired" },
  "workflow.invalid": { status: 422, retryable: false, title: "The workflow is not valid" },
  "batch.rows_invalid": { status: 422, retryable: false, title: "Some rows are not valid" },
  "batch.csv_invalid": { status: 422, retryable: false, title: "The CSV could not be read" },
  "policy.invalid": { status: 422, retryable: false, title: "The policy is not valid" },
  "policy.denied": { status: 403, retryable: false, title: "A gate denied the action" },
  "approval.required": { status: 202, retryable: false, title: "A person has to approve the action" },
  "approval.expired": { status: 409, retryable: false, title: "The approval has expired" },
  "approval.used": { status: 409, retryable: false, title: "The approval was already answered" },
  "approval.target_changed": { status: 409, retryable: false, title: "The target no longer looks as it did" },
  "action.rate_limited": { status: 429, retryable: true, title: "The session acts too fast" },
  "action.failed": { status: 422, retryable: true, title: "The desktop could not carry out the action" },
  "action.timeout": { status: 504, retryable: true, title: "The action did not finish in time" },
  "action.unknown": { status: 500, retryable: false, title: "It is not known whether the action happened" },
  "content.withheld": { status: 503, retryable: true, title: "The content could not be checked and is withheld" },
  "audit.unavailable": { status: 503, retryable: true, title: "The audit store does not answer; nothing was done" },
  "store.unavailable": { status: 503, retryable: true, title: "The database does not answer" },
  "lease.lost": { status: 409, retryable: false, title: "Another worker holds the lease" },
  "session.ended": { status: 410, retryable: false, title: "The session has ended" },
  "session.paused": { status: 409, retryable: true, title: "The session is paused until a person resumes it" },
  "session.stopped": { status: 409, retryable: false, title: "The session was stopped" },
  "session.human_control": { status: 409, retryable: true, title: "A person is in control of the session" },
  "desktop.unavailable": { status: 503, retryable: true, title: "No desktop could be started" },
  "desktop.isolation_unavailable": { status: 503, retryable: false, title: "The host lacks the required isolation" },
  "desktop.lost": { status: 502, retryable: true, title: "The desktop is gone" },
  "worker.unreachable": { status: 503, retryable: true, title: "The worker that holds the session does not answer" },
  "capacity.exhausted": { status: 503, retryable: true, title: "No worker has a free desktop" },
  internal: { status: 500, retryable: false, title: "Internal error" },
} as const satisfies Record<string, ErrorSpec>;
export type ErrorCode = keyof typeof ERRORS;

/** One fault of an input: where it is (JSON Pointer), what is wrong and what would be accepted. */
export const Fault = z.strictObject({ path: z.string(), message: z.string() });
export type Fault = z.infer<typeof Fault>;

/** RFC 9457 problem details. `code`, `retryable`, `faults` and `data` are extension members. */
export const Problem = z.object({
  type: z.string(),
  status: z.number().int(),
  title: z.string(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  retryable: z.boolean(),
  faults: z.array(Fault).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof Problem>;

export interface FleetErrorOptions extends ErrorOptions {
  readonly faults?: readonly Fault[];
  /** Facts for programs: an approval's id, `retryAfterMs`. Nothing secret. */
  readonly data?: Record<string, unknown>;
}

/** `detail` is for the client: no queries, paths or secrets. What happened underneath goes in `cause`, for the log. */
export class FleetError extends Error {
  override readonly name = "FleetError";
  readonly code: ErrorCode;
  readonly detail: string;
  readonly faults: readonly Fault[] | undefined;
  readonly data: Record<string, unknown> | undefined;
  constructor(code: ErrorCode, detail: string, options: FleetErrorOptions = {}) {
    super(`${code}: ${detail}`, options);
    this.code = code;
    this.detail = detail;
    this.faults = options.faults;
    this.data = options.data;
  }
}

export const PROBLEM_BASE = "https://deskfleet.dev/errors/";

/** RFC 9457. Anything that is not a FleetError becomes `internal`: a driver's own message never leaves. */
export function toProblem(error: unknown, requestId: string): Problem {
  const known = error instanceof FleetError ? error : new FleetError("internal", "Unexpected error");
  const { status, title, retryable } = ERRORS[known.code];
  return {
    type: PROBLEM_BASE + known.code,
    status,
    title,
    detail: known.detail,
    instance: `urn:uuid:${requestId}`,
    code: known.code,
    retryable,
    ...(known.faults ? { faults: [...known.faults] } : {}),
    ...(known.data ? { data: known.data } : {}),
  };
}

/** Rebuilds the error that another process rendered; an unknown code becomes `internal`. */
export function fromProblem(problem: Problem): FleetError {
  const code = Object.hasOwn(ERRORS, problem.code) ? (problem.code as ErrorCode) : "internal";
  return new FleetError(code, problem.detail, {
    ...(problem.faults ? { faults: problem.faults } : {}),
    ...(problem.data ? { data: problem.data } : {}),
  });
}

/** More help nobody, and a body can have a million. */
const FAULTS_MAX = 100;

/** zod's issues as faults, the first hundred: JSON Pointer path and message, values never repeated. */
export function toFaults(error: z.ZodError): Fault[] {
  const issues = error.issues.slice(0, FAULTS_MAX).flatMap(meantIssues);
  const faults = issues.slice(0, FAULTS_MAX).flatMap((issue) => {
    const path = issue.path.map((part) => `/${pointerPart(String(part))}`).join("");
    if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
    const unknown = issue.keys.slice(0, FAULTS_MAX);
    return unknown.map((key) => ({ path: `${path}/${pointerPart(key)}`, message: "unknown field; remove it" }));
  });
  return faults.slice(0, FAULTS_MAX);
}

type Issue = z.core.$ZodIssue;

/**
 * Of a union of shapes the issues of the one that was meant: that of which the fewest things are wrong. The union's own
 * message where none is like what was given.
 */
function meantIssues(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const shapes = issue.errors.map((errors) => errors.flatMap(meantIssues));
  const outside = (issues: readonly Issue[]) => issues.filter(({ path }) => path.length === 0);
  const [best = []] = shapes.toSorted((a, b) => outside(a).length - outside(b).length || a.length - b.length);
  if (best.length === 0 || outside(best).some(({ code }) => code === "invalid_type")) return [issue];
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A member's name in a JSON Pointer. @see RFC 6901 */
export const pointerPart = (part: string): string => part.replaceAll("~", "~0").replaceAll("/", "~1");
