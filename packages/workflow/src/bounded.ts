import vm from "node:vm";
import { ExpressionError } from "./expression-error.ts";

/** What a tenant wrote may hold a process that many tenants share for this long, milliseconds. */
export const CHECK_MS_MAX = 1_000;
export const RUN_MS_MAX = 250;

const context = vm.createContext({ work: null });
const script = new vm.Script("work()");

/**
 * Runs synchronous work that follows a tenant's program: a schema, a pattern, an expression, a template. V8 ends it after
 * `limitMs`, wherever it is: also inside a regular expression that backtracks, and inside the libraries' own loops. Costs
 * 0.2 ms. Nothing is isolated by this; the work is our code on a tenant's data.
 * @throws ExpressionError when it takes too long or the stack ends; whatever `work` throws otherwise
 */
export function withinMs<T>(limitMs: number, work: () => T): T {
  let done: { readonly value: T } | null = null;
  context.work = () => {
    done = { value: work() };
  };
  try {
    script.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      throw new ExpressionError(`it takes longer than ${limitMs} ms`, { cause: error });
    if (error instanceof RangeError && error.message.startsWith("Maximum call stack"))
      throw new ExpressionError("it refers to itself without an end", { cause: error });
    throw error;
  } finally {
    context.work = null;
  }
  return (done as unknown as { readonly value: T }).value;
}
