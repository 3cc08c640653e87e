import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";

/** Other readers of Bash: whom our reading is compared with. Null where the reader itself gives up. */
export interface Reader {
  readonly name: string;
  /** Literal names of the commands it sees outside of function bodies. */
  names(text: string): readonly string[] | null;
}

interface MvdanNode {
  readonly Args: readonly { Lit(): string }[];
}

interface Mvdan {
  readonly syntax: {
    NewParser(): { Parse(text: string, name: string): unknown };
    NodeType(node: unknown): string;
    Walk(node: unknown, visit: (node: unknown) => boolean): void;
  };
}

const require = createRequire(import.meta.url);

export function mvdanReader(): Reader {
  const { syntax } = require("mvdan-sh") as Mvdan;
  const parser = syntax.NewParser();
  return {
    name: "mvdan-sh",
    names(text) {
      const names: string[] = [];
      try {
        syntax.Walk(parser.Parse(text, ""), (node) => {
          const type = node === null ? "" : syntax.NodeType(node);
          if (type === "CallExpr") names.push((node as MvdanNode).Args[0]?.Lit() ?? "");
          return type !== "FuncDecl";
        });
      } catch {
        // It throws Go errors for what it cannot parse: no opinion.
        return null;
      }
      return names.filter((name) => /^[\w./-]+$/.test(name));
    },
  };
}

export async function treeSitterReader(): Promise<Reader> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve("tree-sitter-bash/tree-sitter-bash.wasm")));
  return {
    name: "tree-sitter-bash",
    names(text) {
      const tree = parser.parse(text);
      if (tree === null) return null;
      const names = tree.rootNode.hasError
        ? null
        : tree.rootNode
            .descendantsOfType("command_name")
            .filter((node) => node !== null && !isInFunction(node))
            .map((node) => node?.text ?? "");
      tree.delete();
      return names?.filter((name) => /^[\w./-]+$/.test(name)) ?? null;
    },
  };
}

function isInFunction(node: { readonly type: string; readonly parent: unknown }): boolean {
  for (let at: typeof node | null = node; at !== null; at = at.parent as typeof node | null)
    if (at.type === "function_definition") return true;
  return false;
}
