import type { Input, Invocation } from "../shell/invocation.ts";
import { literalText, textWord, type UnknownPiece, type Word } from "../shell/word.ts";
import { findExpression } from "./find-expression.ts";
import { hasOption, type OptionTable, optionTable, optionValues, parseOptions } from "./options.ts";

/** A name that a program reads: one that find, ls, git ls-files, grep -l or rg -l listed, else any text. */
export function inputName(input: Input): UnknownPiece {
  const listedBelow = input.kind === "pipe" || input.kind === "process" ? listedPlaces(input.from) : null;
  return listedBelow === null
    ? { kind: "unknown", from: "input", isSplit: false }
    : { kind: "unknown", from: "listing", isSplit: false, listedBelow };
}

/** A name found below these starting points. */
export const foundName = (listedBelow: readonly Word[]): UnknownPiece => ({
  kind: "unknown",
  from: "listing",
  isSplit: false,
  listedBelow,
});

/**
 * Below which starting points everything lies that these commands print; null when they print more than names of files.
 * `from`: the last stage of a pipeline or a substitution.
 */
export function listedPlaces(from: readonly Invocation[], depth = 0): readonly Word[] | null {
  const commands = from.filter(({ words }) => words.length > 0);
  if (commands.length === 0 || depth > 8) return null;
  const places: Word[] = [];
  for (const invocation of commands) {
    const found = placesOf(invocation, depth);
    if (found === null) return null;
    places.push(...found);
  }
  return places;
}

const here: readonly Word[] = [textWord(".")];

function placesOf({ words, input, redirections }: Invocation, depth: number): readonly Word[] | null {
  const name = (literalText(words[0] ?? []) ?? "").split("/").at(-1) ?? "";
  const args = words.slice(1);
  if (name === "find") return findExpression(args).places;
  if (name === "ls") return lsPlaces(args);
  if (name === "git") return literalText(args[0] ?? []) === "ls-files" ? gitPlaces(args.slice(1)) : null;
  if (/^[ef]?grep$/.test(name)) {
    const places = grepPlaces(args, GREP);
    if (places !== null) return places;
  }
  if (name === "rg") return grepPlaces(args, RG);
  if (redirections.some(({ operator }) => operator.startsWith("<"))) return null;
  if (input.kind !== "pipe" && input.kind !== "process") return null;
  return isLineFilter(name, args) ? listedPlaces(input.from, depth + 1) : null;
}

/** Options of ls that add nothing to a name; `-a` lists `..`, which lies above. */
const LS = optionTable(
  "A,almost-all B,ignore-backups c C color=? d,directory H L,dereference h hide= I,ignore= N,literal q r,reverse R S sort= time= t u U v X 1 group-directories-first",
);
function lsPlaces(args: readonly Word[]): readonly Word[] | null {
  const { operands, notes } = parseOptions(args, LS);
  if (notes.length > 0) return null;
  return [...here, ...operands];
}

const GIT_LS_FILES = optionTable(
  "c,cached d,deleted m,modified o,others i,ignored z exclude-standard x,exclude= full-name error-unmatch recurse-submodules deduplicate",
);
function gitPlaces(args: readonly Word[]): readonly Word[] | null {
  const given = parseOptions(args, GIT_LS_FILES);
  if (given.notes.length > 0) return null;
  return given.operands.length === 0 ? here : given.operands;
}

const COMMON =
  "E,extended-regexp F,fixed-strings G,basic-regexp e,regexp= f,file= i,ignore-case w,word-regexp x,line-regexp s,no-messages v,invert-match m,max-count= n,line-number H,with-filename h,no-filename a,text o,only-matching q c,count A= B= C=";
const GREP = optionTable(
  `${COMMON} P,perl-regexp z,null-data Z,null I r,recursive R,dereference-recursive include= exclude= exclude-dir= exclude-from= L,files-without-match l,files-with-matches color=? d,directories= D,devices=`,
);
const RG = optionTable(
  `${COMMON} P,pcre2 0,null S,smart-case s,case-sensitive files L,follow l,files-with-matches files-without-match hidden no-ignore u,unrestricted g,glob= iglob= t,type= T,type-not= color= sort= sortr= max-depth= d,maxdepth= j,threads= U,multiline`,
);
function grepPlaces(args: readonly Word[], table: OptionTable): readonly Word[] | null {
  const given = parseOptions(args, table);
  if (given.notes.length > 0) return null;
  if (!hasOption(given, "files-with-matches", "files-without-match", "files")) return null;
  const hasPattern = optionValues(given, "regexp", "file").length > 0 || hasOption(given, "files");
  const places = hasPattern ? given.operands : given.operands.slice(1);
  return places.length === 0 ? here : places;
}

/** Passes whole lines through. */
const FILTERS: Readonly<Record<string, OptionTable>> = {
  sort: optionTable("r,reverse n,numeric-sort u,unique z,zero-terminated f,ignore-case V,version-sort R,random-sort h"),
  uniq: optionTable("u,unique d,repeated i,ignore-case z,zero-terminated"),
  head: optionTable("n,lines= z,zero-terminated q #"),
  tail: optionTable("n,lines= z,zero-terminated q #"),
  tac: optionTable(""),
  shuf: optionTable("n,head-count= z,zero-terminated"),
};
const GREP_FILTER = optionTable(
  "E,extended-regexp F,fixed-strings P,perl-regexp i,ignore-case w,word-regexp x,line-regexp v,invert-match m,max-count= z,null-data e,regexp= a,text",
);
function isLineFilter(name: string, args: readonly Word[]): boolean {
  if (/^[ef]?grep$/.test(name)) {
    const given = parseOptions(args, GREP_FILTER);
    return given.notes.length === 0 && given.operands.length <= (hasOption(given, "regexp") ? 0 : 1);
  }
  const table = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (table === undefined) return false;
  const given = parseOptions(args, table);
  return given.notes.length === 0 && given.operands.length === 0;
}
