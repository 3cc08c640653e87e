import { pathProtection } from "../protected-names.ts";
import { literalText, type Word } from "../shell/word.ts";

const FIND_NAMES = new Set([
  "-name",
  "-iname",
  "-path",
  "-ipath",
  "-wholename",
  "-iwholename",
  "-regex",
  "-iregex",
  "-lname",
]);

/**
 * Whether a search is for a protected name (`find -path './.git/*'`, `rg -g '.git/**'`). Naming one only to leave it out
 * (`-not -path`, `! -name`, `-prune`, `-g '!.git'`) is fine.
 */
export function searchesProtected(name: string, args: readonly Word[]): boolean {
  const texts = args.map((word) => literalText(word) ?? "");
  if (name === "find") return texts.some((text, at) => FIND_NAMES.has(text) && isSearched(texts, at));
  if (name !== "rg") return false;
  return texts.some((text, at) => {
    const glob = /^--i?glob=(.*)$/s.exec(text)?.[1] ?? (/^(?:-g|--i?glob)$/.test(texts[at - 1] ?? "") ? text : null);
    return glob !== null && !glob.startsWith("!") && namesProtected(glob);
  });
}

function isSearched(texts: readonly string[], at: number): boolean {
  if (!namesProtected(texts[at + 1] ?? "")) return false;
  if (/^(?:!|-not)$/.test(texts[at - 1] ?? "")) return false;
  // `-name .git -prune`, perhaps with more tests between.
  const end = texts.findIndex((text, index) => index > at && /^(?:-o|-or|,|\\?\))$/.test(text));
  return !texts.slice(at, end < 0 ? undefined : end).includes("-prune");
}

/** Patterns and regular expressions, their special characters taken as borders of names. */
const namesProtected = (pattern: string): boolean =>
  pathProtection(pattern.replace(/[*?[\](){}|^$\\+]/g, "/")).isForbidden;
