import { dropPrefix, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { execDeny, named, networkAsk } from "./kit.ts";
import { type Arguments, hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { data, optionEffects, read, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

interface Wrapper {
  /** See options.ts. */
  readonly options: string;
  /** Operands before the command: a duration, a mask. */
  readonly lead?: number | ((given: Arguments) => number);
  /** What the wrapper itself is, beside the command. */
  readonly notes?: readonly Effect[];
  /** What some options add. */
  readonly extra?: (given: Arguments) => readonly Effect[];
  /** Without a command; default: a question. */
  readonly alone?: readonly Effect[];
}

/** Options, then operands of its own, then a command with its arguments. */
function wrapper(spec: Wrapper): Program {
  const table = optionTable(spec.options, { isPosix: true });
  return ({ args }) => {
    const given = parseOptions(args, table);
    const lead = typeof spec.lead === "function" ? spec.lead(given) : (spec.lead ?? 0);
    const command = given.operands.slice(lead);
    const own = [
      ...(spec.notes ?? []),
      ...given.notes,
      ...given.options.flatMap(optionEffects),
      ...given.operands.slice(0, lead).map(data),
      ...(spec.extra?.(given) ?? []),
    ];
    if (hasOption(given, "help", "version") && command.length === 0) return own;
    if (command.length === 0)
      return [...own, ...(spec.alone ?? [askNote("command.wrapper", "a wrapper without a command")])];
    return [...own, { kind: "run", words: command }];
  };
}

const background = askNote("command.background", "goes on after the command has ended");
const tracing = askNote("command.trace", "watches or changes how another program runs");
const environment = askNote("command.environment", "runs in a tool's own environment");

const ENV = optionTable(
  "i,ignore-environment 0,null u,unset= C,chdir= S,split-string= v,debug a,argv0= block-signal=? default-signal=? ignore-signal=? list-signal-handling",
  { isPosix: true },
);

/** `env -i NAME=value … command …`; alone it lists the environment. */
const env: Program = ({ args }) => {
  const given = parseOptions(args, ENV);
  const effects: Effect[] = [...given.notes];
  const splits = optionValues(given, "split-string");
  // What it starts is judged as well where the text is plain, so that the answer names the worst.
  if (splits.length > 0) effects.push(execDeny("a text is taken apart and run as a command"));
  const words = [...splits.flatMap(splitString), ...given.operands];
  while (words[0] !== undefined && literalText(words[0]) === "-") words.shift();
  const assignments: { name: string; value: Word }[] = [];
  for (let word = words[0]; word !== undefined; word = words[0]) {
    const equals = literalPrefix(word).indexOf("=");
    if (equals < 0) break;
    const name = literalPrefix(word).slice(0, equals);
    if (!/^[A-Za-z_]\w*$/.test(name))
      effects.push(denyNote("command.environment", "sets a variable with an unusual name"));
    assignments.push({ name, value: dropPrefix(word, equals + 1) });
    words.shift();
  }
  const [cwd] = optionValues(given, "chdir").slice(-1);
  if (cwd !== undefined) effects.push(read(cwd));
  if (words.length > 0) effects.push({ kind: "run", words, assignments, ...(cwd === undefined ? {} : { cwd }) });
  else if (!hasOption(given, "help", "version"))
    effects.push(askNote("command.environment_list", "lists the whole environment", false));
  return effects;
};

/** `env -S`: only a text without quotes, escapes and variables can be split here as env splits it. */
function splitString(value: Word): readonly Word[] {
  const text = literalText(value);
  if (text === null || !/^[\w./=+,:@% -]*$/.test(text)) return [];
  const words = text.split(" ").filter((word) => word !== "");
  return words[0]?.startsWith("-") ? [] : words.map(textWord);
}

const commandBuiltin = wrapper({ options: "p v V", alone: [] });
const command: Program = (call) => {
  const given = parseOptions(call.args, COMMAND);
  return hasOption(given, "v", "V") ? [...given.notes, ...given.operands.map(data)] : commandBuiltin(call);
};
const COMMAND = optionTable("p v V", { isPosix: true });

const timeFormat = "a,append f,format= o,output=write p,portability v,verbose q,quiet";

/** `-5` and `--5`, the old spelling of a number that options.ts cannot know. */
const withoutNumber =
  (inner: Program): Program =>
  (call) => {
    const [first, ...rest] = call.args;
    return /^-{1,2}[0-9]+$/.test(literalText(first ?? []) ?? "") ? inner({ ...call, args: rest }) : inner(call);
  };

/** Words joined by blanks: `watch` and `parallel` hand them to a shell. */
export function joinBySpaces(words: readonly Word[]): Word {
  return words.flatMap((word, index) => (index === 0 ? [...word] : [{ kind: "text", text: " " } as const, ...word]));
}

const onProcess = (given: Arguments): readonly Effect[] =>
  hasOption(given, "pid", "pgid", "uid", "all-tasks") ? [askNote("command.process", "acts on another process")] : [];

const architecture = wrapper({
  notes: [environment],
  options:
    "B,32bit F,fdpic-funcptrs I,short-inode L,addr-compat-layout R,addr-no-randomize S,whole-seconds T,sticky-timeouts X,read-implies-exec Z,mmap-page-zero 3,3gb 4gb uname-2.6 v,verbose list",
});
const isArchitecture = (word: Word | undefined): boolean =>
  /^(?:linux32|linux64|i[3-6]86|x86_64|aarch64|armv\w+|arm)$/.test(literalText(word ?? []) ?? "");

/** Runs a program whenever files change; with -s its words are shell text. */
const entrRun = wrapper({ options: "a c d n p r s z x", notes: [environment] });
const entr: Program = (call) => {
  const given = parseOptions(call.args, ENTR);
  const [text] = given.operands;
  if (!hasOption(given, "s") || text === undefined) return entrRun(call);
  return [environment, ...given.notes, { kind: "script", text, positional: given.operands.slice(1) }];
};
const ENTR = optionTable("a c d n p r s z x", { isPosix: true });

export const wrappers: readonly (readonly [string, Program])[] = [
  ["env", env],
  ["command", command],
  ["builtin", wrapper({ options: "", alone: [] })],
  ["exec", wrapper({ options: "c l a=", alone: [] })],
  ["nice", withoutNumber(wrapper({ options: "n,adjustment=", alone: [] }))],
  ["ionice", wrapper({ options: "c,class= n,classdata= t,ignore p,pid= P,pgid= u,uid=", extra: onProcess, alone: [] })],
  ["nohup", wrapper({ options: "", notes: [background] })],
  ["timeout", wrapper({ options: "s,signal= k,kill-after= f,foreground p,preserve-status v,verbose", lead: 1 })],
  ["time", wrapper({ options: timeFormat, alone: [] })],
  ["gtime", wrapper({ options: timeFormat, alone: [] })],
  ["stdbuf", wrapper({ options: "i,input= o,output= e,error=" })],
  ["setsid", wrapper({ options: "c,ctty f,fork w,wait", notes: [background] })],
  [
    "chrt",
    wrapper({
      notes: [environment],
      options:
        "a,all-tasks b,batch d,deadline e,ext f,fifo i,idle o,other r,rr R,reset-on-fork m,max p,pid v,verbose T,sched-runtime= P,sched-period= D,sched-deadline=",
      lead: 1,
      extra: onProcess,
      alone: [],
    }),
  ],
  ["taskset", wrapper({ notes: [environment], options: "a,all-tasks p,pid c,cpu-list", lead: 1, extra: onProcess })],
  [
    "numactl",
    wrapper({
      notes: [environment],
      options:
        "i,interleave= p,preferred= m,membind= N,cpunodebind= C,physcpubind= l,localalloc s,show H,hardware a,all P,preferred-many= w,weighted-interleave= b,balancing",
      alone: [],
    }),
  ],
  [
    "prlimit",
    wrapper({
      notes: [environment],
      options:
        "p,pid= o,output= noheadings raw verbose c,core=? d,data=? e,nice=? f,fsize=? i,sigpending=? l,memlock=? m,rss=? n,nofile=? q,msgqueue=? r,rtprio=? s,stack=? t,cpu=? u,nproc=? v,as=? x,locks=? y,rttime=?",
      extra: onProcess,
    }),
  ],
  ["choom", wrapper({ notes: [environment], options: "n,adjust= p,pid=", extra: onProcess })],
  ["setarch", (call) => architecture({ ...call, args: call.args.slice(isArchitecture(call.args[0]) ? 1 : 0) })],
  ...named("linux32 linux64 i386 i686 x86_64", architecture),
  ["unbuffer", wrapper({ notes: [environment], options: "p" })],
  ["chronic", wrapper({ notes: [environment], options: "v e" })],
  ["ifne", wrapper({ notes: [environment], options: "n" })],
  [
    "rlwrap",
    wrapper({
      options:
        "a,always-readline=? c,complete-filenames f,file=read H,history-filename=write l,logfile=write z,filter=exec C,command-name= i r,remember A,ansi-colour-aware n,no-warnings w,wait-before-prompt=",
      notes: [environment],
    }),
  ],
  ["eatmydata", wrapper({ options: "", notes: [environment] })],
  [
    "fakeroot",
    wrapper({ options: "l,lib=exec faked=exec s=write i=read u,unknown-is-real b,fd-base=", notes: [environment] }),
  ],
  ["catchsegv", wrapper({ options: "", notes: [tracing] })],
  [
    "cpulimit",
    wrapper({
      options:
        "l,limit= v,verbose z,lazy i,include-children p,pid= e,exe= P,path= f,foreground k,kill m,monitor-forks q,quiet c,cpu= b,background",
      notes: [tracing],
    }),
  ],
  [
    "xvfb-run",
    wrapper({
      options:
        "a,auto-servernum e,error-file=write f,auth-file=write h l,listen-tcp n,server-num= p,xauth-protocol= s,server-args= w,wait=",
      notes: [environment],
    }),
  ],
  ["dbus-run-session", wrapper({ options: "config-file=read dbus-daemon=exec", notes: [environment] })],
  [
    "systemd-cat",
    wrapper({ options: "t,identifier= p,priority= stderr-priority= level-prefix= namespace=", notes: [environment] }),
  ],
  [
    "systemd-inhibit",
    wrapper({ options: "what= who= why= mode= list no-pager no-legend no-ask-password", notes: [environment] }),
  ],
  [
    "strace",
    wrapper({
      options:
        "a,columns= A,output-append-mode b,detach-on= c,summary-only C,summary d,debug D,daemonize=? e= E,env=exec f,follow-forks ff F I,interruptible= i,instruction-pointer k,stack-trace n,syscall-number o,output= O,summary-syscall-overhead= p,attach= P,trace-path= q,quiet=? r,relative-timestamps=? S,summary-sort-by= s,string-limit= t,absolute-timestamps=? T,syscall-times=? u,user=exec U,summary-columns= v,no-abbrev w,summary-wall-clock X,const-print-style= x,strings-in-hex=? y,decode-fds=? yy z,successful-only Z,failed-only trace= signal= status= seccomp-bpf tips=? inject= fault=",
      notes: [tracing],
      extra: (given) => optionValues(given, "output").map(traceOutput),
      alone: [],
    }),
  ],
  [
    "ltrace",
    wrapper({
      options:
        "a,align= A= b,no-signals c C,demangle D,debug= e= f F,config=read i l,library= L n,indent= o,output= p= r s= S t T u,username=exec w,where= x=",
      notes: [tracing],
      extra: (given) => optionValues(given, "output").map(traceOutput),
      alone: [],
    }),
  ],
  [
    "valgrind",
    wrapper({
      options:
        "v,verbose q,quiet tool= leak-check= log-file=write xml= xml-file=write trace-children= track-origins= show-leak-kinds= error-exitcode= vgdb= db-command=exec",
      notes: [tracing],
    }),
  ],
  ["sshpass", wrapper({ options: "p= f=read d= e P= v h V", notes: [networkAsk] })],
  ["entr", entr],
  ["dumb-init", wrapper({ options: "c,single-child r,rewrite= v,verbose", notes: [environment] })],
  ["tini", wrapper({ options: "s p= v w g e= l h", notes: [environment] })],
  ["setlock", wrapper({ options: "n N x X", lead: 1, notes: [environment] })],
  ["direnv", (call) => subcommandRun(call.args, "exec", 2)],
  ...["rbenv", "pyenv", "nodenv", "asdf", "mise", "rtx"].map(
    (name) => [name, ({ args }) => subcommandRun(args, "exec", 1)] as [string, Program],
  ),
];

/** `tool exec … command`: the command after `skip` words; every other use is the tool's own. */
function subcommandRun(args: readonly Word[], subcommand: string, skip: number): readonly Effect[] {
  let words = args.slice(skip);
  if (literalText(args[0] ?? []) !== subcommand || words.length === 0) return [environment];
  if (literalText(words[0] ?? []) === "--") words = words.slice(1);
  return [environment, { kind: "run", words }];
}

/** strace and ltrace: `|command` and `!command` start one. */
function traceOutput(target: Word): Effect {
  return /^[|!]/.test(literalPrefix(target)) ? execDeny("the output goes to a program") : write(target);
}
