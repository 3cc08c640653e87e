import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

/** Path from the checkout's root, and the text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Files that git tracks or would track (not ignored), by name; the ones deleted but not yet committed left out. */
export function trackedPaths(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1_048_576,
  });
  const deleted = new Set(
    execFileSync("git", ["ls-files", "--deleted", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0"),
  );
  return [...new Set(listed.split("\0"))].filter((path) => path !== "" && !deleted.has(path)).sort();
}

export function readTracked(path: string): SourceFile {
  return { path, text: readFileSync(join(ROOT, path), "utf8") };
}

/** TypeScript below a folder, comments taken out (strings and templates stay), with or without tests. */
export function typescriptFiles(folder: string, options: { withTests?: boolean } = {}): SourceFile[] {
  return trackedPaths()
    .filter((path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .filter((path) => options.withTests || !isTestFile(path))
    .map((path) => ({ path, text: withoutComments(readTracked(path).text) }));
}

/** Tests, and what only tests import. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)testing(\/|\.ts$|-[^/]*\.ts$)|(^|\/)conformance(\/|\.ts$)/.test(path);
}

const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const TEMPLATE = "`(?:\\\\.|[^`\\\\])*`";
/** A slash after an operator or an opening bracket begins a regular expression, elsewhere it divides. */
const REGEX = String.raw`(?<=[=(,:;!&|?{}\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`;
const COMMENT = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`;

/** Blanks comments, keeping line breaks; a `//` inside a string, a template or a regular expression stays. */
export function withoutComments(text: string): string {
  const token = new RegExp([STRING, TEMPLATE, REGEX, COMMENT].join("|"), "g");
  return text.replace(token, (match) => (/^\/[/*]/.test(match) ? blank(match) : match));
}

/** Blanks plain strings, of a text without comments: for rules about code, not about words. */
export function withoutStrings(text: string): string {
  return text.replace(new RegExp([STRING, TEMPLATE, REGEX].join("|"), "g"), (match) =>
    /^["']/.test(match) ? blank(match) : match,
  );
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** An import or re-export: what it takes from where. */
export interface Import {
  readonly from: string;
  /** Nothing of it exists at run time. */
  readonly isType: boolean;
}

/** Static imports, re-exports and dynamic imports with a literal. */
export function importsOf(text: string): Import[] {
  const statements = text.matchAll(/^\s*(?:import|export)\b(\s+type\b)?[^"';]*?\bfrom\s+["']([^"']+)["']/gm);
  const bare = text.matchAll(/^\s*import\s+["']([^"']+)["']/gm);
  const dynamic = text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g);
  return [
    ...[...statements].map((match) => ({ from: match[2] ?? "", isType: match[1] !== undefined })),
    ...[...bare, ...dynamic].map((match) => ({ from: match[1] ?? "", isType: false })),
  ];
}
