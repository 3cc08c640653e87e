/**
 * Wildcards without regular expressions, so that no pattern of a policy can make matching slow: `*` stands for any
 * characters, everything else for itself. Each text between two stars is looked for once, where it can stand first, by the
 * engine's own search, which never goes back over a text as a comparison character by character would.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  if (!pattern.includes("*")) return pattern === text;
  const [head = "", ...rest] = pattern.split("*");
  return piecesStandIn(text, head, rest);
}

/**
 * Whether some text that a pattern matches has these pieces with any text between them. Two patterns that both have a star have
 * a text in common when their beginnings and their ends can be one: what stands in between finds room one after the other.
 */
export function mayMatchWildcard(pattern: string, pieces: readonly string[]): boolean {
  const [first = "", ...rest] = pieces;
  if (rest.length === 0) return matchesWildcard(pattern, first);
  const [head = "", ...others] = pattern.split("*");
  if (others.length === 0) return piecesStandIn(pattern, first, rest);
  const [last = "", tail = ""] = [rest.at(-1), others.at(-1)];
  return (head.startsWith(first) || first.startsWith(head)) && (tail.endsWith(last) || last.endsWith(tail));
}

/** Each piece is looked for once, where it can stand first. */
function piecesStandIn(text: string, head: string, rest: readonly string[]): boolean {
  if (!text.startsWith(head)) return false;
  const tail = rest.at(-1) ?? "";
  let at = head.length;
  for (const piece of rest.slice(0, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - tail.length && text.endsWith(tail);
}

/** Components between two `**` of a path pattern at most: they are compared at each place of a path. */
export const SOUGHT_COMPONENTS_MAX = 8;

/** The same for paths: `*` stays inside one component, `**` as a component spans any number of them, none included. */
export function matchesPath(pattern: string, path: string): boolean {
  const components = path.split("/");
  const [head = [], ...runs] = runsOf(pattern.split("/"));
  const tail = runs.pop();
  if (!standsAt(head, components, 0)) return false;
  if (tail === undefined) return head.length === components.length;
  let at = head.length;
  for (const run of runs) {
    while (at + run.length <= components.length && !standsAt(run, components, at)) at += 1;
    at += run.length;
  }
  return at <= components.length - tail.length && standsAt(tail, components, components.length - tail.length);
}

/** What stands before, between and after the components `**`. */
export function runsOf(patterns: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  for (const pattern of patterns)
    if (pattern === "**") runs.push([]);
    else runs.at(-1)?.push(pattern);
  return runs;
}

const standsAt = (run: readonly string[], components: readonly string[], at: number): boolean =>
  at + run.length <= components.length &&
  run.every((pattern, index) => matchesWildcard(pattern, components[at + index] ?? ""));
