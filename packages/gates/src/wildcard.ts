/**
 * Wildcards without regular expressions, so that no pattern of a policy can make matching slow: `*` stands for any
 * characters, everything else for itself. Linear in the text for each star (greedy with one point of return).
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let patternAt = 0;
  let textAt = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (textAt < text.length) {
    if (pattern[patternAt] === "*") {
      starAt = patternAt++;
      resumeAt = textAt;
    } else if (patternAt < pattern.length && pattern[patternAt] === text[textAt]) {
      patternAt++;
      textAt++;
    } else if (starAt >= 0) {
      patternAt = starAt + 1;
      textAt = ++resumeAt;
    } else return false;
  }
  while (pattern[patternAt] === "*") patternAt++;
  return patternAt === pattern.length;
}

/** The same for paths: `*` stays inside one component, `**` as a component spans any number of them, none included. */
export function matchesPath(pattern: string, path: string): boolean {
  return matchComponents(pattern.split("/"), path.split("/"));
}

function matchComponents(patterns: readonly string[], components: readonly string[]): boolean {
  let patternAt = 0;
  let componentAt = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (componentAt < components.length) {
    const pattern = patterns[patternAt];
    if (pattern === "**") {
      starAt = patternAt++;
      resumeAt = componentAt;
    } else if (pattern !== undefined && matchesWildcard(pattern, components[componentAt] ?? "")) {
      patternAt++;
      componentAt++;
    } else if (starAt >= 0) {
      patternAt = starAt + 1;
      componentAt = ++resumeAt;
    } else return false;
  }
  while (patterns[patternAt] === "**") patternAt++;
  return patternAt === patterns.length;
}
