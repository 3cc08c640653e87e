import { literalText, type Word } from "../shell/word.ts";
import {
  gitAsk,
  gitExec,
  gitKin,
  listenGit,
  RUNNING,
  readPathspec,
  revisionsOrPaths,
  writePathspec,
} from "./git-words.ts";
import { hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { data, optionEffects, type Profile, profile, read, write } from "./profile.ts";
import { denyNote, type Effect, type Program } from "./program.ts";

/** Git's commands that change the local repository: questions, unless they name a program. */

const change = (options: string, extra: Partial<Profile> = {}): Program => {
  const inner = profile({
    options,
    operands: (given, call) => revisionsOrPaths(given, call, writePathspec),
    ...extra,
    on: { ...RUNNING, strategy: strategy, template: () => [gitExec], ...extra.on },
  });
  return (call) => [gitAsk, ...inner(call)];
};
const deny =
  (effect: Effect): Program =>
  () => [effect];
const names = (given: { operands: readonly Word[] }): readonly Effect[] => given.operands.map(data);
const readPaths = (given: { operands: readonly Word[] }): readonly Effect[] => given.operands.map(readPathspec);
const writePaths = (given: { operands: readonly Word[] }): readonly Effect[] => given.operands.map(writePathspec);
const writes = (given: { operands: readonly Word[] }): readonly Effect[] => given.operands.map(write);

/** `-s name` runs `git-merge-name`. */
function strategy(name: Word): readonly Effect[] {
  return /^(?:ort|recursive|resolve|octopus|ours|subtree)$/.test(literalText(name) ?? "") ? [] : [gitExec];
}

const COMMIT =
  "a,all p,patch C,reuse-message= c,reedit-message= fixup= squash= reset-author short branch porcelain long z,null F,file=read author= date= m,message= t,template=read s,signoff no-signoff trailer= n,no-verify verify allow-empty allow-empty-message cleanup= e,edit no-edit amend no-post-rewrite i,include o,only pathspec-from-file=read pathspec-file-nul u,untracked-files=? v,verbose q,quiet dry-run status no-status S,gpg-sign=? no-gpg-sign U,unified=";
const MERGE =
  "commit no-commit e,edit no-edit cleanup= ff no-ff ff-only S,gpg-sign=? no-gpg-sign log=? no-log signoff no-signoff stat n,no-stat compact-summary squash no-squash verify no-verify s,strategy= X,strategy-option= verify-signatures no-verify-signatures summary q,quiet v,verbose progress no-progress autostash no-autostash allow-unrelated-histories m= into-name= F,file=read rerere-autoupdate no-rerere-autoupdate overwrite-ignore no-overwrite-ignore abort quit continue";
const REBASE =
  "onto= keep-base continue skip abort quit edit-todo show-current-patch apply empty= no-keep-empty keep-empty reapply-cherry-picks no-reapply-cherry-picks allow-empty-message m,merge s,strategy= X,strategy-option= rerere-autoupdate no-rerere-autoupdate S,gpg-sign=? no-gpg-sign q,quiet v,verbose stat n,no-stat no-verify verify C= no-ff f,force-rebase fork-point no-fork-point ignore-whitespace whitespace= committer-date-is-author-date ignore-date reset-author-date signoff i,interactive r,rebase-merges=? no-rebase-merges x,exec=exec root autosquash no-autosquash autostash no-autostash reschedule-failed-exec no-reschedule-failed-exec update-refs no-update-refs trailer=";
const CHECKOUT =
  "q,quiet progress no-progress f,force ours theirs b= B= t,track=? no-track guess no-guess l d,detach orphan= ignore-skip-worktree-bits m,merge conflict= p,patch ignore-other-worktrees overwrite-ignore no-overwrite-ignore recurse-submodules=? no-recurse-submodules overlay no-overlay pathspec-from-file=read pathspec-file-nul U,unified=";
const PICK =
  "e,edit cleanup= x r m,mainline= n,no-commit s,signoff S,gpg-sign=? no-gpg-sign ff allow-empty allow-empty-message keep-redundant-commits empty= strategy= X,strategy-option= rerere-autoupdate no-rerere-autoupdate continue skip abort quit no-edit reference";
const APPLY =
  "stat numstat summary check index cached intent-to-add 3,3way ours theirs union build-fake-ancestor=write R,reverse reject z p= C= unidiff-zero apply no-add allow-binary-replacement binary exclude= include= ignore-space-change ignore-whitespace whitespace= inaccurate-eof v,verbose q,quiet recount directory= unsafe-paths allow-empty allow-overlap N";
const AM =
  "s,signoff k,keep keep-non-patch keep-cr no-keep-cr c,scissors no-scissors quoted-cr= empty= m,message-id no-message-id q,quiet u,utf8 no-utf8 3,3way no-3way rerere-autoupdate no-rerere-autoupdate ignore-space-change ignore-whitespace whitespace= C= p= directory= exclude= include= reject patch-format= i,interactive n,no-verify committer-date-is-author-date ignore-date continue r,resolved skip abort quit retry show-current-patch=? allow-empty S,gpg-sign=?";
const FORMAT_PATCH =
  "o,output-directory=write n,numbered N,no-numbered start-number= numbered-files k,keep-subject s,signoff stdout attach=? no-attach inline=? thread=? no-thread in-reply-to= ignore-if-in-upstream always cover-from-description= description-file=read subject-prefix= filename-max-length= rfc=? v,reroll-count= to= cc= from=? no-from force-in-body-from add-header= cover-letter no-cover-letter encode-email-headers interdiff= range-diff= creation-factor= notes=? no-notes signature= no-signature signature-file=read suffix= q,quiet no-binary zero-commit base=? root progress p no-stat stat=? M,find-renames=? U,unified= # output=write";

const STASH = optionTable(
  "p,patch S,staged k,keep-index no-keep-index q,quiet u,include-untracked a,all m,message= pathspec-from-file=read pathspec-file-nul index only-untracked stat name-only name-status oneline format= U,unified= print to-ref ext-diff textconv output=write",
);
const stash: Program = ({ args }) => {
  const given = parseOptions(args, STASH);
  const action = literalText(given.operands[0] ?? []);
  const isReading = action === "list" || action === "show";
  return [
    isReading ? gitKin : gitAsk,
    ...given.notes,
    ...(hasOption(given, "ext-diff", "textconv") ? [gitExec] : []),
    ...given.options.flatMap(optionEffects),
    ...given.operands.slice(1).map(isReading ? data : readPathspec),
  ];
};

const TAG = optionTable(
  "a,annotate s,sign no-sign u,local-user= f,force d,delete v,verify n=? l,list sort= color=? i,ignore-case omit-empty column=? no-column contains=? no-contains=? merged=? no-merged=? points-at= m,message= F,file=read trailer= e,edit cleanup= create-reflog format=",
);
const tag: Program = ({ args }) => {
  const given = parseOptions(args, TAG);
  const isListing =
    given.operands.length === 0 ? given.options.every(({ name }) => name !== "file") : hasOption(given, "list");
  return [isListing ? gitKin : gitAsk, ...given.notes, ...given.options.flatMap(optionEffects), ...names(given)];
};

/** Subcommands of one command: which read, which name paths. */
const actions = (
  reading: string,
  paths: (action: string, operands: readonly Word[]) => readonly Effect[],
  options = "",
): Program => {
  const table = optionTable(options);
  const listed = new Set(reading.split(" "));
  return ({ args }) => {
    const given = parseOptions(args, table);
    const action = literalText(given.operands[0] ?? []) ?? "";
    return [
      listed.has(action) ? gitKin : gitAsk,
      ...given.notes,
      ...given.options.flatMap(optionEffects),
      ...paths(action, given.operands.slice(1)),
    ];
  };
};

const bisect: Program = ({ args }) => {
  const action = literalText(args[0] ?? []);
  return action === "run" || action === null ? [gitExec] : [gitAsk, ...args.slice(1).map(data)];
};

const TOOL = optionTable(
  "d,dir-diff y,no-prompt prompt rotate-to= skip-to= t,tool= tool-help trust-exit-code no-trust-exit-code x,extcmd=exec no-symlinks symlinks g,gui no-gui O= cached staged no-index merge-base U,unified= M=? C=? S= G= name-only",
);
const tool: Program = (call) => {
  const given = parseOptions(call.args, TOOL);
  const isUnknown = optionValues(given, "tool").some((name) => !/^[a-z][a-z0-9]*$/.test(literalText(name) ?? ""));
  return [
    gitAsk,
    ...given.notes,
    ...(isUnknown ? [gitExec] : []),
    ...given.options.flatMap(optionEffects),
    ...revisionsOrPaths(given, call),
  ];
};

const maintenance: Program = ({ args }) =>
  /^(?:start|register|stop|unregister)$/.test(literalText(args[0] ?? []) ?? "start")
    ? [denyNote("command.persistence", "plans programs for later")]
    : [gitAsk];

export const gitLocal: readonly (readonly [string, Program])[] = [
  [
    "add",
    change(
      "n,dry-run v,verbose i,interactive p,patch e,edit f,force u,update renormalize N,intent-to-add A,all no-all ignore-removal no-ignore-removal refresh ignore-errors ignore-missing sparse chmod= pathspec-from-file=read pathspec-file-nul U,unified=",
      { operands: readPaths },
    ),
  ],
  ["stage", change("A,all u,update p,patch f,force n,dry-run v,verbose", { operands: readPaths })],
  ["commit", change(COMMIT, { operands: readPaths, on: { template: (file) => [read(file)] } })],
  ["checkout", change(CHECKOUT)],
  [
    "switch",
    change(
      "c,create= C,force-create= d,detach guess no-guess f,force discard-changes m,merge conflict= q,quiet progress no-progress t,track=? no-track orphan= ignore-other-worktrees recurse-submodules no-recurse-submodules",
      { operands: names },
    ),
  ],
  [
    "restore",
    change(
      "s,source= p,patch W,worktree S,staged q,quiet progress no-progress ours theirs m,merge conflict= ignore-unmerged ignore-skip-worktree-bits recurse-submodules no-recurse-submodules overlay no-overlay pathspec-from-file=read pathspec-file-nul U,unified=",
      { operands: writePaths },
    ),
  ],
  [
    "reset",
    change(
      "mixed soft hard merge keep recurse-submodules=? no-recurse-submodules p,patch N,intent-to-add q,quiet no-quiet refresh no-refresh pathspec-from-file=read pathspec-file-nul U,unified=",
    ),
  ],
  ["clean", change("d f,force i,interactive n,dry-run q,quiet e,exclude= x X", { operands: writePaths })],
  [
    "rm",
    change("f,force n,dry-run r cached ignore-unmatch sparse q,quiet pathspec-from-file=read pathspec-file-nul", {
      operands: writePaths,
    }),
  ],
  ["mv", change("f,force k n,dry-run v,verbose sparse", { operands: writes })],
  ["stash", stash],
  ["tag", tag],
  ["merge", change(MERGE, { operands: names })],
  ["rebase", change(REBASE, { operands: names })],
  ["cherry-pick", change(PICK, { operands: names })],
  ["revert", change(PICK, { operands: names })],
  ["apply", change(APPLY, { operands: "read" })],
  ["am", change(AM, { operands: "read" })],
  ["format-patch", change(FORMAT_PATCH, { operands: names })],
  ["mailinfo", change("k b u encoding= n m scissors no-scissors quoted-cr=", { operands: "write" })],
  ["mailsplit", change("o=write b d= f= keep-cr mboxrd", { operands: "read" })],
  [
    "init",
    change("q,quiet bare template=exec separate-git-dir=write object-format= ref-format= b,initial-branch= shared=?", {
      operands: writes,
    }),
  ],
  [
    "worktree",
    actions(
      "list",
      (_action, operands) => operands.slice(0, 1).map(write),
      "f,force detach checkout no-checkout lock reason= b= B= orphan track no-track guess-remote no-guess-remote q,quiet n,dry-run v,verbose expire= porcelain z relative-paths no-relative-paths",
    ),
  ],
  [
    "reflog",
    actions(
      " show list exists",
      (_action, operands) => operands.map(data),
      "expire= expire-unreachable= all n,dry-run verbose rewrite updateref stale-fix single-worktree # max-count= n= date= oneline",
    ),
  ],
  [
    "notes",
    actions(
      " list show get-ref",
      (_action, operands) => operands.map(data),
      "ref= f,force m,message= F,file=read C,reuse-message= c,reedit-message= allow-empty separator= stripspace no-stripspace s,strategy= stdin ignore-missing n,dry-run v,verbose q,quiet commit abort e,edit",
    ),
  ],
  [
    "bundle",
    actions(
      "verify list-heads",
      (action, operands) => operands.slice(0, 1).map(action === "create" ? write : read),
      "q,quiet progress all-progress all-progress-implied version= all branches tags since= not stdin",
    ),
  ],
  ["bisect", bisect],
  [
    "gc",
    change(
      "aggressive auto detach no-detach prune=? no-prune quiet force keep-largest-pack cruft no-cruft max-cruft-size=",
      { operands: names },
    ),
  ],
  ["maintenance", maintenance],
  ["difftool", tool],
  ["mergetool", tool],
  ["filter-branch", deny(gitExec)],
  ["filter-repo", deny(gitExec)],
  ["submodule--helper", deny(gitExec)],
  ["hook", deny(gitExec)],
  ["daemon", deny(listenGit)],
  ["instaweb", deny(listenGit)],
  ["http-backend", deny(listenGit)],
  ["shell", deny(gitExec)],
  ["for-each-repo", deny(gitExec)],
  ["merge-index", deny(gitExec)],
  ["fsmonitor--daemon", deny(gitExec)],
  ["credential", deny(denyNote("command.keyring", "reads stored passwords"))],
  ["credential-store", deny(denyNote("command.keyring", "reads stored passwords"))],
  ["credential-cache", deny(denyNote("command.keyring", "reads stored passwords"))],
  ["hash-object", change("t= w stdin stdin-paths path= no-filters literally", { operands: "read" })],
  [
    "update-index",
    change(
      "add remove refresh q ignore-submodules unmerged ignore-missing cacheinfo= chmod= assume-unchanged no-assume-unchanged skip-worktree no-skip-worktree g,again unresolve info-only force-remove replace stdin z verbose index-version= really-refresh untracked-cache no-untracked-cache fsmonitor split-index",
      { operands: writePaths },
    ),
  ],
  [
    "checkout-index",
    change("u,index q,quiet f,force a,all n,no-create prefix=write stage= temp stdin z ignore-skip-worktree-bits", {
      operands: writePaths,
    }),
  ],
  ["sparse-checkout", change("cone no-cone sparse-index no-sparse-index stdin skip-checks", { operands: names })],
  [
    "replace",
    change("f,force d,delete e,edit raw graft convert-graft-file l,list format=", {
      operands: names,
      on: { edit: () => [gitExec] },
    }),
  ],
  ["rerere", change("", { operands: names })],
];
