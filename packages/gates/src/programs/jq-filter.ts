/** What a jq filter does beyond computing. `name` null: the whole environment. */
export type JqAction =
  | { readonly kind: "environment"; readonly name: string | null }
  | { readonly kind: "module"; readonly path: string }
  | { readonly kind: "unreadable" };

interface JqToken {
  readonly kind: "name" | "field" | "variable" | "string" | "mark";
  readonly text: string;
  /** Innermost open bracket. */
  readonly inside: string;
}

const PARTNERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Reads a jq filter: jq cannot start programs or write, but it can show the environment and load modules. */
export function jqActions(filter: string): readonly JqAction[] {
  const tokens = jqTokens(filter);
  if (tokens === null) return [{ kind: "unreadable" }];
  const actions: JqAction[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (token.kind === "variable" && token.text === "ENV") actions.push(environment(tokens, index));
    if (token.kind !== "name") continue;
    if (token.text === "env" && !isKey(token, before, after)) actions.push(environment(tokens, index));
    if ((token.text === "import" || token.text === "include") && after?.kind === "string")
      actions.push({ kind: "module", path: after.text });
  }
  return actions;
}

/** `{env: …}`, `{env}`. */
const isKey = (token: JqToken, before: JqToken | undefined, after: JqToken | undefined): boolean =>
  token.inside === "{" &&
  (before?.text === "{" || before?.text === ",") &&
  (after?.text === ":" || after?.text === "," || after?.text === "}");

/** `env.HOME`, `$ENV["HOME"]`, else all of it. */
function environment(tokens: readonly JqToken[], index: number): JqAction {
  const [first, second, third] = tokens.slice(index + 1, index + 4);
  if (first?.kind === "field" && first.text !== "") return { kind: "environment", name: first.text };
  if (first?.text === "[" && second?.kind === "string" && third?.text === "]")
    return { kind: "environment", name: second.text };
  return { kind: "environment", name: null };
}

function jqTokens(filter: string): readonly JqToken[] | null {
  const tokens: JqToken[] = [];
  const open: string[] = [];
  let at = 0;
  const push = (kind: JqToken["kind"], text: string) => tokens.push({ kind, text, inside: open.at(-1) ?? "" });
  const name = () => {
    const start = at;
    while (
      /[A-Za-z0-9_]/.test(filter.charAt(at)) ||
      (filter.startsWith("::", at) && /[A-Za-z_]/.test(filter.charAt(at + 2)))
    )
      at += filter.startsWith("::", at) ? 2 : 1;
    return filter.slice(start, at);
  };
  /** From behind a quote, or from behind an interpolation's end, to the string's end or next interpolation. */
  const string = (): boolean => {
    const start = at;
    for (; at < filter.length; at++) {
      const character = filter.charAt(at);
      if (character === '"') {
        push("string", filter.slice(start, at++));
        return true;
      }
      if (character !== "\\") continue;
      at++;
      if (filter.charAt(at) !== "(") continue;
      push("string", filter.slice(start, at - 1));
      open.push('"(');
      at++;
      return true;
    }
    return false;
  };
  while (at < filter.length) {
    const character = filter.charAt(at);
    if (/\s/.test(character)) at++;
    else if (character === "#") {
      const end = filter.indexOf("\n", at);
      at = end < 0 ? filter.length : end;
    } else if (character === '"') {
      at++;
      if (!string()) return null;
    } else if (character === "." && /[A-Za-z_]/.test(filter.charAt(at + 1))) {
      at++;
      push("field", name());
    } else if (character === "." && filter.charAt(at + 1) === '"') {
      at += 2;
      const start = at;
      if (!string()) return null;
      const last = tokens.pop();
      push(last?.text.includes("\\") ? "mark" : "field", filter.slice(start, at - 1));
    } else if (character === "$" && /[A-Za-z_]/.test(filter.charAt(at + 1))) {
      at++;
      push("variable", name());
    } else if (/[A-Za-z_]/.test(character)) push("name", name());
    else if ("([{".includes(character)) {
      push("mark", character);
      open.push(character);
      at++;
    } else if (")]}".includes(character)) {
      const opened = open.pop();
      at++;
      if (opened === '"(' && character === ")") {
        if (!string()) return null;
      } else if (opened !== PARTNERS[character]) return null;
      else push("mark", character);
    } else {
      push("mark", character);
      at++;
    }
  }
  return open.length === 0 ? tokens : null;
}
