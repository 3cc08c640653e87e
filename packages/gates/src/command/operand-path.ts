import { isInside } from "../lexical-path.ts";
import { FORBIDDEN_NAMES, pathProtection, SECRET_SAMPLES, STARTUP_NAMES } from "../protected-names.ts";
import { literalText, type Piece, textWord, type UnknownPiece, type Word } from "../shell/word.ts";
import {
  exactName,
  matchesEverything,
  mayMatch,
  type NameToken,
  pinned,
  specificity,
  tokensOfPiece,
} from "./name-pattern.ts";

/** Where operands may lead. */
export interface PathSetting {
  /** Allowed directories, normal and absolute. */
  readonly directories: readonly string[];
  /** Links made earlier in the same text: where each leads, both normal and absolute. */
  readonly links: ReadonlyMap<string, string>;
  /** Where an unknown working directory is certain to lie below (`cd` to what a pattern matches); empty: not known. */
  readonly lostBelow?: readonly string[];
}

/** What one operand may name in one reading; `unknown`: only the run decides, but nothing known is outside. */
export interface Reach {
  readonly place: "inside" | "outside" | "unknown" | "stream";
  /** Normal absolute path when every character is known. */
  readonly path: string | null;
  /** The same as the kernel would get it: absolute, `..` kept. */
  readonly given: string | null;
  readonly isForbidden: boolean;
  readonly isStartup: boolean;
  readonly isSecret: boolean;
  /** An allowed directory itself, or everything in one. */
  readonly isRoot: boolean;
  /** Names come from a listing (`find`, `ls`) and not from the text. */
  readonly isListed: boolean;
  /** Known to lie below this directory; null when nothing is known. */
  readonly below: string | null;
}

type Component = readonly NameToken[];

/** Alternatives looked at for one operand; beyond that it counts as unknown. */
const READINGS_MAX = 64;
const COMPONENTS_MAX = 256;
const STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/;

/** Every reading of an operand: for each working directory, each meaning of its patterns. Never empty. */
export function operandReaches(
  operand: Word,
  cwd: readonly (string | null)[],
  setting: PathSetting,
  base?: Word,
): readonly Reach[] {
  if (operand.length === 1 && operand[0]?.kind === "process") return [{ ...UNKNOWN, place: "stream" }];
  const full = base === undefined || isAbsolute(operand) ? operand : joined(base, operand);
  const listing = full.find(isListing);
  if (listing !== undefined) return listedReaches(full, listing, cwd, setting);
  const components = componentsOf(full);
  // The kernel refuses paths of more than 4,095 bytes.
  if (components.length > COMPONENTS_MAX) return [withNames(UNKNOWN, components)];
  // `.git/..` is not in `.git`, but it names it.
  const passesForbidden = namesOf(components.filter((tokens) => !isUnknown(tokens))).isForbidden;
  const starts = isAbsolute(full) ? [""] : cwd.length === 0 ? [null] : cwd;
  const reaches: Reach[] = [];
  for (const start of starts) {
    if (start === null && setting.lostBelow !== undefined && setting.lostBelow.length > 0)
      for (const below of setting.lostBelow) reaches.push(...walk(below, [SOME_NAME, ...components], setting, null));
    else if (start === null) reaches.push(withNames(UNKNOWN, components));
    else reaches.push(...walk(start, components, setting, literalText(full)));
    if (reaches.length > READINGS_MAX) return [...reaches.slice(0, READINGS_MAX), UNKNOWN];
  }
  return passesForbidden ? reaches.map((reach) => ({ ...reach, isForbidden: true })) : reaches;
}

const isUnknown = (tokens: Component): boolean => tokens.some(({ kind }) => kind === "unknown");

const UNKNOWN: Reach = {
  place: "unknown",
  path: null,
  given: null,
  isForbidden: false,
  isStartup: false,
  isSecret: false,
  isRoot: false,
  isListed: false,
  below: null,
};

/** Any name that a pattern without a leading dot may match. */
const SOME_NAME: Component = [
  { kind: "one", accepts: () => true, isSet: true },
  { kind: "many", accepts: () => true },
];
const slash: Word = textWord("/");
const joined = (base: Word, operand: Word): Word => [...base, ...slash, ...operand];
const isAbsolute = ([first]: Word): boolean => first?.kind === "text" && first.text.startsWith("/");

