import { dropPrefix, literalPrefix, literalText, type Word } from "../shell/word.ts";
import { argumentPaths } from "./argument-paths.ts";
import { execDeny, interactiveAsk, listenDeny, named } from "./kit.ts";
import { read } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

/** Programs outside the policy's lists whose options can name others or hold program text. */

const runs = execDeny("an option names a program to run");

/** Other version control: reading is a question too, because their settings name programs. */
const versionControl =
  (denied: RegExp, remote: RegExp): Program =>
  ({ args }) => {
    const action = literalText(args.find((word) => !literalPrefix(word).startsWith("-")) ?? []) ?? "";
    return [
      askNote("command.version_control", "works on another version control"),
      ...(args.some((word) => denied.test(literalPrefix(word))) ? [runs] : []),
      ...(action === "serve" || action === "server" || action === "ui" ? [listenDeny] : []),
      ...(remote.test(action) ? [{ kind: "connect", peer: null } as const] : []),
      ...argumentPaths(args),
    ];
  };

/** exiftool: `-if` and `-p` hold Perl, `-config` loads it. */
const exiftool: Program = ({ args }) => {
  const effects: Effect[] = [askNote("command.media", "works on media files")];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as Word;
    const known = literalPrefix(word);
    if (/^-if\d?$/.test(known)) effects.push({ kind: "code", language: "perl", text: args[++index] ?? null });
    else if (/^-(?:config|require|use)$/.test(known)) effects.push(runs);
    else if (/^-(?:p|printFormat|api|userParam)$/.test(known)) {
      if (/\$\{[^}]*;|Filter=/.test(literalText(args[++index] ?? []) ?? "Filter=")) effects.push(runs);
    } else if (/<\$\{[^}]*;/.test(known)) effects.push(runs);
    else if (known === "-@") effects.push(read(args[++index] ?? []));
    else if (!known.startsWith("-")) effects.push(read(word));
  }
  return effects;
};

/** Choosers: what they show or do with a choice is a shell text. */
const CHOOSER_TEXT =
  /^(?:--preview|--bind|--execute|-run-command|-run-shell-command|-terminal|-ssh-command|--exec|-modi)(=|$)/;
const chooser: Program = ({ args }) => {
  const effects: Effect[] = [interactiveAsk, ...argumentPaths(args)];
  for (const [index, word] of args.entries()) {
    const known = literalPrefix(word);
    const found = CHOOSER_TEXT.exec(known);
    if (found === null) {
      if (/^--listen/.test(known)) effects.push(listenDeny);
      continue;
    }
    const text = found[1] === "=" ? dropPrefix(word, found[0].length) : (args[index + 1] ?? []);
    if (
      !/^--bind/.test(known) ||
      /execute|become|reload|transform|preview\(|start:|load:/.test(literalText(text) ?? "execute")
    )
      effects.push(runs);
  }
  return effects;
};

/** Watchers that run a command whenever a file changes. */
const watcher: Program = ({ args }) => {
  const effects: Effect[] = [interactiveAsk];
  const at = args.findIndex((word) => literalText(word) === "--");
  for (const [index, word] of args.entries()) {
    const known = literalPrefix(word);
    if (/^(?:-x|--exec|-c|--command|-s|--shell-command|--onsuccess|-e$)/.test(known) && !/^-e/.test(known))
      effects.push({
        kind: "script",
        text: known.includes("=") ? dropPrefix(word, known.indexOf("=") + 1) : (args[index + 1] ?? []),
        positional: [],
      });
  }
  const command = at >= 0 ? args.slice(at + 1) : [];
  if (command.length > 0) effects.push({ kind: "run", words: command });
  return [...effects, { kind: "codeFile", operand: null }, ...argumentPaths(args)];
};

/** Runners on other machines: the command runs there, or here. */
const orchestrator: Program = ({ args }) => {
  const isLocal = args.some((word) => /^(?:localhost|127\.|local)/.test(literalPrefix(word)));
  const commands = args.flatMap((word, index): Effect[] =>
    /^(?:-a|--args|-c|--command)$/.test(literalText(word) ?? "")
      ? [{ kind: "script", text: args[index + 1] ?? [], positional: [] }]
      : [],
  );
  const isRaised = args.some((word) =>
    /^(?:-b|--become|-K|--ask-become-pass|--sudo|-S)$/.test(literalText(word) ?? ""),
  );
  return [
    { kind: "connect", peer: null },
    ...(isRaised ? [denyNote("command.privilege", "raises rights or acts as another user")] : []),
    ...commands.filter(() => isLocal || args.some((word) => /shell|command|raw|script/.test(literalText(word) ?? ""))),
    ...argumentPaths(args),
  ];
};

export const otherTools: readonly (readonly [string, Program])[] = [
  ...named(
    "hg mercurial chg sl",
    versionControl(
      /^--config|^-R$|^--repository|^--(?:ssh|remotecmd|tool|editor|pager)|^(?:-e|-t)$/,
      /^(?:clone|pull|push|incoming|outgoing|in|out)$/,
    ),
  ),
  ...named(
    "svn svnadmin svnsync svnlook",
    versionControl(
      /^--(?:config-option|config-dir|diff-cmd|diff3-cmd|editor-cmd|merge-cmd)|^svn\+/,
      /^(?:co|checkout|up|update|ci|commit|ls|list|cat|export|import|info|log|mkdir|cp|copy|switch|relocate)$/,
    ),
  ),
  ...named(
    "bzr brz fossil darcs cvs jj pijul got",
    versionControl(
      /^--(?:config|config-toml|using|diff-command|tool|ssh|rsh)|^-(?:e|O)$/,
      /^(?:clone|pull|push|branch|sync|checkout|update|commit|git)$/,
    ),
  ),
  ["exiftool", exiftool],
  ...named("fzf sk skim fzy rofi dmenu dmenu_run wofi gum peco percol", chooser),
  ...named(
    "nodemon watchexec chokidar onchange reflex fswatch air watchman guard ptw pytest-watch when-changed",
    watcher,
  ),
  ...named("ansible pssh pdsh parallel-ssh clush dsh salt salt-ssh bolt", orchestrator),
];
