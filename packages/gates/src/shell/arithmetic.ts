/**
 * Bash arithmetic over text whose expansions are done: 64-bit integers, C's operators, names as variables. Null is a
 * number that is not known; syntax errors are null too, because the command then fails.
 */
export interface ArithmeticVariables {
  /** Text of a variable or element; null: not known; undefined: unset. */
  read(name: string, subscript: bigint | null | undefined): string | null | undefined;
  /** `value` null: some number. */
  write(name: string, subscript: bigint | null | undefined, value: bigint | null): void;
}

export function evaluateArithmetic(text: string, variables: ArithmeticVariables): bigint | null {
  if (/^\s*\d{1,15}\s*$/.test(text) && !/^\s*0\d/.test(text)) return BigInt(text.trim());
  return new Evaluator(text, variables, 0).run();
}

const DEPTH_MAX = 8;
/** Operators by binding strength, weakest first; assignment, `?:` and `,` stand apart. */
const BINARY: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<=", ">=", "<", ">"],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];
const TOKEN =
  /\s*(?:(\d+#[\w@]+|0[xX][\da-fA-F]+|\d+)|([A-Za-z_]\w*)|(<<=|>>=|\*\*|\+\+|--|&&|\|\||[=!<>*/%+&^|-]=|<<|>>|[-+*/%<>=!~&|^?:,()[\]]))/y;

type Token = { readonly kind: "number" | "name" | "operator" | "end"; readonly text: string };
type Place = { readonly name: string; readonly subscript: bigint | null | undefined };
type Result = { readonly value: bigint | null; readonly place?: Place };

class SyntaxFault extends Error {
  override readonly name = "SyntaxFault";
}

class Evaluator {
  private readonly text: string;
  private readonly variables: ArithmeticVariables;
  private readonly depth: number;
  private position = 0;
  private nesting = 0;
  /** Inside an operand that may be skipped: what it assigns is then only some number. */
  private skippable = 0;
  private token: Token = { kind: "end", text: "" };

  constructor(text: string, variables: ArithmeticVariables, depth: number) {
    this.text = text;
    this.variables = variables;
    this.depth = depth;
  }

  run(): bigint | null {
    try {
      this.advance();
      if (this.isAtEnd()) return 0n;
      const { value } = this.comma();
      return this.isAtEnd() ? value : null;
    } catch (error) {
      if (error instanceof SyntaxFault) return null;
      throw error;
    }
  }

  private isAtEnd(): boolean {
    return this.token.kind === "end";
  }

  private advance(): void {
    TOKEN.lastIndex = this.position;
    const match = TOKEN.exec(this.text);
    if (match === null) {
      if (this.text.slice(this.position).trim() !== "") throw new SyntaxFault("not arithmetic");
      this.token = { kind: "end", text: "" };
      return;
    }
    this.position = TOKEN.lastIndex;
    const [, number, name, operator] = match;
    if (number !== undefined) this.token = { kind: "number", text: number };
    else if (name !== undefined) this.token = { kind: "name", text: name };
    else this.token = { kind: "operator", text: operator ?? "" };
  }

  private accept(operator: string): boolean {
    if (this.token.kind !== "operator" || this.token.text !== operator) return false;
    this.advance();
    return true;
  }

  private comma(): Result {
    let result = this.assignment();
    while (this.accept(",")) result = this.assignment();
    return result;
  }

  private assignment(): Result {
    if (++this.nesting > 200) throw new SyntaxFault("too deep");
    const left = this.ternary();
    const { kind, text } = this.token;
    this.nesting--;
    if (kind !== "operator" || !/^(?:[*/%+\-&^|]|<<|>>)?=$/.test(text)) return left;
    if (left.place === undefined) throw new SyntaxFault("assignment to no variable");
    this.advance();
    const right = this.assignment().value;
    const value = text === "=" ? right : calculate(text.slice(0, -1), left.value, right);
    this.write(left.place, value);
    return { value };
  }

  private write(place: Place, value: bigint | null): void {
    this.variables.write(place.name, place.subscript, this.skippable > 0 ? null : value);
  }

  private ternary(): Result {
    const test = this.binary(0);
    if (!this.accept("?")) return test;
    this.skippable++;
    const yes = this.comma().value;
    if (!this.accept(":")) throw new SyntaxFault("no colon");
    const no = this.assignment().value;
    this.skippable--;
    if (test.value === null) return { value: null };
    return { value: test.value === 0n ? no : yes };
  }

  private binary(level: number): Result {
    const operators = BINARY[level];
    if (operators === undefined) return this.power();
    let left = this.binary(level + 1);
    while (this.token.kind === "operator" && operators.includes(this.token.text)) {
      const operator = this.token.text;
      this.advance();
      const isLogical = operator === "&&" || operator === "||";
      if (isLogical) this.skippable++;
      left = { value: calculate(operator, left.value, this.binary(level + 1).value) };
      if (isLogical) this.skippable--;
    }
    return left;
  }

  private power(): Result {
    const base = this.unary();
    if (!this.accept("**")) return base;
    return { value: calculate("**", base.value, this.power().value) };
  }

  private unary(): Result {
    const { kind, text } = this.token;
    if (kind === "operator" && "+-!~".includes(text)) {
      this.advance();
      const { value } = this.unary();
      return { value: value === null ? null : calculateUnary(text, value) };
    }
    if (kind === "operator" && (text === "++" || text === "--")) {
      this.advance();
      const operand = this.unary();
      if (operand.place === undefined) return { value: null };
      const value = calculate(text[0]!, operand.value, 1n);
      this.write(operand.place, value);
      return { value };
    }
    return this.postfix();
  }

  private postfix(): Result {
    const operand = this.primary();
    const { kind, text } = this.token;
    if (kind !== "operator" || (text !== "++" && text !== "--") || operand.place === undefined) return operand;
    this.advance();
    this.write(operand.place, calculate(text[0]!, operand.value, 1n));
    return { value: operand.value };
  }

  private primary(): Result {
    const { kind, text } = this.token;
    this.advance();
    if (kind === "number") return { value: parseNumber(text) };
    if (kind === "name") return this.variable(text);
    if (kind !== "operator" || text !== "(") throw new SyntaxFault("no operand");
    const { value } = this.comma();
    if (!this.accept(")")) throw new SyntaxFault("no closing bracket");
    return { value };
  }

  private variable(name: string): Result {
    let subscript: bigint | null | undefined;
    if (this.accept("[")) {
      subscript = this.comma().value;
      if (!this.accept("]")) throw new SyntaxFault("no closing bracket");
    }
    const place = { name, subscript };
    const text = this.variables.read(name, subscript);
    if (text === undefined) return { value: 0n, place };
    if (text === null || this.depth >= DEPTH_MAX) return { value: null, place };
    if (/^\d{1,15}$/.test(text) && !/^0\d/.test(text)) return { value: BigInt(text), place };
    return { value: new Evaluator(text, this.variables, this.depth + 1).run(), place };
  }
}

function parseNumber(text: string): bigint | null {
  const hash = text.indexOf("#");
  if (hash !== -1) return parseBase(Number(text.slice(0, hash)), text.slice(hash + 1));
  if (/^0[xX]/.test(text)) return BigInt.asIntN(64, BigInt(text));
  if (text.length > 1 && text.startsWith("0")) return parseBase(8, text.slice(1));
  return BigInt.asIntN(64, BigInt(text));
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

function parseBase(base: number, digits: string): bigint | null {
  if (base < 2 || base > 64) return null;
  let value = 0n;
  for (const digit of base <= 36 ? digits.toLowerCase() : digits) {
    const place = DIGITS.indexOf(digit);
    if (place === -1 || place >= base) return null;
    value = BigInt.asIntN(64, value * BigInt(base) + BigInt(place));
  }
  return value;
}

function calculateUnary(operator: string, value: bigint): bigint {
  if (operator === "-") return BigInt.asIntN(64, -value);
  if (operator === "!") return value === 0n ? 1n : 0n;
  return operator === "~" ? ~value : value;
}

function calculate(operator: string, left: bigint | null, right: bigint | null): bigint | null {
  if (left === null || right === null) return null;
  const truth = (isTrue: boolean) => (isTrue ? 1n : 0n);
  switch (operator) {
    case "||":
      return truth(left !== 0n || right !== 0n);
    case "&&":
      return truth(left !== 0n && right !== 0n);
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    case "&":
      return left & right;
    case "==":
      return truth(left === right);
    case "!=":
      return truth(left !== right);
    case "<=":
      return truth(left <= right);
    case ">=":
      return truth(left >= right);
    case "<":
      return truth(left < right);
    case ">":
      return truth(left > right);
    case "<<":
      return BigInt.asIntN(64, left << (right & 63n));
    case ">>":
      return left >> (right & 63n);
    case "+":
      return BigInt.asIntN(64, left + right);
    case "-":
      return BigInt.asIntN(64, left - right);
    case "*":
      return BigInt.asIntN(64, left * right);
    case "/":
      return right === 0n ? null : BigInt.asIntN(64, left / right);
    case "%":
      return right === 0n ? null : left % right;
    case "**":
      return right < 0n || right > 64n ? null : BigInt.asIntN(64, left ** right);
    default:
      return null;
  }
}
