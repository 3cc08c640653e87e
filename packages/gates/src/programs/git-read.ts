import { literalText, type Word } from "../shell/word.ts";
import { gitAsk, gitExec, gitKin, RUNNING, readPathspec, revisionsOrPaths } from "./git-words.ts";
import { hasOption, optionTable, parseOptions } from "./options.ts";
import { data, type Profile, profile, read } from "./profile.ts";
import { askNote, type Effect, type Program } from "./program.ts";

/** Git's commands that only read. Options and variables that name programs, repositories or files are judged apart. */

const DIFF = `p u,patch s,no-patch U,unified= output=write output-indicator-new= output-indicator-old= output-indicator-context= raw
  patch-with-raw indent-heuristic no-indent-heuristic minimal patience histogram anchored= diff-algorithm= stat=? stat-width=
  stat-name-width= stat-count= stat-graph-width= compact-summary numstat shortstat X,dirstat=? cumulative dirstat-by-file=? summary
  patch-with-stat z name-only name-status submodule=? color=? no-color color-moved=? no-color-moved color-moved-ws= no-color-moved-ws
  word-diff=? word-diff-regex= color-words=? no-renames rename-empty no-rename-empty check ws-error-highlight= full-index binary
  abbrev=? no-abbrev B,break-rewrites=? M,find-renames=? C,find-copies=? find-copies-harder D,irreversible-delete l= diff-filter= S= G=
  find-object= pickaxe-all pickaxe-regex O=read skip-to= rotate-to= R relative=? no-relative a,text ignore-cr-at-eol
  ignore-space-at-eol b,ignore-space-change w,ignore-all-space ignore-blank-lines I,ignore-matching-lines= inter-hunk-context=
  W,function-context no-function-context exit-code quiet ext-diff no-ext-diff textconv no-textconv ignore-submodules=? src-prefix=
  dst-prefix= no-prefix default-prefix line-prefix= ita-invisible-in-index no-ita-invisible-in-index c cc m t diff-merges=
  no-diff-merges remerge-diff dd first-parent combined-all-paths`;
const LOG = `${DIFF} follow no-follow no-decorate decorate=? decorate-refs= decorate-refs-exclude= clear-decorations source mailmap no-mailmap
  use-mailmap no-use-mailmap full-diff log-size L= n,max-count= # skip= since= after= since-as-filter= until= before= max-age= min-age=
  author= committer= grep-reflog= grep= all-match invert-grep i,regexp-ignore-case basic-regexp E,extended-regexp F,fixed-strings
  P,perl-regexp remove-empty merges no-merges min-parents= max-parents= no-min-parents no-max-parents exclude-first-parent-only not
  all branches=? tags=? remotes=? glob= exclude= exclude-hidden= reflog alternate-refs single-worktree ignore-missing bisect stdin
  cherry-mark cherry-pick left-only right-only cherry g,walk-reflogs merge boundary simplify-by-decoration show-pulls full-history
  dense sparse simplify-merges ancestry-path=? date-order author-date-order topo-order reverse no-walk=? do-walk pretty=? format=
  abbrev-commit no-abbrev-commit oneline encoding= expand-tabs=? no-expand-tabs notes=? no-notes show-notes=? standard-notes
  no-standard-notes show-signature relative-date date= parents children left-right graph no-graph show-linear-break=? count`;

/** `%G?` and its kin run the program that checks signatures. */
const signature = (value: Word): readonly Effect[] =>
  /%G/.test(literalText(value) ?? "%G")
    ? [askNote("command.git_signature", "runs a program that checks signatures")]
    : [];

const reading = (options: string, extra: Partial<Profile> = {}): Program =>
  profile({
    options,
    operands: revisionsOrPaths,
    ...extra,
    on: { ...RUNNING, format: signature, pretty: signature, ...extra.on },
  });

const STATUS =
  "s,short b,branch show-stash porcelain=? long v,verbose u,untracked-files=? ignore-submodules=? ignored=? z column=? no-column ahead-behind no-ahead-behind renames no-renames find-renames=?";
