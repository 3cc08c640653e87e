import { dropPrefix, literalPrefix, literalText, type Word } from "../shell/word.ts";
import { argumentPaths } from "./argument-paths.ts";
import { asking, execDeny, interactiveAsk, named, processAsk } from "./kit.ts";
import { hasOption, optionTable, parseOptions } from "./options.ts";
import { optionEffects } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

/** Processes, services, settings and records of the system. */

const massKill = denyNote("command.mass_kill", "signals groups of processes, all of them, or ids that are computed");

/** `kill`: literal ids are a question; `-1`, `0`, groups and computed ids are denied. */
const kill: Program = ({ args }) => {
  const words = args.map(literalText);
  const [first] = words;
  if (first !== undefined && first !== null && /^(?:-[lL]|--list(?:=.*)?|--table)$/.test(first)) return [];
  let index = 0;
  if (first === "-s" || first === "-n" || first === "--signal") index = 2;
  else if (first !== null && first !== undefined && /^-(?:[sn].+|-signal=.+|[A-Za-z][\w+-]*|\d+)$/.test(first))
    index = 1;
  if (first === "-1" || (words[index - 1] === null && index > 0)) return [massKill];
  if (words[index] === "--") index++;
  const ids = words.slice(index);
  if (ids.length === 0 || ids.some((id) => id === null || !/^(?:0*[1-9]\d*|%[\w+%-]*)$/.test(id))) return [massKill];
  return [processAsk];
};

const FUSER = optionTable(
  "a,all i,interactive I,inode k,kill l,list-signals m,mount= M,ismountpoint n,namespace= s,silent u,user v,verbose w c 4 6",
);
const fuser: Program = ({ args }) => {
  const given = parseOptions(args, FUSER);
  return [hasOption(given, "kill") ? massKill : processAsk, ...given.notes];
};

const service = denyNote("command.persistence", "starts, stops or changes services");
const shows = askNote("command.system_read", "shows the state of the system");

/** The first word that is no option decides; words that are not known to show something change it. */
const action =
  (showing: RegExp, otherwise: Effect, deniedOptions: RegExp = /^$/): Program =>
  ({ args }) => {
    const first = args.find((word) => !literalPrefix(word).startsWith("-"));
    const text = first === undefined ? "" : literalText(first);
    const isDenied =
      text === null || !showing.test(text) || args.some((word) => deniedOptions.test(literalPrefix(word)));
    return [isDenied ? otherwise : shows];
  };

const settings = denyNote("command.system", "changes settings of the system");
const records = denyNote("command.logs", "removes records of what happened");

/** A pattern in any argument is denied, everything else is a question with the paths it names. */
const unless =
  (denied: RegExp, effect: Effect, note: Effect = shows): Program =>
  ({ args }) => [
    ...(args.some((word) => literalText(word) === null || denied.test(literalPrefix(word))) ? [effect] : [note]),
    ...argumentPaths(args),
  ];

/** tmux: keys sent to a pane and shell text are denied; a window with a command runs it. */
const TMUX_DENIED =
  /^(?:send|send-keys|send-prefix|paste-buffer|pasteb|set-buffer|setb|load-buffer|loadb|run|run-shell|if|if-shell|pipe-pane|pipep|source|source-file|bind|bind-key|set-hook|set|set-option|set-window-option|setw|setenv|set-environment|respawn-pane|respawnp|respawn-window|respawnw|confirm-before|command-prompt|display-popup|popup|wait-for|capture-pane|capturep|save-buffer|saveb|show-buffer|showb|display-menu|copy-mode|start-server)$/;
const TMUX_STARTS = /^(?:new|new-session|neww|new-window|split-window|splitw)$/;
const injects = denyNote("command.input", "sends keys or commands to a terminal");
const tmux: Program = ({ args }) => {
  const effects: Effect[] = [interactiveAsk];
  let index = 0;
  while (index < args.length && literalPrefix(args[index] as Word).startsWith("-")) {
    const known = literalPrefix(args[index++] as Word);
    if (/^-[fc]/.test(known)) effects.push(execDeny("names a program or a configuration"));
    if (/^-[fcLST]$/.test(known)) index++;
  }
  const words = args.slice(index);
  if (words.some((word) => literalText(word) === null || TMUX_DENIED.test(literalText(word) ?? "")))
    effects.push(injects);
  const first = literalText(words[0] ?? []);
  if (first === null) effects.push(injects);
  else if (TMUX_STARTS.test(first)) effects.push(...started(words.slice(1), /^-[nstcxyeFlp]$/));
  return effects;
};

/** The command behind the options of a window: one word is shell text. */
function started(words: readonly Word[], withValue: RegExp): readonly Effect[] {
  let index = 0;
  while (index < words.length && literalPrefix(words[index] as Word).startsWith("-")) {
    const text = literalText(words[index++] as Word) ?? "";
    if (text === "--") break;
    if (withValue.test(text)) index++;
  }
  return startsCommand(words.slice(index));
}

/** A command as words, or as one word of shell text. */
export function startsCommand(command: readonly Word[]): readonly Effect[] {
  const [only] = command;
  if (only === undefined) return [];
  if (command.length === 1) return [{ kind: "script", text: only, positional: [] }];
  return [{ kind: "run", words: command }];
}

const screen: Program = ({ args }) => {
  if (args.some((word) => /^-(?:X|c|Q)/.test(literalPrefix(word)))) return [injects];
  return [
    interactiveAsk,
    askNote("command.background", "goes on after the command has ended"),
    ...started(args, /^-[dmDrRxUaAiOLq]*[STstphe]$/),
  ];
};

