import type { ASTNode } from "@marcbachmann/cel-js";
import type { Access } from "./names.ts";

/** Accesses rooted in a free name, and literal patterns given to `matches`. Variables of macros shadow names. */
export function inspect(root: ASTNode): { accesses: Access[]; patterns: string[] } {
  const accesses: Access[] = [];
  const patterns: string[] = [];
  const visit = (node: ASTNode, shadowed: ReadonlySet<string>): void => {
    const access = accessOf(node);
    if (access !== null) {
      if (!shadowed.has(access.path[0] as string)) accesses.push(access.path);
      for (const computed of access.computed) visit(computed, shadowed);
      return;
    }
    if (node.op === "rcall") {
      const [name, target, parameters] = node.args;
      visit(target, shadowed);
      const [variable, pattern] = [parameters[0], parameters[0]];
      if (name === "matches" && pattern?.op === "value" && typeof pattern.args === "string")
        patterns.push(pattern.args);
      const isMacro = MACROS.has(name) && variable?.op === "id";
      const inner = isMacro ? new Set([...shadowed, variable.args]) : shadowed;
      for (const parameter of isMacro ? parameters.slice(1) : parameters) visit(parameter, inner);
      return;
    }
    for (const child of children(node.args)) visit(child, shadowed);
  };
  visit(root, new Set());
  return { accesses, patterns };
}

const MACROS = new Set(["all", "exists", "exists_one", "map", "filter", "transformList", "transformMap", "bind"]);

function accessOf(node: ASTNode): { path: (string | number | null)[]; computed: ASTNode[] } | null {
  if (node.op === "id") return { path: [node.args], computed: [] };
  if (node.op === ".") {
    const inner = accessOf(node.args[0]);
    return inner && { ...inner, path: [...inner.path, node.args[1]] };
  }
  if (node.op === "[]") {
    const [target, key] = node.args;
    const inner = accessOf(target);
    if (!inner) return null;
    const literal = key.op === "value" && typeof key.args === "string" ? key.args : null;
    return { path: [...inner.path, literal], computed: [...inner.computed, ...(literal === null ? [key] : [])] };
  }
  return null;
}

function children(value: unknown): ASTNode[] {
  if (Array.isArray(value)) return value.flatMap(children);
  return typeof value === "object" && value !== null && "op" in value ? [value as ASTNode] : [];
}
