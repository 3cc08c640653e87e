/**
 * Wildcards without regular expressions, so that no pattern of a policy can make matching slow: `*` stands for any
 * characters, everything else for itself. Each text between two stars is looked for once, where it can stand first, by the
 * engine's own search, which never goes back over a text as a comparison character by character would.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  if (!pattern.includes("*")) return pattern === text;
  const [head = "", ...pieces] = pattern.split("*");
  const tail = pieces.pop() ?? "";
  if (!text.startsWith(head)) return false;
  let at = head.length;
  for (const piece of pieces) {
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
