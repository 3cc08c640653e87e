import { dropPrefix, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { execDeny, interactiveAsk, named } from "./kit.ts";
import { hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { isPlainPipe, printedText } from "./printed-text.ts";
import { optionEffects, read, write } from "./profile.ts";
import { askNote, type Call, denyNote, type Effect, type Program } from "./program.ts";

/** Databases and calculators with a small language: a question, denied where the text runs programs or reads any file. */

const runs = execDeny("a command of the program runs another one");
const outside = denyNote("command.inline_outside", "a command of the program reaches files by name");

const DOT_RUNNING =
  /^[ \t]*\.[ \t]*(?:sh|she|shel|shell|sy|sys|syst|syste|system|load|lo|loa|exc|exce|excel|www|ar|archive)\b|^[ \t]*\.(?:import|imp|once|on|output|outp|out|read|rea|re|o|e|ex)\s.*\|/im;
const DOT_FILES =
  /^[ \t]*\.(?:read|import|output|once|open|save|backup|restore|clone|dump|log|trace|cd|edit|session|iotrace)\s+(.*)$/gim;
const SQL_RUNNING =
  /load_extension|fts3_tokenizer|\bedit\s*\(|\\!|\bprogram\s+'|\bsystem\b(?!_)|\\(?:!|copy\b.*\bprogram\b|o\s*\||g\s*\||w\s*\||setenv|e\b)|\bsys_exec|sys_eval|lo_(?:export|import)|pg_read_file|pg_ls_dir|pg_execute|create\s+(?:or\s+replace\s+)?(?:trusted\s+)?(?:extension|language|function)|xp_cmdshell|^[ \t]*(?:!|host\b)|\bsource\b|\bpager\b|\btee\b/im;
const SQL_FILES =
  /(?:readfile|writefile|attach|load_file|outfile|dumpfile|infile|copy|lsdir|\bdatabase)\b[^'"]{0,80}['"]([^'"]*)['"]/gim;

/** UTF-16 code units: nobody reviews longer statements on a command line. */
const TEXT_MAX = 8192;

function statements(word: Word): readonly Effect[] {
  const text = literalText(word);
  if (text === null) return [askNote("command.query", "a query is computed")];
  if (text.length > TEXT_MAX || DOT_RUNNING.test(text) || SQL_RUNNING.test(text)) return [runs];
  const effects: Effect[] = [];
  for (const [, rest] of text.matchAll(DOT_FILES))
    for (const name of rest!.trim().split(/\s+/))
      if (!name.startsWith("-")) effects.push(write(textWord(name.replace(/^['"]|['"]$/g, ""))));
  for (const [, name] of text.matchAll(SQL_FILES)) effects.push(write(textWord(name!.replace(/^file:(?:\/\/)?/, ""))));
  return effects;
}

function fromStandardInput({ input, name }: Call): readonly Effect[] {
  if (input.kind === "text") return statements(input.text);
  if (input.kind === "inherited") return [];
  const printed = input.kind === "pipe" ? printedText(input.from) : null;
  if (printed !== null) return statements(textWord(printed));
  // What was decoded or downloaded on the way is a program that nobody has seen.
  return isPlainPipe(input)
    ? [askNote("command.query", "statements arrive on standard input")]
    : [{ kind: "code", language: name, text: null }];
}

const query = askNote("command.query", "works on a database");

const SQLITE = optionTable(
  "A= append ascii bail batch box column cmd= csv deserialize echo header noheader heap= help html init=exec interactive json line list lookaside= markdown maxsize= memtrace mmap= newline= no-rowid-in-view nofollow nonce= nullvalue= pagecache= pcachetrace quote readonly safe separator= stats table tabs unsafe-testing version vfs= vfstrace zip",
  { isSingleDash: true },
);
const sqlite: Program = (call) => {
  const given = parseOptions(call.args, SQLITE);
  const [file, ...texts] = given.operands;
  const isRead = hasOption(given, "readonly");
  return [
    query,
    ...given.notes,
    ...given.options.flatMap(optionEffects),
    ...(file === undefined ? [] : [isRead ? read(file) : write(file)]),
    ...[...optionValues(given, "cmd"), ...texts].flatMap(statements),
    ...(texts.length === 0 ? fromStandardInput(call) : []),
  ];
};

/** `-h host`, `-hhost`, `--host=host` and addresses. */
function hosts(args: readonly Word[]): readonly Effect[] {
  return args.flatMap((word, index): Effect[] => {
    const known = literalPrefix(word);
    const attached = /^(?:--host=|-h(?!elp$)(?=.)|-u(?=\w+:\/\/))/.exec(known)?.[0];
    if (/^(?:-h|--host)$/.test(literalText(word) ?? "")) return [{ kind: "connect", peer: args[index + 1] ?? null }];
    if (attached !== undefined) return [{ kind: "connect", peer: dropPrefix(word, attached.length) }];
    if (known === "-h") return [{ kind: "connect", peer: dropPrefix(word, 2) }];
    return /^[a-z][a-z0-9+]*:\/\//i.test(known) ? [{ kind: "connect", peer: word }] : [];
  });
}

const CLIENT = /^(?:-c|-e|--command|--execute|--eval)$/;
const CLIENT_ATTACHED = /^(?:-[ce](?=[^-=])|--(?:command|execute|eval)=)/;

/** psql, mysql and the like: statements by option, files by option, the rest names hosts and bases. */
const client: Program = (call) => {
  const effects: Effect[] = [query, { kind: "connect", peer: null }, ...hosts(call.args)];
  for (let index = 0; index < call.args.length; index++) {
    const word = call.args[index] as Word;
    const known = literalPrefix(word);
    const attached = CLIENT_ATTACHED.exec(known);
    if (CLIENT.test(known)) effects.push(...statements(call.args[++index] ?? []));
    else if (attached !== null)
      effects.push(...statements(textWord((literalText(word) ?? "\\!").slice(attached[0].length))));
    else if (
      /^(?:--pager=|--init-command|--plugin|--defaults-(?:extra-)?file|--login-path|--tee=|--ssl-key|-v.*PAGER|--set=.*PAGER)/.test(
        known,
      )
    )
      effects.push(runs);
    else if (/^(?:-f|-o|-L|--file|--output|--log-file|--result-file|-r)$/.test(known))
      effects.push(write(call.args[++index] ?? []));
    else if (/^--(?:file|output|log-file|result-file|out)=/.test(known))
      effects.push(write(textWord((literalText(word) ?? "").replace(/^[^=]*=/, ""))));
    else if (/^\/|^\.\.?\//.test(known)) effects.push(read(word));
  }
  return [...effects, ...fromStandardInput(call)];
};

/** Servers with commands of their own: some of them write files or load modules. */
const redis: Program = ({ args, input }) => {
  const text = [
    ...args.map((word) => literalText(word) ?? "eval"),
    input.kind === "text" ? (literalText(input.text) ?? "eval") : "",
  ].join(" ");
  const isWorse =
    /\b(?:eval|evalsha|script|module|config\s+set|slaveof|replicaof|migrate|debug|shutdown|acl|flushall|flushdb|bgsave|save|function|fcall)\b/i.test(
      text,
    );
  return [{ kind: "connect", peer: null }, ...hosts(args), ...(isWorse ? [outside] : [])];
};
const mongo: Program = (call) => {
  const effects: Effect[] = [{ kind: "connect", peer: null }];
  for (const [index, word] of call.args.entries()) {
    if (literalText(word) === "--eval")
      effects.push({ kind: "code", language: "node", text: call.args[index + 1] ?? [] });
    else if (literalPrefix(word).startsWith("--eval="))
      effects.push({
        kind: "code",
        language: "node",
        text: textWord((literalText(word) ?? "eval").slice(7)),
      });
    else if (/\.m?js$/.test(literalText(word) ?? "")) effects.push({ kind: "codeFile", operand: word });
  }
  return effects;
};

/** dc and bc: only dc runs programs, by `!`. */
const calculator: Program = (call) => {
  const isDc = call.name === "dc";
  const effects: Effect[] = [askNote("command.calculator", "a calculator outside the list")];
  const judge = (word: Word): readonly Effect[] => (isDc && /!(?![<>=])/.test(literalText(word) ?? "!") ? [runs] : []);
  for (let index = 0; index < call.args.length; index++) {
    const word = call.args[index] as Word;
    const known = literalPrefix(word);
    if (/^(?:-e|--expression)$/.test(known)) effects.push(...judge(call.args[++index] ?? []));
    else if (/^(?:-e.|--expression=)/.test(known)) effects.push(...judge(word));
    else if (/^(?:-f|--file)$/.test(known)) effects.push(read(call.args[++index] ?? []));
    else if (known.startsWith("-")) continue;
    else effects.push(read(word));
  }
  const printed = call.input.kind === "pipe" ? printedText(call.input.from) : null;
  if (call.input.kind === "text") effects.push(...judge(call.input.text));
  else if (printed !== null) effects.push(...judge(textWord(printed)));
  else if (isDc && call.input.kind !== "inherited" && !isPlainPipe(call.input)) effects.push(runs);
  if (call.input.kind === "inherited" && call.args.length === 0) effects.push(interactiveAsk);
  return effects;
};

/** m4: text that names `syscmd` runs programs. */
const m4: Program = (call) => {
  const isRunning = (word: Word) => /syscmd|esyscmd|changeword|\bmkstemp\b/.test(literalText(word) ?? "syscmd");
  const text = call.input.kind === "text" && isRunning(call.input.text);
  return [
    { kind: "codeFile", operand: null },
    ...(text || call.args.some((word) => literalText(word) !== null && isRunning(word)) ? [runs] : []),
    ...(call.input.kind === "pipe" ? [{ kind: "code", language: "m4", text: null } as const] : []),
    ...call.args.filter((word) => !literalPrefix(word).startsWith("-")).map(read),
  ];
};

export const databases: readonly (readonly [string, Program])[] = [
  ...named("sqlite3 sqlite sqlite3-cli litecli duckdb", sqlite),
  ...named(
    "psql mysql mariadb pgcli mycli usql isql sqlcmd bsqldb clickhouse-client cqlsh sqlplus mysqlsh cockroach influx pg_dump pg_dumpall pg_restore mysqldump mysqladmin mysqlimport createdb dropdb createuser dropuser",
    client,
  ),
  ...named("redis-cli valkey-cli keydb-cli iredis", redis),
  ...named("mongosh mongo", mongo),
  ...named("bc dc", calculator),
  ...named("m4 gm4", m4),
];
