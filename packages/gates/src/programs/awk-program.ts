import { type AwkToken, awkTokens } from "./awk-tokens.ts";

/** What an awk program does beyond printing. `path` null: only the run decides it. */
export type AwkAction =
  | { readonly kind: "run" }
  | { readonly kind: "write" | "read"; readonly path: string | null }
  /** One variable of the environment by name, or (null) all of it. */
  | { readonly kind: "environment"; readonly name: string | null }
  | { readonly kind: "include"; readonly path: string }
  | { readonly kind: "unreadable" };

const END: AwkToken = { kind: "newline", text: "" };
const UNREADABLE: readonly AwkAction[] = [{ kind: "unreadable" }];
const COMPARISONS = new Set(["==", "!=", "~", "!~"]);
/** Tokens of a subscript that are looked at: each of many that have no end would be followed to the program's end. */
const SUBSCRIPT_MAX = 64;
const STANDARD = /^(-|\/dev\/(stdin|stdout|stderr|null))$/;

/**
 * Reads an awk program as far as effects need it: `>`, `>>` and `|` of a print statement outside parentheses are output,
 * any other `|` is a command, `<` behind getline is input.
 */
export function awkActions(program: string): readonly AwkAction[] {
  const tokens = awkTokens(program);
  if (tokens === null) return UNREADABLE;
  const actions: AwkAction[] = [];
  const at = (index: number): AwkToken => tokens[index] ?? END;
  const isMark = (index: number, ...texts: readonly string[]) =>
    at(index).kind === "mark" && texts.includes(at(index).text);
  /** Depth of brackets at which each open print statement stands. */
  let printDepth = -1;
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const { kind, text } = at(index);
    if (kind === "newline") {
      if (!isContinued(at(index - 1))) printDepth = -1;
    } else if (kind === "word") {
      if (text === "print" || text === "printf") printDepth = depth;
      else if (text === "system") actions.push({ kind: "run" });
      else if (text === "getline") index = getline(index);
      else if (text === "ENVIRON") actions.push(environment(index));
      else if (text === "ARGV" || text === "ARGC") argument(index);
      else if (text === "SYMTAB" || text === "FUNCTAB") actions.push({ kind: "unreadable" });
    } else if (kind === "mark") {
      if ("([{".includes(text)) depth++;
      else if (")]}".includes(text)) {
        depth--;
        if (depth < 0) return UNREADABLE;
        if (depth < printDepth) printDepth = -1;
      } else if (text === ";") printDepth = depth === printDepth ? -1 : printDepth;
      else if (text === "@") index = directive(index);
      else if (text === "|" || text === "|&") actions.push({ kind: "run" });
      else if ((text === ">" || text === ">>") && depth === printDepth) output(index);
    }
  }
  return depth === 0 ? actions : UNREADABLE;

  function output(index: number): void {
    const target = at(index + 1);
    const after = at(index + 2);
    const isWhole = after.kind === "newline" || isMark(index + 2, ";", "}");
    if (target.kind === "string" && isWhole) file("write", target.text);
    else actions.push({ kind: "write", path: null });
  }
  /** Skips the variable that is read into; what stands behind `<` is one primary. */
  function getline(start: number): number {
    let index = start + 1;
    while (isMark(index, "$", "++", "--")) index++;
    if (at(index).kind === "word" || at(index).kind === "number") index++;
    const last = index + SUBSCRIPT_MAX;
    if (isMark(index, "[")) {
      for (let open = 0; index < last; index++) {
        if (isMark(index, "[")) open++;
        if (isMark(index, "]") && --open === 0) break;
      }
      index++;
    }
    if (index <= last && !isMark(index, "<")) return start;
    if (index <= last && at(index + 1).kind === "string") file("read", at(index + 1).text);
    else actions.push({ kind: "read", path: null });
    return start;
  }
  function file(kind: "read" | "write", path: string): void {
    if (path.includes("\\")) actions.push({ kind, path: null });
    else if (!STANDARD.test(path)) actions.push({ kind, path });
  }
  function environment(index: number): AwkAction {
    const key = at(index + 2);
    const isOne = isMark(index + 1, "[") && key.kind === "string" && isMark(index + 3, "]") && !key.text.includes("\\");
    const isTest = key.text !== "" && at(index - 1).text === "in" && at(index - 2).kind === "string";
    return { kind: "environment", name: isOne ? key.text : isTest ? at(index - 2).text : null };
  }
  /** What the program puts into ARGV is opened later. */
  function argument(index: number): void {
    const before = at(index - 1).text;
    if (COMPARISONS.has(before) || before === "delete" || before === "in") return;
    if (at(index).text === "ARGC" && !isMark(index + 1, "=", "++", "--", "+=") && before !== "++") return;
    let end = index + 1;
    if (isMark(end, "[")) {
      for (const last = end + SUBSCRIPT_MAX; end < last && !isMark(end, "]"); ) end++;
      if (isMark(end + 1, ...COMPARISONS)) return;
    }
    actions.push({ kind: "read", path: null });
  }
  function directive(index: number): number {
    const word = at(index + 1);
    if (word.kind === "regex") return index;
    if (word.text === "include" && at(index + 2).kind === "string") {
      actions.push({ kind: "include", path: at(index + 2).text });
      return index + 2;
    }
    if (word.text === "namespace") return index + 2;
    // @load, or a function called by a name that only the run decides.
    actions.push({ kind: "run" });
    return index + 1;
  }
}

const isContinued = ({ kind, text }: AwkToken): boolean =>
  kind === "mark" && [",", "&&", "||", "?", ":", "{"].includes(text);
