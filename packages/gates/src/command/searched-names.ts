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

/** Whether `find` starts a program on what is named as files with secrets are. */
export function startsOnSecrets(name: string, args: readonly Word[]): boolean {
  if (name !== "find") return false;
  const texts = args.map((word) => literalText(word) ?? "");
  if (!texts.some((text) => /^-(?:exec|execdir|ok|okdir)$/.test(text))) return false;
  return texts.some(
    (text, at) =>
      /^-i?name$/.test(text) && !/^(?:!|-not)$/.test(texts[at - 1] ?? "") && isSecretPattern(texts[at + 1] ?? ""),
  );
}

/** `*.pem`, `.env*`: what is left without the stars says it. */
const isSecretPattern = (pattern: string): boolean =>
  [pattern.replaceAll("*", ""), pattern.replaceAll("*", "x")].some((text) => pathProtection(text).isSecret);

/** `git show HEAD:.env`: a file as it was. Null where no argument names one. */
export function historicName(name: string, args: readonly Word[]): "forbidden" | "secret" | null {
  if (name !== "git") return null;
  let found: "secret" | null = null;
  for (const word of args) {
    const path = /^[^-:][^:]*:([^:/(!^][^:]*)$/.exec(literalText(word) ?? "")?.[1];
    if (path === undefined || path.startsWith("//")) continue;
    const protection = pathProtection(path);
    if (protection.isForbidden) return "forbidden";
    if (protection.isSecret) found = "secret";
  }
  return found;
}

/** Patterns and regular expressions, their special characters taken as borders of names. */
const namesProtected = (pattern: string): boolean =>
  pathProtection(pattern.replace(/[*?[\](){}|^$\\+]/g, "/")).isForbidden;
