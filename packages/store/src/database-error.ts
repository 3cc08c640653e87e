import { FleetError } from "@deskfleet/contracts";
import { DrizzleQueryError } from "drizzle-orm/errors";

/** What drizzle and pg throw, as far as it is read here: an SQLSTATE or a Node error code, and a constraint's name. */
interface DriverError {
  readonly code?: unknown;
  /** Only Postgres' own errors have it. */
  readonly severity?: unknown;
  readonly constraint?: unknown;
  readonly message?: unknown;
}

const CONFLICTS: Record<string, string> = {
  batches_reference: "a batch with this reference exists already",
  workflows_version: "this version of the workflow exists already; versions never change, store the next one",
  policies_version: "the policy was changed at the same time; read it again",
  projects_name: "a project with this name exists already",
  tenants_name_unique: "a tenant with this name exists already",
};
/** Class 08, shutdown, too many connections, lock and statement timeouts, deadlock: the same call may succeed later. */
const UNAVAILABLE = /^(08...|57...|53...|55P03|40001|40P01|58...)$/;
/** A number or a time that the column's type does not hold. The schemas refuse these; this is for what they forget. */
const OUT_OF_RANGE = /^(22003|22007|22008)$/;
const NETWORK = /^(ECONN[A-Z]+|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** pg-pool and a lost socket give a message without a code. */
const LOST =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection timeout|not queryable|Cannot use a pool/i;

/**
 * The one place where an error of the driver becomes one of ours. What the driver said stays in `cause`, for the log: it may hold
 * queries and parameters. Errors that are not the driver's pass unchanged.
 */
export function databaseError(error: unknown): unknown {
  if (error instanceof FleetError) return error;
  const driver = driverError(error);
  if (driver === null) return error;
  const code = String(driver.code ?? "");
  const options = { cause: error };
  switch (code) {
    case "23505": {
      const detail = CONFLICTS[String(driver.constraint)] ?? "it exists already or was changed at the same time";
      return new FleetError("resource.conflict", detail, options);
    }
    case "23503":
      return new FleetError("resource.not_found", "something that this refers to does not exist", options);
    case "22P02":
    case "22P05":
    case "22021":
      return new FleetError("request.invalid", "a value cannot be stored: NUL or broken text, or not an id", options);
    case "DF001":
    case "DF002":
      return new FleetError("resource.conflict", "its state does not allow this change", options);
  }
  if (OUT_OF_RANGE.test(code))
    return new FleetError("request.invalid", "a value is outside what can be stored", options);
  if (UNAVAILABLE.test(code) || NETWORK.test(code) || (code === "" && LOST.test(String(driver.message))))
    return new FleetError("store.unavailable", "the database does not answer", options);
  return new FleetError("internal", "unexpected error of the store", options);
}

/** Whether the client gave up on a query: the connection still waits for the answer and is good for nothing else. */
export function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && driverError(error)?.message === "Query read timeout";
}

/** The SQLSTATE or Node error code underneath, or null. */
export function sqlState(error: unknown): string | null {
  const code = driverError(error)?.code;
  return typeof code === "string" ? code : null;
}

function driverError(error: unknown): DriverError | null {
  for (let link = error, depth = 0; link instanceof Error && depth < 5; link = link.cause, depth += 1) {
    const { code, severity } = link as DriverError;
    if (typeof code === "string" && (severity !== undefined || NETWORK.test(code))) return link as DriverError;
    if (LOST.test(link.message)) return link;
    // A query that drizzle wrapped, whose cause carries no code: still the driver's.
    if (link instanceof DrizzleQueryError && link.cause === undefined) return link;
  }
  return null;
}
