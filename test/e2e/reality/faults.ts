import type { analyseStart } from "@deskfleet/gates";
import type { NamedPath, Outcome } from "./witness.ts";

export type Analysis = NonNullable<ReturnType<typeof analyseStart>>;

/** The paths that the worker looks at before a command runs, as gate 4 has them. */
export const namedPaths = ({ paths }: Analysis): readonly NamedPath[] =>
  paths.map(({ path, use, isMade }) => ({ path, use, isMade, follows: use !== "delete" && use !== "move" }));

/** What a command did although its verdict, `allow` and perhaps `read-only`, says that it would not. */
export function faultsOf(analysis: Analysis, { refused, changes, left, opened, seen }: Outcome): readonly string[] {
  if (refused !== null) return [];
  const touched = changes.map((line) => line.slice(2));
  const isMove = analysis.paths.some(({ use }) => use === "move");
  const found: Readonly<Record<string, readonly string[]>> = {
    "is not read-only": analysis.isReadOnly ? changes : [],
    // What a pattern finds may be a link that leads outside: confinement keeps those inside, not the verdict.
    "changes what is outside": touched.filter((path) => !/^\/(?:workspace|tmp|mnt\/linked)\//.test(path)),
    "runs what nobody knows": touched.filter((path) => path.endsWith("ran-by-accident")),
    deletes: isMove ? [] : changes.filter((line) => line.startsWith("- ")),
    "leaves a process": left,
    "opens what is outside": opened.filter(([kind]) => kind === "outside").map(([, path]) => path),
    prints: seen.filter((kind) => kind === "outside" || kind === "environment"),
  };
  return Object.entries(found)
    .filter(([, items]) => items.length > 0)
    .map(([what, items]) => `${what}: ${items.slice(0, 4).join(", ")}`);
}