const isListing = (piece: Piece): piece is UnknownPiece => piece.kind === "unknown" && piece.listedBelow !== undefined;

/** `{}` and what xargs fills in: below where the names were listed, as far as the text behind the name lets it stay there. */
function listedReaches(
  operand: Word,
  listing: UnknownPiece,
  cwd: readonly (string | null)[],
  setting: PathSetting,
): readonly Reach[] {
  const before = operand.slice(0, operand.indexOf(listing));
  const places = before.length > 0 ? [before] : (listing.listedBelow ?? []);
  const behind = behindListing(operand.slice(before.length + 1));
  const components = componentsOf(behind).filter((tokens) => !isUnknown(tokens));
  const climbs = components.some((tokens) => mayMatch(tokens, ".."));
  // find and xargs hand names on one by one. A substitution and `read` split them, and then nobody knows the pieces.
  const isHandedOn = listing.from === "listing";
  const names = namesOf(components);
  return places.flatMap((place) => {
    const start: Word = place.length === 0 ? textWord(".") : place;
    // The starting point itself may be listed, and from there the text behind leads highest.
    const highest = climbs ? operandReaches([...start, ...behind], cwd, setting) : [];
    return [...operandReaches(start, cwd, setting), ...highest.filter(({ place }) => place === "outside")].map(
      (reach) => ({
        ...reach,
        // A listed name may be a link, and `..` behind it leads to where nobody knows.
        place: (climbs || !isHandedOn) && reach.place === "inside" ? ("unknown" as const) : reach.place,
        path: null,
        given: null,
        isForbidden: reach.isForbidden || names.isForbidden,
        isStartup: reach.isStartup || names.isStartup,
        isSecret: components.length > 0 ? names.isSecret : reach.isSecret,
        isRoot: false,
        isListed: true,
        below: reach.path ?? reach.below,
      }),
    );
  });
}

/** What follows the listed name's own last component; a second unknown value may be anything. */
function behindListing(rest: Word): Word {
  const at = rest.findIndex((piece) => piece.kind === "text" && piece.text.includes("/"));
  const piece = rest[at];
  if (piece?.kind !== "text") return [];
  return [{ kind: "text", text: piece.text.slice(piece.text.indexOf("/")) }, ...rest.slice(at + 1)];
}

/** The word cut at its known slashes; empty components and `.` dropped. */
function componentsOf(word: Word): Component[] {
  const components: NameToken[][] = [[]];
  for (const piece of word) {
    if (piece.kind !== "text") {
      components.at(-1)?.push(...tokensOfPiece(piece));
      continue;
    }
    const [first = "", ...rest] = piece.text.split("/");
    const push = (text: string) => {
      for (const char of text) components.at(-1)?.push({ kind: "char", char });
    };
    push(first);
    for (const text of rest) {
      components.push([]);
      push(text);
    }
  }
  return components.filter((tokens) => tokens.length > 0 && exactName(tokens) !== ".");
}

/** The kernel's way through the components: links before `..`, patterns as everything that they may be. */
function walk(start: string, components: readonly Component[], setting: PathSetting, text: string | null): Reach[] {
  let heads: Component[][] = [exactStack(start)];
  for (const [index, tokens] of components.entries()) {
    const name = exactName(tokens);
    if (isUnknown(tokens)) return heads.map((stack) => unknownFrom(stack, components.slice(index), setting));
    if (name === "..") heads = heads.map((stack) => stack.slice(0, -1));
    else {
      const next = heads.map((stack) => follow([...stack, tokens], setting.links));
      const parents = name === null && mayMatch(tokens, "..") ? heads.map((stack) => stack.slice(0, -1)) : [];
      heads = [...next, ...parents];
    }
    if (heads.length > READINGS_MAX) return [withNames(UNKNOWN, components)];
  }
  const given = text === null ? null : text.startsWith("/") ? text : `${start}/${text}`;
  return heads.map((stack) => reachOf(stack, setting, given));
}

const exactStack = (path: string): Component[] => componentsOf(textWord(path)) as Component[];

function follow(stack: Component[], links: ReadonlyMap<string, string>): Component[] {
  if (links.size === 0) return stack;
  let current = stack;
  for (let hops = 0; hops < 40; hops++) {
    const path = pathOf(current);
    const target = path === null ? undefined : links.get(path);
    if (target === undefined) return current;
    current = exactStack(target);
  }
  return current;
}

