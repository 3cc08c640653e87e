import { literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { argumentPaths } from "./argument-paths.ts";
import { fromInput, type Interpreter, interpreter, programFile } from "./interpreter.ts";
import { execDeny, interactiveAsk, isProbe, listenDeny, named } from "./kit.ts";
import { type Call, denyNote, type Effect, type Program } from "./program.ts";

const SERVERS =
  /^(?:http\.server|SimpleHTTPServer|CGIHTTPServer|smtpd|aiosmtpd|xmlrpc\.server|pyftpdlib|debugpy|uvicorn|gunicorn|hypercorn|waitress|twisted|wsgiref(?:\..*)?|jupyter\w*|notebook|websockify|flask|bottle|asyncio\.\w+|idlelib|socketserver|wsgidav|sanic|daphne|werkzeug|livereload|websockets|proxy|mitmproxy|telnetlib|ftplib|pty)$/;

/** `python -m module …`: modules that serve are denied, `timeit` takes program text, the rest is project code. */
function pythonModule(call: Call): readonly Effect[] | null {
  const at = moduleOption(call.args);
  if (at === null) return null;
  const known = literalPrefix(call.args[at] as Word);
  const attached = known.slice(known.indexOf("m") + 1);
  const name = attached !== "" ? attached : literalText(call.args[at + 1] ?? []);
  const rest = call.args.slice(attached !== "" ? at + 1 : at + 2);
  if (name === null) return [denyNote("command.dynamic", "the name of a module is computed")];
  if (SERVERS.test(name)) return [listenDeny];
  if (name === "pydoc" && rest.some((word) => /^-[pbn]/.test(literalPrefix(word)))) return [listenDeny];
  if (name === "timeit")
    return rest
      .filter((word) => !/^-[nrupv]/.test(literalPrefix(word)))
      .map((text): Effect => ({ kind: "code", language: "python", text }));
  return [{ kind: "codeFile", operand: null }, ...argumentPaths(rest)];
}

/** Where `-m` stands before the program's own arguments. */
function moduleOption(args: readonly Word[]): number | null {
  for (let index = 0; index < args.length; index++) {
    const known = literalPrefix(args[index] as Word);
    if (/^-[bBdEhiIOPqsSuvx]*m/.test(known)) return index;
    if (known === "-W" || known === "-X") index++;
    else if (!/^-[bBdEiIOPqsSuvx]+$|^-[WX]./.test(known)) return null;
  }
  return null;
}

const deno: Program = (call) => {
  const [first, ...rest] = call.args;
  const action = literalText(first ?? []);
  if (isProbe(call.args, ["--version", "-V", "--help", "-h"])) return [];
  if (action === "eval") return evaluated(rest, call);
  if (action === "serve") return [listenDeny];
  if (action === "run" || action === "test" || action === "bench" || action === "install" || action === "compile") {
    const file = rest.find((word) => !literalPrefix(word).startsWith("-"));
    const isInspected = rest.some((word) => /^--inspect/.test(literalPrefix(word)));
    return [
      ...(isInspected ? [listenDeny] : []),
      ...(file === undefined ? fromInput("deno", call) : [programFile("deno", file)]),
      ...argumentPaths(rest),
    ];
  }
  return [first === undefined ? interactiveAsk : programFile("deno", first), ...argumentPaths(rest)];
};
function evaluated(rest: readonly Word[], call: Call): readonly Effect[] {
  const text = rest.find((word) => !literalPrefix(word).startsWith("-")) ?? null;
  return text === null ? fromInput("deno", call) : [{ kind: "code", language: "deno", text }];
}

const php: Interpreter = {
  language: "php",
  code: "rBRE",
  values: "c d S t z g",
  files: "f F file process-file",
  longCode: "run process-begin process-code process-end",
  longValues: "define php-ini server docroot",
  denied:
    /^-d\s*(?:auto_(?:prepend|append)_file|extension|zend_extension|include_path|open_basedir|disable_functions|allow_url_include|sendmail_path|unserialize_callback_func)|^-(?:c|-php-ini|z)/,
  listening: /^-(?:S|-server)/,
  probes: "--version -v --help -h",
  special: ({ args }) =>
    args.some(
      (word, index) =>
        literalText(word) === "-d" &&
        /^(?:auto_|(?:zend_)?extension|include_path|allow_url|sendmail)/.test(literalPrefix(args[index + 1] ?? [])),
    )
      ? [execDeny("a setting loads program text")]
      : null,
};
/** `-pe` is one option, and `-p` before another option has no value. */
const node: Program = (call) =>
  plainNode({
    ...call,
    args: call.args.flatMap((word, index) => {
      const text = literalText(word);
      if (text === "-pe") return [textWord("-e")];
      return text === "-p" && literalPrefix(call.args[index + 1] ?? []).startsWith("-") ? [] : [word];
    }),
  });
const NODE: Interpreter = {
  language: "node",
  code: "ep",
  values: "C",
  longCode: "eval print",
  longValues:
    "conditions title input-type env-file env-file-if-exists test-name-pattern test-reporter test-reporter-destination cpu-prof-dir heap-prof-dir diagnostic-dir max-old-space-size stack-trace-limit watch-path redirect-warnings icu-data-dir openssl-config run trace-event-file-pattern",
  preload: {
    r: (name) => `require('${name}')`,
    require: (name) => `require('${name}')`,
    import: (name) => `require('${name}')`,
    loader: (name) => `require('${name}')`,
    "experimental-loader": (name) => `require('${name}')`,
  },
  denied: /^--(?:openssl-config|node-options|build-snapshot|build-sea|run$|run=)/,
  listening: /^--(?:inspect|debug)/,
  probes: "--version -v --help -h",
  special: ({ args }) => (/^(?:inspect|debug)$/.test(literalText(args[0] ?? []) ?? "") ? [listenDeny] : null),
};
const plainNode = interpreter(NODE);
const python: Interpreter = {
  language: "python",
  code: "c",
  values: "W X Q",
  longValues: "check-hash-based-pycs",
  endsAtCode: true,
  probes: "--version -V -VV --help -h -?",
  special: pythonModule,
};
const perl: Interpreter = {
  language: "perl",
  code: "eE",
  values: "I",
  rest: "iFxDdV",
  digits: "l0C",
  preload: { M: (name) => `use ${name};`, m: (name) => `use ${name};` },
  inPlace: "i",
  denied: /^-[a-zA-Z0-9]*d(?::|t:)/,
  probes: "--version -v --help -h",
};
const ruby: Interpreter = {
  language: "ruby",
  code: "e",
  values: "I C E",
  rest: "iFxKWT",
  digits: "0l",
  longValues: "encoding external-encoding internal-encoding backtrace-limit",
  preload: { r: (name) => `require '${name}'`, require: (name) => `require '${name}'` },
  inPlace: "i",
  probes: "--version -v --help -h",
};
const simple = (language: string, code: string, more: Partial<Interpreter> = {}): Interpreter => ({
  language,
  code,
  probes: "--version -v -V --help -h -version -help",
  ...more,
});

/** Names with the versions that distributions add. */
const versions = (name: string, list: string): string =>
  [name, ...list.split(" ").flatMap((version) => [`${name}${version}`, `${name}-${version}`])].join(" ");

export const interpreters: readonly (readonly [string, Program])[] = [
  ...named(
    `${versions("python", "2 3 2.7 3.5 3.6 3.7 3.8 3.9 3.10 3.11 3.12 3.13 3.14")} pypy pypy3 jython micropython ipython ipython3 bpython sage graalpy`,
    interpreter(python),
  ),
  ...named(versions("perl", "5 5.30 5.32 5.34 5.36 5.38 5.40"), interpreter(perl)),
  ...named("raku perl6 rakudo", interpreter(simple("perl", "e", { preload: { M: (name) => `use ${name};` } }))),
  ...named(`${versions("ruby", "2.7 3.0 3.1 3.2 3.3 3.4")} jruby mruby truffleruby`, interpreter(ruby)),
  ...named("irb pry", interpreter(simple("ruby", "e", { preload: ruby.preload! }))),
  ...named(
    `${versions("node", "16 18 20 22 24")} nodejs tsx ts-node ts-node-esm esno jiti babel-node coffee qjs d8 js js78 gjs iojs`,
    node,
  ),
  ["deno", deno],
  ...named(`${versions("php", "5 7 7.4 8 8.0 8.1 8.2 8.3 8.4")} php-cgi php-cli hhvm`, interpreter(php)),
  ...named(
    `${versions("lua", "5.1 5.2 5.3 5.4")} luajit texlua luau moon`,
    interpreter(simple("lua", "e", { preload: { l: (name) => `require('${name}')` } })),
  ),
  ...named("Rscript", interpreter(simple("R", "e", { longValues: "default-packages" }))),
  ...named(
    "R Rterm littler r",
    interpreter(
      simple("R", "e", {
        files: "f file",
        values: "d g",
        longValues: "encoding gui debugger debugger-args",
        denied: /^-(?:d|-debugger|g|-gui)/,
        probes: "--version --help -h",
      }),
    ),
  ),
  ...named(
    "julia",
    interpreter(
      simple("julia", "eE", {
        files: "L load",
        longCode: "eval print",
        values: "C J H p t m O g",
        longValues: "sysimage project threads procs machine-file",
        denied: /^-(?:J|-sysimage|-machine-file|p$|-procs)/,
      }),
    ),
  ),
  ...named(
    `${versions("tclsh", "8.5 8.6 8.7 9.0")} ${versions("wish", "8.6")} jimsh`,
    interpreter(simple("tcl", "", { files: "" })),
  ),
  ...named("expect expectk", interpreter(simple("tcl", "c", { files: "f b" }))),
  ...named("guile guile3.0 guile-3.0 guile2.2", interpreter(simple("guile", "c", { files: "s l", values: "L C e" }))),
  ...named(
    "sbcl ecl clisp ccl",
    interpreter(
      simple("lisp", "x", {
        longCode: "eval",
        files: "load script l i K M",
        longValues: "core dynamic-space-size control-stack-size",
      }),
    ),
  ),
  ...named(
    "racket scheme mit-scheme chibi-scheme csi gsi petite chez newlisp janet fennel",
    interpreter(simple("scheme", "e", { longCode: "eval", files: "f load script t r u l" })),
  ),
  ...named(
    "emacs emacs-nox emacs-gtk emacsclient",
    interpreter(
      simple("emacs", "e", {
        longCode: "eval execute",
        files: "l load script x batch-load",
        longValues: "f funcall chdir display geometry",
        values: "f",
        denied: /^-{1,2}(?:f|funcall|daemon|fg-daemon|bg-daemon)/,
      }),
    ),
  ),
  ...named("clojure clj bb", interpreter(simple("clojure", "e", { longCode: "eval" }))),
  ...named("elixir iex", interpreter(simple("elixir", "e", { longCode: "eval rpc-eval", files: "r S" }))),
  ...named("erl escript", interpreter(simple("erlang", "", { longCode: "eval", longValues: "s run" }))),
  ...named("ghc ghci runghc runhaskell", interpreter(simple("haskell", "e", { denied: /^-(?:pgm|F$|fplugin)/ }))),
  ...named(
    "scala kotlin kotlinc groovy jshell swift ocaml octave octave-cli matlab scilab gnuplot maxima gap magma polymake nim nimble v crystal dart factor gforth pike idl bsh nashorn jjs rhino osascript",
    interpreter(simple("other", "eErE", { longCode: "eval execute exec batch-string persistent-eval command" })),
  ),
];
