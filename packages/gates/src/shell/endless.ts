import type { ArithmeticFor, CompoundList, While } from "unbash";

/**
 * Whether a loop starts jobs in the background in every round, waits for none of them and has no end that can be seen: its
 * condition always holds, and nothing in it leaves the loop.
 */
export function startsJobsForever(node: While | ArithmeticFor): boolean {
  const isEndless = node.type === "While" ? alwaysHolds(node) : node.test === undefined;
  if (!isEndless) return false;
  const seen = { hasJob: false, hasEnd: false };
  search(node.body, seen, 0);
  if (node.type === "While") search(node.clause, seen, 0);
  return seen.hasJob && !seen.hasEnd;
}

const HOLDS = /^(?:true|:|\/bin\/true|sleep\s+[\w.]+|\[+\s+1\s+\]+|\(\(\s*1\s*\)\)|!\s+false|echo(?:\s.*)?)$/s;
const FAILS = /^(?:false|\/bin\/false|!\s+(?:true|:)|\(\(\s*0\s*\)\)|\[+\s+\]+)$/s;

function alwaysHolds({ kind, clause }: While): boolean {
  const last = clause.commands.at(-1);
  if (last === undefined) return false;
  const text = wordsOf(last.command).trim();
  return (kind === "until" ? FAILS : HOLDS).test(text);
}

/** The command's plain words; what is more than that is nothing that always holds. */
function wordsOf(node: CompoundList["commands"][number]["command"]): string {
  switch (node.type) {
    case "Command":
      return [node.name, ...node.args]
        .map((word) => (word === undefined ? "" : "text" in word ? word.text : "="))
        .join(" ");
    case "Pipeline":
      return node.commands.length === 1 && node.commands[0] !== undefined && node.commands[0].type === "Command"
        ? `${node.prefixes.some(({ type }) => type === "Negation") ? "! " : ""}${wordsOf(node.commands[0])}`
        : "|";
    case "ArithmeticCommand":
      return `((${node.body}))`;
    default:
      return "?";
  }
}

const LEAVES: ReadonlySet<unknown> = new Set(["break", "exit", "return", "wait", "exec"]);
/** Deeper than a parser follows. */
const DEPTH_MAX = 200;

function search(node: unknown, seen: { hasJob: boolean; hasEnd: boolean }, depth: number): void {
  if (typeof node !== "object" || node === null || depth > DEPTH_MAX || (seen.hasJob && seen.hasEnd)) return;
  if (Array.isArray(node)) {
    for (const child of node) search(child, seen, depth + 1);
    return;
  }
  const { type, background, name } = node as { type?: unknown; background?: unknown; name?: { text?: unknown } };
  if (background === true || type === "Coproc") seen.hasJob = true;
  if (type === "Command" && LEAVES.has(name?.text)) seen.hasEnd = true;
  for (const child of Object.values(node)) search(child, seen, depth + 1);
}
