/** `word`: name or keyword; `regex`, `string`: without the delimiters, escapes as written. */
export interface AwkToken {
  readonly kind: "word" | "number" | "string" | "regex" | "newline" | "mark";
  readonly text: string;
}

/** Words behind which a slash begins a pattern. */
const BEFORE_PATTERN = new Set([
  "print",
  "printf",
  "return",
  "in",
  "case",
  "do",
  "else",
  "delete",
  "exit",
  "getline",
  "BEGIN",
  "END",
]);
const MARKS = [
  "|&",
  "||",
  "&&",
  ">>",
  "**=",
  "**",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "^=",
  "==",
  "!=",
  "<=",
  ">=",
  "!~",
];

/** The tokens of an awk program (gawk and mawk), or null when it cannot be one. */
export function awkTokens(program: string): readonly AwkToken[] | null {
  const tokens: AwkToken[] = [];
  /** Whether each open parenthesis belongs to if, while, for or switch: a pattern may follow its end. */
  const headers: boolean[] = [];
  let isAfterHeader = false;
  let at = 0;
  const push = (kind: AwkToken["kind"], text: string) => {
    tokens.push({ kind, text });
    isAfterHeader = false;
  };
  while (at < program.length) {
    const character = program.charAt(at);
    if (character === "\n") {
      push("newline", "\n");
      at++;
    } else if (/\s/.test(character)) at++;
    else if (character === "\\") {
      const end = /^\\[ \t\r]*\n/.exec(program.slice(at, at + 80));
      if (end === null) return null;
      at += end[0].length;
    } else if (character === "#") {
      const end = program.indexOf("\n", at);
      at = end < 0 ? program.length : end;
    } else if (character === '"') {
      const end = stringEnd(program, at + 1);
      if (end < 0) return null;
      push("string", program.slice(at + 1, end));
      at = end + 1;
    } else if (character === "/" && mayBeginPattern(tokens.at(-1), isAfterHeader)) {
      const end = patternEnd(program, at + 1);
      if (end < 0) return null;
      push("regex", program.slice(at + 1, end));
      at = end + 1;
    } else if (/[A-Za-z_]/.test(character)) {
      const start = at;
      // gawk's namespaces have two colons; one is the operator of `?:`.
      const isNamespace = () => program.startsWith("::", at) && /[A-Za-z_]/.test(program.charAt(at + 2));
      while (/[A-Za-z0-9_]/.test(program.charAt(at)) || isNamespace()) at += program.charAt(at) === ":" ? 2 : 1;
      push("word", program.slice(start, at));
    } else if (/[0-9.]/.test(character)) {
      const end = at + 1;
      at = end;
      while (/[0-9A-Za-z.]/.test(program.charAt(at))) at++;
      push("number", program.slice(end - 1, at));
    } else {
      if (character > "~") return null;
      const mark = MARKS.find((text) => program.startsWith(text, at)) ?? character;
      const before = tokens.at(-1);
      push("mark", mark);
      at += mark.length;
      if (mark === "(") headers.push(before?.kind === "word" && /^(if|while|for|switch)$/.test(before.text));
      else if (mark === ")") isAfterHeader = headers.pop() ?? false;
    }
  }
  return tokens;
}

function mayBeginPattern(before: AwkToken | undefined, isAfterHeader: boolean): boolean {
  if (before === undefined || isAfterHeader) return true;
  if (before.kind === "word") return BEFORE_PATTERN.has(before.text);
  if (before.kind === "mark") return ![")", "]", "$", "++", "--"].includes(before.text);
  return before.kind === "newline";
}

function stringEnd(program: string, start: number): number {
  for (let at = start; at < program.length; at++) {
    const character = program.charAt(at);
    if (character === "\\") at++;
    else if (character === '"') return at;
    else if (character === "\n") return -1;
  }
  return -1;
}

/** Brackets hide a slash, as in gawk and mawk. */
function patternEnd(program: string, start: number): number {
  let bracket = -1;
  for (let at = start; at < program.length; at++) {
    const character = program.charAt(at);
    if (character === "\n") return -1;
    if (character === "\\") at++;
    else if (bracket >= 0) {
      if (character === "]" && at > bracket) bracket = -1;
      else if (character === "[" && program.charAt(at + 1) === ":") {
        const end = program.indexOf(":]", at + 2);
        if (end >= 0) at = end + 1;
      }
    } else if (character === "[") {
      bracket = at + 1;
      if (program.charAt(bracket) === "^") bracket++;
    } else if (character === "/") return at;
  }
  return -1;
}
