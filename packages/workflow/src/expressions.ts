import { Environment } from "@marcbachmann/cel-js";
import { CHECK_MS_MAX, RUN_MS_MAX, withinMs } from "./bounded.ts";
import { inspect } from "./cel-accesses.ts";
import { fromCel, toCel } from "./cel-values.ts";
import { ExpressionError } from "./expression-error.ts";
import { accessFault, type Names } from "./names.ts";
import { patternFault } from "./regexp.ts";
import type { Values } from "./values.ts";

/** Result types that a place accepts; `dyn` is always accepted and checked when it runs. */
export type ExpressionType = "bool" | "list" | "any";

/** Evaluates a CEL expression to a JSON value. @throws ExpressionError */
export function evaluate(expression: string, values: Values, type: ExpressionType = "any"): unknown {
  const result = run(expression, values);
  if (type === "bool" && typeof result !== "boolean") throw new ExpressionError("the condition is not true or false");
  if (type === "list" && !Array.isArray(result)) throw new ExpressionError("the expression is not a list");
  return withinMs(RUN_MS_MAX, () => {
    const value = fromCel(result);
    if ((JSON.stringify(value) ?? "").length > RESULT_CHARACTERS_MAX)
      throw new ExpressionError(`the result is longer than ${RESULT_CHARACTERS_MAX} characters`);
    return value;
  });
}

/** Rounds of one `for_each`. */
const ITEMS_MAX = 10_000;

/** What `for_each` goes through. @throws ExpressionError also for more than a run does */
export function evaluateItems(expression: string, values: Values): unknown[] {
  const items = evaluate(expression, values, "list") as unknown[];
  if (items.length > ITEMS_MAX) throw new ExpressionError(`for_each: more than ${ITEMS_MAX} items`);
  return items;
}

/** What is saved goes into the journal and into the task's output. */
const RESULT_CHARACTERS_MAX = 2_000_000;

/** What is wrong with an expression before anything runs, or null: syntax, types, unknown names. */
export function expressionFault(expression: string, names: Names, type: ExpressionType = "any"): string | null {
  try {
    return withinMs(CHECK_MS_MAX, () => faultOf(expression, names, type));
  } catch (error) {
    return summary(error);
  }
}

function faultOf(expression: string, names: Names, type: ExpressionType): string | null {
  const environment = environmentFor(Object.keys(names));
  const checked = environment.check(expression);
  if (!checked.valid) return summary(checked.error);
  const found = checked.type ?? "dyn";
  const isAccepted =
    type === "any" || found === "dyn" || (type === "bool" ? found === "bool" : found.startsWith("list"));
  if (!isAccepted)
    return `a ${type === "bool" ? "condition (true or false)" : "list"} is needed here, this is ${found}`;
  const { accesses, patterns } = inspect(environment.parse(expression).ast);
  for (const access of accesses) {
    const fault = accessFault(access, names);
    if (fault !== null) return fault;
  }
  return patterns.map(patternFault).find((fault) => fault !== null) ?? null;
}

/** Names that an expression reads from outside itself. @throws ExpressionError for one that cannot be read */
export function expressionReads(expression: string): string[] {
  try {
    const { ast } = withinMs(CHECK_MS_MAX, () => environmentFor([]).parse(expression));
    return withinMs(CHECK_MS_MAX, () => inspect(ast).accesses.map(([root]) => String(root)));
  } catch (error) {
    throw new ExpressionError(summary(error), { cause: error });
  }
}

const LIMITS = { maxAstNodes: 5_000, maxDepth: 60, maxListElements: 500, maxMapEntries: 500, maxCallArguments: 20 };
const LINES_MAX = 100_000;

/** CEL's own types are strict about int and double; a row's 3 and 2.5 must still add up, so mixed arithmetic gives double. */
function createEnvironment(names: readonly string[]): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false, limits: LIMITS });
  for (const name of names) environment.registerVariable(name, name === "item" || name === "result" ? "dyn" : "map");
  for (const [left, right] of [
    ["int", "double"],
    ["double", "int"],
  ])
    for (const [operator, calculate] of ARITHMETIC)
      environment.registerOperator(`${left} ${operator} ${right}: double`, (a: unknown, b: unknown) =>
        calculate(Number(a), Number(b)),
      );
  environment.registerFunction("lines(string): list<string>", (text: string) => lines(text));
  environment.registerFunction("first(list): dyn", (items: unknown[]) => element(items, 0));
  environment.registerFunction("last(list): dyn", (items: unknown[]) => element(items, -1));
  environment.registerFunction("trim(string): string", (text: string) => text.trim());
  environment.registerFunction("json(string): dyn", (text: string) => parseJson(text));
  return environment;
}

const ARITHMETIC: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ["+", (a, b) => a + b],
  ["-", (a, b) => a - b],
  ["*", (a, b) => a * b],
  ["/", (a, b) => a / b],
];

const environments = new Map<string, Environment>();
function environmentFor(names: readonly string[]): Environment {
  const key = [...names].sort().join(" ");
  let environment = environments.get(key);
  if (!environment) {
    environment = createEnvironment(names);
    environments.set(key, environment);
  }
  return environment;
}

type Program = (values: Record<string, unknown>) => unknown;
const PROGRAMS_MAX = 2_000;
const programs = new Map<string, Program>();

function run(expression: string, values: Values): unknown {
  const names = Object.keys(values);
  const key = `${names.length}\n${names.join(" ")}\n${expression}`;
  try {
    let program = programs.get(key);
    if (!program) {
      program = environmentFor(names).parse(expression);
      if (programs.size >= PROGRAMS_MAX) programs.clear();
      programs.set(key, program);
    }
    const known = program;
    return withinMs(RUN_MS_MAX, () => known(toCel({ ...values }) as Record<string, unknown>));
  } catch (error) {
    throw error instanceof ExpressionError ? error : new ExpressionError(summary(error), { cause: error });
  }
}

function lines(text: string): string[] {
  const parts = text.split(/\r\n|\n|\r/);
  // A file ends with a line feed; the nothing after it is not a line.
  if (parts.at(-1) === "") parts.pop();
  if (parts.length > LINES_MAX) throw new ExpressionError(`lines(): more than ${LINES_MAX} lines`);
  return parts;
}

function element(items: unknown[], index: 0 | -1): unknown {
  if (items.length === 0) throw new ExpressionError(`${index === 0 ? "first" : "last"}(): the list is empty`);
  return items.at(index);
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Its message would quote the text.
    throw new ExpressionError("json(): the text is not valid JSON");
  }
  return toCel(value);
}

function summary(error: unknown): string {
  if (error instanceof ExpressionError) return error.message;
  const text = error instanceof Error && "summary" in error ? String(error.summary) : "the expression failed";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
