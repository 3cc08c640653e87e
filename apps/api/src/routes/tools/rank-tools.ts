import type { ToolDefinition } from "@deskfleet/contracts";

/** What a word is worth by where it is found. A whole word counts twice what a part of one does. */
const WEIGHTS = { id: 8, title: 4, description: 2, prompt: 1 } as const;
const SELECT = /^\s*select:/i;

/**
 * Tools for a query, the best first. `select:a,b` names ids, in this order; otherwise words are looked for in id, title,
 * description and prompt, and `+word` must be there. Words that no tool has only cost rank, so that a sentence finds too.
 */
export function rankTools(tools: readonly ToolDefinition[], query: string): ToolDefinition[] {
  if (SELECT.test(query)) return selected(tools, query.replace(SELECT, ""));
  const terms = query
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((term) => term !== "" && term !== "+");
  const required = terms.filter((term) => term.startsWith("+")).map((term) => term.slice(1));
  const words = [...required, ...terms.filter((term) => !term.startsWith("+"))];
  return tools
    .map((tool) => ({ tool, scores: words.map((word) => scoreOf(tool, word)) }))
    .filter(({ scores }) => scores.slice(0, required.length).every((score) => score > 0))
    .map(({ tool, scores }) => ({ tool, score: scores.reduce((sum, score) => sum + score, 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.tool.id.localeCompare(b.tool.id))
    .map(({ tool }) => tool);
}

function selected(tools: readonly ToolDefinition[], list: string): ToolDefinition[] {
  const ids = [...new Set(list.toLowerCase().split(/[\s,]+/))];
  return ids.flatMap((id) => tools.find((tool) => tool.id === id) ?? []);
}

function scoreOf(tool: ToolDefinition, word: string): number {
  const fields = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
  return fields.reduce((sum, field) => {
    const text = tool[field].toLowerCase();
    if (!text.includes(word)) return sum;
    const isWhole = text.split(/[^\p{L}\p{N}]+/u).includes(word) || text === word;
    return sum + WEIGHTS[field] * (isWhole ? 2 : 1);
  }, 0);
}