function pathOf(stack: readonly Component[]): string | null {
  let path = "";
  for (const tokens of stack) {
    const name = exactName(tokens);
    if (name === null) return null;
    path += `/${name}`;
  }
  return path === "" ? "/" : path;
}

function reachOf(stack: readonly Component[], setting: PathSetting, given: string | null): Reach {
  const path = pathOf(stack);
  const head = literalHead(stack);
  const names = namesOf(stack);
  if (path !== null && STREAMS.test(path)) return { ...UNKNOWN, place: "stream", path };
  // A pattern above an allowed directory may match anything beside it as well.
  const isInsideRoot = setting.directories.some((directory) => isInside(path ?? head, directory));
  const root = setting.directories.find((directory) => isInside(head, directory));
  const depth = root === undefined ? 0 : root.split("/").filter((name) => name !== "").length;
  return {
    place: isInsideRoot ? "inside" : "outside",
    path,
    given: path === null ? null : (given ?? path),
    ...names,
    isRoot:
      setting.directories.some((directory) => directory === path) ||
      (root !== undefined && stack.length > depth && stack.slice(depth).every(matchesEverything)),
    isListed: false,
    below: path ?? head,
  };
}

function literalHead(stack: readonly Component[]): string {
  const end = stack.findIndex((tokens) => exactName(tokens) === null);
  return pathOf(end < 0 ? stack : stack.slice(0, end)) ?? "/";
}

/** The stack is known, the next component is not: outside only when no value could lead inside. */
function unknownFrom(stack: readonly Component[], rest: readonly Component[], setting: PathSetting): Reach {
  const names = namesOf([...stack, ...rest.filter((tokens) => !isUnknown(tokens))]);
  const head = pathOf(stack);
  const place =
    head === null ||
    setting.directories.some((directory) => isInside(head, directory) || leadsTo(head, rest[0] ?? [], directory))
      ? "unknown"
      : "outside";
  return { ...UNKNOWN, ...names, place, below: head };
}

function leadsTo(head: string, tokens: Component, directory: string): boolean {
  if (!isInside(directory, head) || directory === head) return false;
  const next = directory.slice(head === "/" ? 1 : head.length + 1).split("/")[0] ?? "";
  const known = tokens.slice(
    0,
    tokens.findIndex(({ kind }) => kind === "unknown"),
  );
  return known.every((token, at) => token.kind !== "char" || token.char === next[at]);
}

type Names = Pick<Reach, "isForbidden" | "isStartup" | "isSecret">;

function withNames(reach: Reach, components: readonly Component[]): Reach {
  return { ...reach, ...namesOf(components.filter((tokens) => !isUnknown(tokens))) };
}

function namesOf(components: readonly Component[]): Names {
  const exact = pathProtection(components.map((tokens) => exactName(tokens) ?? "x").join("/"));
  const patterns = components.filter((tokens) => exactName(tokens) === null);
  const last = components.at(-1);
  const isPatternLast = last !== undefined && exactName(last) === null;
  return {
    isForbidden: exact.isForbidden || patterns.some((tokens) => FORBIDDEN_NAMES.some((name) => mayMatch(tokens, name))),
    isStartup: exact.isStartup || patterns.some((tokens) => STARTUP_NAMES.some((name) => mayMatch(tokens, name))),
    isSecret: isPatternLast ? isWrittenForSecrets(last) : exact.isSecret,
  };
}

/** What makes a name one of a secret, and how much of it a pattern must spell to be written for it. */
const SECRET_PARTS: readonly (readonly [part: string, atEnd: boolean, least: number])[] = [
  [".pem", true, 3],
  [".key", true, 2],
  ["credentials", false, 4],
];

/** `*` and `*.json` may match a key's name, but are not written for one; `*.pem`, `.e*` and `id_*` are. */
function isWrittenForSecrets(tokens: Component): boolean {
  if (SECRET_PARTS.some(([part, atEnd, least]) => pinned(tokens, part, atEnd) >= least)) return true;
  const [first] = tokens;
  const isHidden = first?.kind === "char" && first.char === ".";
  if (!isHidden && specificity(tokens) < 3) return false;
  return SECRET_SAMPLES.some(
    ([name, part]) => mayMatch(tokens, name) && !mayMatch(tokens, name.replace(part, "q".repeat(part.length))),
  );
}