const GDB =
  /^\s*(?:!|\||sh(?:ell)?\b|pipe|py|pi\b|python|guile|gu\b|source|make|call|ca\b|print.*\(|p .*\(|compile|attach|at\b|dump|restore|gcore|generate-core|target|tar\b|remote|set\s+(?:exec-wrapper|startup|logging)|define|document|command|alias|with|add-auto-load|load|jump|signal|kill|exec-file|save|append|checkpoint|eval|output.*\(|jit|run\s*[<>|]|starti?\s*[<>|]|platform|script|plugin|process\s+(?:attach|signal|save)|expr|expression|e\b)/;
/** gdb and lldb run a program; commands that run others, or another process by its id, are denied. */
const debugger_: Program = ({ args }) => {
  const effects: Effect[] = [
    askNote("command.debugger", "runs or inspects a program"),
    { kind: "codeFile", operand: null },
  ];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as Word;
    const known = literalPrefix(word);
    const option =
      /^--?(ex|eval-command|iex|init-eval-command|o|one-line|O|one-line-before-file|k|one-line-on-crash)(=|$)/.exec(
        known,
      );
    if (option !== null) {
      const text = literalText(option[2] === "=" ? dropPrefix(word, option[0].length) : (args[++index] ?? []));
      if (text === null || GDB.test(text)) effects.push(execDeny("a command of a debugger runs a program"));
    } else if (/^--?(?:x|command|init-command|ix|s|source|S|Q|source-quietly|source-before-file)(?:=|$)/.test(known))
      effects.push(execDeny("commands of a debugger come from a file"));
    else if (/^--?(?:p|pid|attach-pid|attach-name|n|w|waitfor)(?:=|$)/.test(known) || /^-p\d/.test(known))
      effects.push(denyNote("command.process_memory", "reads or changes another process"));
    else if (/^--?(?:args)?$/.test(known) && known.length > 1) {
      const words = args.slice(index + 1);
      if (words.length > 0) effects.push({ kind: "run", words });
      break;
    }
  }
  if (
    args.length > 1 &&
    /^\d+$/.test(literalText(args.at(-1) as Word) ?? "") &&
    !args.some((word) => /^--?args$/.test(literalPrefix(word)))
  )
    effects.push(denyNote("command.process_memory", "reads or changes another process"));
  return [...effects, ...argumentPaths(args)];
};

const perf: Program = ({ args }) => {
  const [verb, ...rest] = args;
  if (!/^(?:stat|record|trace)$/.test(literalText(verb ?? []) ?? "")) return [shows];
  const at = rest.findIndex((word) => literalText(word) === "--");
  const table = optionTable("e,event= o,output=write p,pid= a g r,repeat= d v F,freq= c,count= t,tid= x= I= s", {
    isPosix: true,
  });
  const given = parseOptions(at < 0 ? rest : rest.slice(at), table);
  return [
    askNote("command.trace", "watches how another program runs"),
    ...given.options.flatMap(optionEffects),
    ...(given.operands.length > 0 ? [{ kind: "run", words: given.operands } as const] : []),
  ];
};

export const processes: readonly (readonly [string, Program])[] = [
  ["kill", kill],
  ["fuser", fuser],
  ["renice", () => [processAsk]],
  [
    "systemctl",
    action(
      /^(?:status|show|list-[a-z-]+|is-[a-z-]+|cat|get-default|show-environment|help|)$/,
      service,
      /^(?:-H|--host|-M|--machine|--root)/,
    ),
  ],
  [
    "service",
    ({ args }) => [
      literalText(args[1] ?? []) === "status" || literalText(args[0] ?? []) === "--status-all" ? shows : service,
    ],
  ],
  ["loginctl", action(/^(?:list-[a-z]+|show-[a-z]+|(?:session|user|seat)-status|)$/, service)],
  ...named(
    "hostnamectl timedatectl localectl",
    action(/^(?:status|show|list-[a-z-]+|timesync-status|show-timesync|)$/, settings),
  ),
  ["sysctl", unless(/=|^-(?:w|p|f|-write|-load|-system)/, settings)],
  ["dmesg", unless(/^-[a-zA-Z]*[CcDEn]|^--(?:clear|read-clear|console)/, records)],
  [
    "journalctl",
    unless(/^--(?:vacuum|rotate|flush|sync|relinquish|setup-keys|update-catalog|smart-relinquish)/, records),
  ],
  ...named("tmux byobu", tmux),
  ["screen", screen],
  ...named("dtach abduco zellij", ({ args }) => [
    interactiveAsk,
    askNote("command.background", "goes on after the command has ended"),
    ...started(args.slice(1), /^-(?:e|r|s)$/),
  ]),
  ...named(
    "top htop btop atop nmon iotop bpytop gotop btm iftop nethogs bmon slabtop powertop mc ranger nnn vifm lf yazi ncdu tig lazygit gitui k9s cmus mocp irssi weechat",
    ({ args }) => [interactiveAsk, ...argumentPaths(args)],
  ),
  [
    "glances",
    unless(/^-(?:s|w|-server|-webserver)/, denyNote("command.listen", "listens for connections"), interactiveAsk),
  ],
  ...named("gdb gdb-multiarch lldb cgdb ddd rr udb", debugger_),
  ["perf", perf],
  [
    "setfattr",
    asking("command.access", "changes attributes of files", {
      options: "n,name= v,value= x,remove= h,no-dereference restore=read raw",
      operands: "write",
    }),
  ],
  ...named("wall write mesg talk", () => [askNote("command.message", "writes to other terminals")]),
];
