import { dropPrefix, literalPrefix, literalText, textWord, unknownWord, type Word } from "../shell/word.ts";
import { execDeny, interactiveAsk, named } from "./kit.ts";
import { isShell } from "./known-text.ts";
import { hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { optionEffects, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";
import { joinBySpaces } from "./wrappers.ts";

const script = (text: Word, positional: readonly Word[] = []): Effect => ({ kind: "script", text, positional });
const input: Word = unknownWord("input");

/** `flock file command`, `flock file -c 'script'`, `flock 9`: the file is made when it is missing. */
const FLOCK = optionTable(
  "s,shared x e,exclusive u,unlock n nb,nonblock w,timeout,wait= E,conflict-exit-code= o,close c,command= F,no-fork fcntl verbose start= length=",
  { isPosix: true },
);
const flock: Program = ({ args }) => {
  const before = parseOptions(args, FLOCK);
  const [file, ...rest] = before.operands;
  const effects: Effect[] = [...before.notes, ...optionValues(before, "command").map((text) => script(text))];
  if (file === undefined) return effects;
  if (rest.length > 0 || hasOption(before, "command") || !/^\d+$/.test(literalText(file) ?? ""))
    effects.push(write(file));
  const first = literalPrefix(rest[0] ?? []);
  if (/^-c./.test(first)) effects.push(script(dropPrefix(rest[0] as Word, 2)));
  else if (first.startsWith("--command=")) effects.push(script(dropPrefix(rest[0] as Word, 10)));
  else if (first === "-c" || (first.startsWith("--c") && "--command".startsWith(first)))
    effects.push(script(rest[1] ?? []));
  else if (rest.length > 0) effects.push({ kind: "run", words: rest });
  return effects;
};

/** Applets are programs of their own names. */
const BUSYBOX = new Set(["--help", "--list", "--list-full", "--version"]);
const busybox: Program = ({ name, args }) => {
  const first = literalText(args[0] ?? []);
  if (args.length === 0 || (first !== null && BUSYBOX.has(first))) return [];
  if (first === "--install" || first === "--show")
    return [askNote("command.install", "installs programs"), ...args.slice(1).map(write)];
  const own = name === "toybox" ? [askNote("command.wrapper", "a wrapper outside the list")] : [];
  return [...own, { kind: "run", words: args }];
};

const SCRIPT = optionTable(
  "a,append c,command= e,return f,flush force o,output-limit= q,quiet t,timing=? T,log-timing=write I,log-in=write O,log-out=write B,log-io=write m,logging-format= E,echo=",
);
const typescript: Program = ({ args }) => {
  const given = parseOptions(args, SCRIPT);
  const commands = optionValues(given, "command");
  return [
    ...given.notes,
    ...given.options.flatMap((option) =>
      option.name === "timing" && option.value !== null ? [write(option.value)] : optionEffects(option),
    ),
    ...(given.operands.length > 0 ? given.operands : [textWord("typescript")]).map(write),
    interactiveAsk,
    ...(commands.length > 0 ? [execDeny("an option names a command to run")] : []),
    ...commands.map((text) => script(text)),
  ];
};

const WATCH = optionTable(
  "b,beep c,color C,no-color d,differences=? e,errexit f,follow g,chgexit n,interval= p,precise q,equexit= r,no-rerun s,shotsdir=write t,no-title w,no-wrap x,exec",
  { isPosix: true },
);
const watch: Program = ({ args }) => {
  const given = parseOptions(args, WATCH);
  const effects: Effect[] = [interactiveAsk, ...given.notes, ...given.options.flatMap(optionEffects)];
  if (given.operands.length === 0) return effects;
  if (hasOption(given, "exec")) effects.push({ kind: "run", words: given.operands });
  else effects.push(script(joinBySpaces(given.operands)));
  return effects;
};

/** GNU parallel: the words before `:::` are shell text, with each input put in or behind. */
const PARALLEL = optionTable(
  "j,jobs= k,keep-order n,max-args= N= L= l=? X m 0,null d,delimiter= a,arg-file=read C,colsep= I= i=? r,no-run-if-empty t,verbose v dry-run bar eta progress halt= joblog=write results=write tag tagstring= pipe block= recstart= recend= shuf link xapply ungroup u group line-buffer lb retries= timeout= delay= nice= load= noswap semaphore id= fg bg wait st,semaphoretimeout= citation will-cite q,quote trim= plus no-notice silent gnu max-procs= P= S,sshlogin=exec slf,sshloginfile=exec transfer return= cleanup trc= onall nonall wd,workdir=enter tmpdir=write tmux tty env= record-env profile=exec J=exec sqlmaster=exec sqlworker=exec sqlandworker=exec basefile=read bf=read x,exit resume resume-failed rpl=exec",
  { isPosix: true },
);
const parallel: Program = ({ args }) => {
  const given = parseOptions(args, PARALLEL);
  const end = given.operands.findIndex((word) => /^:{3,4}\+?$/.test(literalText(word) ?? ""));
  const words = end < 0 ? given.operands : given.operands.slice(0, end);
  const effects: Effect[] = [
    askNote("command.parallel", "runs a command for each of its inputs"),
    ...given.notes,
    ...given.options.flatMap(optionEffects),
  ];
  if (words.length === 0 && !hasOption(given, "citation", "help", "version", "record-env"))
    return [...effects, denyNote("command.dynamic", "the inputs themselves are commands")];
  // A shell without text of its own runs the inputs.
  const isInputRun = isShell((literalText(words[0] ?? []) ?? "").split(/[\s/]+/).at(-1) ?? "") && words.length === 1;
  if (isInputRun) effects.push(denyNote("command.dynamic", "the inputs themselves are commands"));
  return [...effects, script(filledIn(joinBySpaces(words)), [textWord("parallel"), input])];
};

/** The shell text with `"$1"` where parallel puts the input: in the place of `{}`, `{.}`, `{1}` and so on, else behind. */
function filledIn(text: Word): Word {
  const place = /\{[^{}\s,]{0,6}\}/g;
  const filled = text.map((piece) =>
    piece.kind === "text" ? { ...piece, text: piece.text.replace(place, '"$1"') } : piece,
  );
  const hasPlace = text.some((piece) => piece.kind === "text" && piece.text.search(place) >= 0);
  return hasPlace ? filled : [...text, { kind: "text", text: ' "$1"' }];
}

/** Several shell texts, each an operand. */
const texts: Program = ({ args }) => [
  askNote("command.script", "runs shell text"),
  ...args.filter((word) => !literalPrefix(word).startsWith("-")).map((text) => script(text)),
];

const HYPERFINE = optionTable(
  "w,warmup= m,min-runs= M,max-runs= r,runs= s,setup= p,prepare= c,cleanup= P,parameter-scan= D,parameter-step-size= L,parameter-list= S,shell= N i,ignore-failure=? style= sort= u,time-unit= export-asciidoc=write export-csv=write export-json=write export-markdown=write export-orgmode=write show-output output= input=read n,command-name= reference= conclude=",
);
const hyperfine: Program = ({ args }) => {
  const given = parseOptions(args, HYPERFINE);
  const inner = optionValues(given, "setup", "prepare", "cleanup", "conclude", "reference");
  return [
    askNote("command.script", "runs shell text many times"),
    ...given.notes,
    ...given.options.flatMap(optionEffects),
    ...[...inner, ...given.operands].map((text) => script(text)),
  ];
};

/** nix-shell and its kin: `--run` and `--command` are shell text. */
const NIX_SHELL = optionTable("p,packages run= command= pure I= A,attr= E,expr=exec argstr keep= i=exec");
const nixShell: Program = ({ args }) => {
  const given = parseOptions(args, NIX_SHELL);
  return [
    askNote("command.environment", "runs in a tool's own environment"),
    ...given.notes,
    ...given.options.flatMap(optionEffects),
    ...optionValues(given, "run", "command").map((text) => script(text)),
  ];
};

export const scriptWrappers: readonly (readonly [string, Program])[] = [
  ["flock", flock],
  ...named("busybox toybox busybox-static", busybox),
  ["script", typescript],
  ["watch", watch],
  ...named("parallel sem env_parallel", parallel),
  ...named("pee mispipe", texts),
  ["hyperfine", hyperfine],
  ["nix-shell", nixShell],
];