const BLAME =
  "b root show-stats L= l t S=read reverse p,porcelain line-porcelain incremental encoding= contents=read date= M=? C=? f,show-name n,show-number s e,show-email w abbrev= ignore-rev= ignore-revs-file=read color-lines color-by-age c score-debug minimal progress no-progress first-parent since= textconv no-textconv";
const REV_PARSE = `default= prefix= verify q,quiet sq short=? not abbrev-ref=? symbolic symbolic-full-name all branches=? tags=? remotes=? glob= exclude=
  exclude-hidden= disambiguate= git-dir absolute-git-dir git-common-dir is-inside-git-dir is-inside-work-tree is-bare-repository is-shallow-repository
  resolve-git-dir=read git-path= local-env-vars show-cdup show-prefix show-toplevel show-superproject-working-tree shared-index-path
  show-object-format=? show-ref-format path-format= since= after= until= before= max-age= min-age= revs-only no-revs flags no-flags sq-quote
  parseopt keep-dashdash stop-at-non-option stuck-long`;
const LS_FILES =
  "z t v f c,cached d,deleted m,modified o,others i,ignored s,stage directory eol no-empty-directory u,unmerged k,killed x,exclude= X,exclude-from=read exclude-per-directory= exclude-standard error-unmatch with-tree= full-name recurse-submodules abbrev=? debug deduplicate sparse resolve-undo format=";

const BRANCH = optionTable(
  "show-current a,all r,remotes v,verbose vv q,quiet l,list=? contains=? no-contains=? merged=? no-merged=? points-at= sort= format= color=? no-color column=? no-column abbrev= no-abbrev i,ignore-case omit-empty d,delete D m,move M c,copy C f,force t,track=? no-track u,set-upstream-to= unset-upstream edit-description create-reflog recurse-submodules",
);
const LISTING = new Set(
  "all remotes verbose vv list contains no-contains merged no-merged points-at sort format color no-color column no-column abbrev no-abbrev ignore-case omit-empty".split(
    " ",
  ),
);

/** Only `--show-current` is on the list; other listings are questions. */
const branch: Program = ({ args }) => {
  const given = parseOptions(args, BRANCH);
  const names = given.options.map(({ name }) => name);
  if (names.length > 0 && names.every((name) => name === "show-current") && given.operands.length === 0)
    return given.notes;
  const isListing =
    names.every((name) => LISTING.has(name)) &&
    (given.operands.length === 0 || names.some((name) => LISTING.has(name)));
  return [...given.notes, ...given.operands.map(data), isListing ? gitKin : gitAsk];
};

/** A reading command that the policy does not list. */
const kin = (options: string, extra: Partial<Profile> = {}): Program => {
  const inner = reading(options, extra);
  return (call) => [gitKin, ...inner(call)];
};

const GREP = `cached untracked no-index no-exclude-standard exclude-standard recurse-submodules a,text I textconv no-textconv i,ignore-case w,word-regexp
  v,invert-match h H full-name E,extended-regexp G,basic-regexp P,perl-regexp F,fixed-strings n,line-number column l,files-with-matches
  name-only L,files-without-match O,open-files-in-pager=? z,null o,only-matching c,count color=? no-color break heading p,show-function #
  A,after-context= B,before-context= C,context= W,function-context m,max-count= threads= f=read e= and or not all-match q,quiet max-depth=
  r,recursive no-recursive ext-grep`;
const grep = kin(GREP, {
  on: { "open-files-in-pager": () => [gitExec], "ext-grep": () => [gitExec] },
  operands: (given, call) => {
    const hasPattern = hasOption(given, "e", "f");
    const rest = hasPattern ? given.operands : given.operands.slice(1);
    return revisionsOrPaths({ ...given, operands: rest }, call, readPathspec);
  },
});

const refFilters =
  "count= format= sort= contains=? no-contains=? merged=? no-merged=? points-at= color=? i,ignore-case omit-empty";

