/**
 * What can be said of a path without looking at a disk. The text itself is judged first, because two readers may
 * take it for different files: invisible characters, look-alike separators, forms of other systems.
 */
export interface PathFault {
  readonly code: string;
  readonly reason: string;
}

const CONTROL_OR_FORMAT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Full-width and other characters that some normalisation turns into `/`, `\`, `.` or `..`. */
const LOOKALIKES = /[\u2024\u2025\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe52\ufe68\uff0e\uff0f\uff3c\uff61]/u;
/** Encoded dots, separators, zero bytes and percent signs, also in over-long and `%u` forms. */
const ENCODED = /%(?:2e|2f|5c|00|25|c0%|c1%|e0%80|u00(?:2e|2f|5c)|uff(?:0e|0f|3c)|u221[56])/i;
const URL_FORM =
  /^(?:[a-z][a-z0-9+.-]*:\/|(?:file|data|mailto|javascript|urn|blob|about|ssh|git|https?|ftps?|smb|nfs):)/i;
const DRIVE = /^\/?[a-z]:/i;
/** `name.txt:stream`, `name::$DATA`: a colon behind an extension, or what only a stream has. */
const STREAM = /:\$|::|\.[A-Za-z][A-Za-z0-9]{0,9}:[A-Za-z_]/;
const SHORT_NAME = /~[0-9]+(?:\.|$|\/)/;
const WILDCARD = /[*?[\]]/;

/** The first fault of the text as written, or null. `changes`: the call writes, deletes or moves. */
export function textFault(path: string, changes: boolean): PathFault | null {
  if (path.length === 0 || path.trim().length === 0) return { code: "path.empty", reason: "the path is empty" };
  if (new TextEncoder().encode(path).length > 4_095) return { code: "path.too_long", reason: "the path is too long" };
  if (path.split("/").some((component) => new TextEncoder().encode(component).length > 255))
    return { code: "path.too_long", reason: "a component of the path is too long" };
  if (CONTROL_OR_FORMAT.test(path))
    return { code: "path.characters", reason: "the path holds control or invisible characters" };
  if (LOOKALIKES.test(path)) return { code: "path.lookalike", reason: "the path holds look-alike separators or dots" };
  if (path.includes("\\")) return { code: "path.backslash", reason: "backslashes are not used in paths here" };
  if (ENCODED.test(path)) return { code: "path.encoded", reason: "the path holds encoded separators or dots" };
  if (path.startsWith("//")) return { code: "path.network", reason: "network paths are not allowed" };
  if (URL_FORM.test(path) || DRIVE.test(path))
    return { code: "path.url", reason: "drive and URL forms are not allowed" };
  if (path.startsWith("~") || path.startsWith("$"))
    return { code: "path.expansion", reason: "the path is taken literally: no ~ and no variables" };
  if (path.includes("$(") || path.includes("`") || path.includes("${"))
    return { code: "path.expansion", reason: "the path is taken literally: no substitutions" };
  if (changes && (WILDCARD.test(path) || hasBraceList(path)))
    return { code: "path.wildcard", reason: "wildcards are not allowed here" };
  if (path.split("/").some((component) => STREAM.test(component)))
    return { code: "path.stream", reason: "stream forms are not allowed" };
  if (SHORT_NAME.test(path)) return { code: "path.short_name", reason: "short-name forms are not allowed" };
  return null;
}

/** `{a,b}`, `{1..9}`. Cut at the closing braces: as one expression it would take the third power of the path's length. */
function hasBraceList(path: string): boolean {
  const beforeClosing = path.split("}").slice(0, -1);
  return beforeClosing.some((part) => /,|\.\./.test(part.slice(part.includes("{") ? part.indexOf("{") : part.length)));
}

/** `dir//` is `dir`. Not by an expression: one that ends in `$` starts anew at every slash of a long run. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Absolute form without `.`, `..` and double slashes; relative paths start at /workspace. */
export function normalisePath(path: string, base = "/workspace"): string {
  const stack: string[] = [];
  for (const component of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (component === "" || component === ".") continue;
    if (component === "..") stack.pop();
    else stack.push(component);
  }
  return `/${stack.join("/")}`;
}

/** Whole components: `/workspace2` is not inside `/workspace`. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}

export const isInsideAny = (path: string, directories: Iterable<string>): boolean =>
  [...directories].some((directory) => isInside(path, directory));

/** A fixed case form, so that `.GIT` is `.git` and compatibility letters are the plain ones. */
export function foldedComponents(path: string): string[] {
  return path
    .normalize("NFKC")
    .toLowerCase()
    .split("/")
    .filter((component) => component !== "");
}
