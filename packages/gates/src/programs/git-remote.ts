import { literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { isHarmlessKey } from "./git-config.ts";
import { gitAsk, gitExec, gitKin, remoteEffects } from "./git-words.ts";
import { optionTable, parseOptions } from "./options.ts";
import { data, optionEffects, profile, write } from "./profile.ts";
import { denyNote, type Effect, type Program } from "./program.ts";

/** Git's commands that speak to other repositories. */

const transport = (options: string, operands: (operands: readonly Word[]) => readonly Effect[]): Program =>
  profile({
    options,
    operands: (given) => [gitAsk, ...operands(given.operands)],
    on: { config, template: () => [gitExec] },
  });

function config(setting: Word): readonly Effect[] {
  const text = literalText(setting);
  return text !== null && isHarmlessKey(textWord(text.split("=", 1)[0]!)) ? [] : [gitExec];
}

/** Nothing named: the remote that the repository is configured for. */
const ofRemote = (operands: readonly Word[]): readonly Effect[] =>
  operands[0] === undefined
    ? [{ kind: "connect", peer: null }]
    : [...remoteEffects(operands[0]), ...operands.slice(1).map(data)];

const FETCH =
  "all no-all a,append atomic depth= deepen= shallow-since= shallow-exclude= unshallow update-shallow negotiation-tip= negotiate-only dry-run porcelain write-fetch-head no-write-fetch-head f,force k,keep multiple auto-maintenance auto-gc no-auto-gc write-commit-graph no-write-commit-graph prefetch p,prune P,prune-tags n,no-tags refetch refmap= t,tags recurse-submodules=? j,jobs= no-recurse-submodules set-upstream submodule-prefix= u,update-head-ok upload-pack=exec q,quiet v,verbose progress o,server-option= show-forced-updates no-show-forced-updates 4,ipv4 6,ipv6 stdin bundle-uri= filter=";
const CLONE =
  "l,local no-hardlinks s,shared reference=read reference-if-able=read dissociate q,quiet v,verbose progress server-option= n,no-checkout reject-shallow no-reject-shallow bare sparse filter= also-filter-submodules mirror o,origin= b,branch= revision= u,upload-pack=exec template=exec c,config= depth= shallow-since= shallow-exclude= single-branch no-single-branch no-tags tags recurse-submodules=? recursive shallow-submodules no-shallow-submodules remote-submodules no-remote-submodules separate-git-dir=write ref-format= j,jobs= bundle-uri= 4,ipv4 6,ipv6";
const PUSH =
  "all branches prune mirror n,dry-run porcelain d,delete tags follow-tags no-follow-tags signed=? no-signed atomic no-atomic o,push-option= receive-pack=exec exec=exec force-with-lease=? no-force-with-lease force-if-includes no-force-if-includes f,force repo= u,set-upstream thin no-thin q,quiet v,verbose progress no-recurse-submodules recurse-submodules= verify no-verify 4,ipv4 6,ipv6";
const PULL = `${FETCH} rebase=? r no-rebase commit no-commit edit e no-edit cleanup= ff no-ff ff-only S,gpg-sign=? no-gpg-sign log=? signoff stat no-stat squash no-squash no-verify verify s,strategy=exec X,strategy-option= verify-signatures autostash no-autostash allow-unrelated-histories`;

const REMOTE = optionTable("v,verbose t= m= f tags no-tags mirror=? n,dry-run push add delete all p,prune a,auto d");
const remote: Program = ({ args }) => {
  const given = parseOptions(args, REMOTE);
  const action = literalText(given.operands[0] ?? []);
  const [, name, ...rest] = given.operands;
  const options: Effect[] = [...given.notes];
  if (action === "add" || action === "set-url") return [...options, gitAsk, ...rest.flatMap(remoteEffects)];
  if (action === "show" || action === "update" || action === "prune")
    return [...options, gitAsk, ...(name === undefined ? [] : remoteEffects(name)), { kind: "connect", peer: null }];
  return [
    ...options,
    given.operands.length === 0 || action === "get-url" ? gitKin : gitAsk,
    ...given.operands.map(data),
  ];
};

const SUBMODULE = optionTable(
  "q,quiet cached b,branch= f,force name= reference=read depth= init no-fetch N remote r,rebase merge checkout recursive jobs= single-branch no-single-branch recommend-shallow no-recommend-shallow filter= all files n,summary-limit= d,default",
);
const submodule: Program = ({ args }) => {
  const given = parseOptions(args, SUBMODULE);
  const action = literalText(given.operands[0] ?? []);
  const [, ...rest] = given.operands;
  const options: Effect[] = [...given.notes, ...given.options.flatMap(optionEffects)];
  if (action === "foreach") return [gitExec];
  if (action === "add")
    return [...options, gitAsk, ...rest.slice(0, 1).flatMap(remoteEffects), ...rest.slice(1).map(write)];
  if (action === "update") return [...options, gitAsk, { kind: "connect", peer: null }, ...rest.map(write)];
  if (given.operands.length === 0 || action === "status" || action === "summary")
    return [...options, gitKin, ...rest.map(data)];
  return [...options, gitAsk, ...rest.map(data)];
};

const ARCHIVE =
  "format= l,list v,verbose prefix= o,output=write add-file=read add-virtual-file= worktree-attributes mtime= remote= exec=exec 0 1 2 3 4 5 6 7 8 9";
const archive: Program = profile({
  options: ARCHIVE,
  operands: (given) => [gitAsk, ...given.operands.map(data)],
  on: { remote: remoteEffects },
});

const mail: Program = profile({
  options:
    "from= to= cc= bcc= subject= compose annotate in-reply-to= 8bit-encoding= compose-encoding= envelope-sender= sendmail-cmd=exec smtp-server= smtp-server-port= smtp-server-option= smtp-encryption= smtp-ssl smtp-user= smtp-pass= smtp-domain= smtp-auth= smtp-debug= smtp-ssl-cert-path=read to-cmd=exec cc-cmd=exec header-cmd=exec identity= batch-size= relogin-delay= chain-reply-to no-chain-reply-to thread no-thread suppress-cc= suppress-from signed-off-by-cc confirm= dry-run quiet validate no-validate force dump-aliases format-patch no-format-patch xmailer no-xmailer transfer-encoding= reroll-count=",
  // A server that is a path is a program that takes the mail.
  on: {
    "smtp-server": (value) => (/^[^/~]/.test(literalPrefix(value)) ? [{ kind: "connect", peer: value }] : [gitExec]),
  },
  operands: (given) => [{ kind: "connect", peer: null, sends: given.operands }],
});

const backup = denyNote("command.listen", "serves a repository");

export const gitRemote: readonly (readonly [string, Program])[] = [
  [
    "clone",
    transport(CLONE, ([url, ...rest]) => [...(url === undefined ? [] : remoteEffects(url)), ...rest.map(write)]),
  ],
  ["fetch", transport(FETCH, ofRemote)],
  ["pull", transport(PULL, ofRemote)],
  ["push", transport(PUSH, ofRemote)],
  [
    "ls-remote",
    transport(
      "h,heads b,branches t,tags refs upload-pack=exec exec=exec q,quiet exit-code get-url sort= symref o,server-option=",
      ofRemote,
    ),
  ],
  [
    "fetch-pack",
    transport(
      "all stdin q,quiet k,keep thin include-tag upload-pack=exec exec=exec depth= shallow-since= shallow-exclude= no-progress check-self-contained-and-connected v",
      ofRemote,
    ),
  ],
  [
    "send-pack",
    transport(
      "all stdin mirror n,dry-run force receive-pack=exec exec=exec v,verbose q,quiet thin atomic signed=? push-option=",
      ofRemote,
    ),
  ],
  ["remote", remote],
  ["submodule", submodule],
  ["archive", archive],
  ["send-email", mail],
  ["imap-send", mail],
  [
    "request-pull",
    transport("p", ([start, url, ...rest]) => [
      ...(start === undefined ? [] : [data(start)]),
      ...(url === undefined ? [] : remoteEffects(url)),
      ...rest.map(data),
    ]),
  ],
  ["upload-pack", () => [backup]],
  ["receive-pack", () => [backup]],
  ["upload-archive", () => [backup]],
];