export const gitReading: readonly (readonly [string, Program])[] = [
  ["status", profile({ options: STATUS, operands: (given) => given.operands.map(readPathspec) })],
  ["log", reading(LOG)],
  ["show", reading(LOG)],
  ["whatchanged", kin(LOG)],
  [
    "diff",
    reading(`${DIFF} cached staged merge-base no-index 0,base 1,ours 2,theirs 3`, {
      // Then the operands are two files or directories, of the repository or not.
      operands: (given, call) =>
        hasOption(given, "no-index") ? given.operands.map(read) : revisionsOrPaths(given, call),
    }),
  ],
  ["blame", reading(BLAME)],
  ["annotate", kin(BLAME)],
  ["branch", branch],
  ["rev-parse", reading(REV_PARSE)],
  ["ls-files", profile({ options: LS_FILES, operands: (given) => given.operands.map(readPathspec) })],
  ["ls-tree", reading("d r t l,long z name-only name-status object-only full-name full-tree abbrev=? format=")],
  ["version", profile({ options: "build-options", operands: "data" })],
  ["grep", grep],
  ["diff-tree", kin(`${LOG} r root always no-commit-id stdin`)],
  ["diff-index", kin(`${DIFF} cached merge-base`)],
  ["diff-files", kin(`${DIFF} q 0,base 1,ours 2,theirs 3`)],
  ["range-diff", kin(`${DIFF} creation-factor= no-dual-color left-only right-only notes=? no-notes`)],
  [
    "rev-list",
    kin(
      `${LOG} objects objects-edge disk-usage=? header timestamp filter= missing= use-bitmap-index bisect-vars bisect-all in-commit-order`,
    ),
  ],
  ["shortlog", kin(`${LOG} n,numbered s,summary e,email w=? group= c,committer`)],
  [
    "describe",
    kin(
      "all tags contains abbrev= candidates= exact-match debug long match= exclude= always first-parent dirty=? broken=?",
    ),
  ],
  ["name-rev", kin("tags refs= exclude= all annotate-stdin stdin name-only no-undefined always")],
  ["merge-base", kin("a,all octopus independent is-ancestor fork-point")],
  [
    "cat-file",
    kin(
      "t e s p textconv filters path= batch=? batch-check=? batch-command=? batch-all-objects buffer unordered follow-symlinks allow-unknown-type mailmap use-mailmap no-mailmap z Z filter=",
      {
        on: { filters: () => [gitExec] },
      },
    ),
  ],
  [
    "for-each-ref",
    kin(`${refFilters} s,shell p,perl python tcl stdin exclude= include-root-refs`, { operands: "data" }),
  ],
  [
    "show-ref",
    kin("head heads tags branches d,dereference s,hash=? verify exists abbrev=? q,quiet exclude-existing=?", {
      operands: "data",
    }),
  ],
  [
    "show-branch",
    kin(
      "a,all r,remotes current topo-order date-order sparse more= list merge-base independent no-name sha1-name topics g,reflog=? color=? no-color",
      { operands: "data" },
    ),
  ],
  ["count-objects", kin("v,verbose H,human-readable", { operands: "data" })],
  ["check-ignore", kin("q,quiet v,verbose stdin z n,non-matching no-index", { operands: "read" })],
  ["check-attr", kin("a,all cached stdin z source=", { operands: "data" })],
  ["check-ref-format", kin("branch normalize allow-onelevel no-allow-onelevel refspec-pattern", { operands: "data" })],
  ["check-mailmap", kin("stdin mailmap-file=read mailmap-blob=", { operands: "data" })],
  ["verify-commit", profile({ options: "v,verbose raw", operands: (given) => [gitAsk, ...given.operands.map(data)] })],
  [
    "verify-tag",
    profile({ options: "v,verbose raw format=", operands: (given) => [gitAsk, ...given.operands.map(data)] }),
  ],
  ["cherry", kin("v,verbose abbrev=?", { operands: "data" })],
  ["var", kin("l", { operands: "data" })],
  ["help", () => [gitKin]],
];
