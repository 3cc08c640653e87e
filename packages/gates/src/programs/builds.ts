import { dropPrefix, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { argumentPaths, projectTool } from "./argument-paths.ts";
import { fromInput } from "./interpreter.ts";
import { execDeny, isProbe, listenDeny, named, projectAsk } from "./kit.ts";
import { read, write } from "./profile.ts";
import { type Call, denyNote, type Effect, type Program } from "./program.ts";

/** Compilers, build tools, test tools, linters: project code, and denied where an option names another program. */

const runs = execDeny("an option of a build names a program to run");

interface Compiler {
  /** Options, as they begin, that name a program, a plug-in or where programs are looked for. */
  readonly denied: RegExp;
  /** Options whose separate or attached value is written. */
  readonly outputs: RegExp;
  /** Options with a separate value that is text. */
  readonly values: RegExp;
  /** Options with a separate value that is read. */
  readonly inputs: RegExp;
  readonly probes: string;
}

const compiler =
  (spec: Compiler): Program =>
  (call) => {
    if (isProbe(call.args, spec.probes.split(" "))) return [];
    const effects: Effect[] = [projectAsk];
    for (let index = 0; index < call.args.length; index++) {
      const word = call.args[index] as Word;
      const known = literalPrefix(word);
      if (spec.denied.test(known)) effects.push(runs);
      const output = spec.outputs.exec(known);
      const input = spec.inputs.exec(known);
      if (output !== null)
        effects.push(
          write(output[0].length < known.length ? dropPrefix(word, output[0].length) : (call.args[++index] ?? [])),
        );
      else if (input !== null)
        effects.push(
          read(input[0].length < known.length ? dropPrefix(word, input[0].length) : (call.args[++index] ?? [])),
        );
      else if (known.startsWith("@")) effects.push(read(dropPrefix(word, 1)));
      else if (spec.values.test(known)) {
        if (spec.denied.test(`${known} ${literalPrefix(call.args[index + 1] ?? [])}`)) effects.push(runs);
        index++;
      } else if (literalText(word) === "-") effects.push(...fromInput(call.name, call));
      else if (known.startsWith("-")) effects.push(...argumentPaths([word]));
      else effects.push(read(word));
    }
    return effects;
  };

const gcc = compiler({
  denied:
    /^-(?:wrapper|fplugin|specs|B|fuse-ld=\/|ccc-|Xclang -?load|Xclang -?plugin|fpass-plugin|load|iplugindir|Wl,.*(?:-plugin|dynamic-linker=\/tmp)|run$|gcc-toolchain|-config)/,
  outputs: /^-(?:o|MF|aux-info|dumpdir|dumpbase|serialize-diagnostics)(?==?)/,
  values:
    /^-(?:x|D|U|arch|target|Xlinker|Xclang|Xassembler|Xpreprocessor|MT|MQ|u|T|e|l|std|z|mllvm|isysroot|framework|dumpbase-ext)$/,
  inputs: /^-(?:include|imacros|iquote|isystem|idirafter)=?/,
  probes: "--version -v --help -dumpversion -dumpmachine -dumpfullversion --target-help -V",
});
const rustc = compiler({
  denied: /^(?:-C ?|--codegen[= ])\s*(?:linker|link-args?|ar)\b|^-Z|^--sysroot|^-(?:Clinker)/,
  outputs: /^(?:-o|--out-dir=?|--dep-info=?)/,
  values:
    /^(?:-C|-L|-l|-A|-W|-D|-F|--codegen|--crate-name|--crate-type|--edition|--emit|--target|--cfg|--extern|--cap-lints|--print|--explain|--color|-Z)$/,
  inputs: /^--extern-file=/,
  probes: "--version -V -vV -Vv --help -h",
});
const javac = compiler({
  denied: /^-(?:processor|processorpath|-processor-path|Xplugin|J|-processor-module-path)/,
  outputs: /^-(?:d|s|h)$/,
  values: /^-(?:cp|classpath|-class-path|-module-path|p|sourcepath|source|target|-release|encoding|g|Xlint|proc)$/,
  inputs: /^-(?:bootclasspath)$/,
  probes: "-version --version -help --help",
});
const tsc = compiler({
  denied: /^--(?:plugins)/,
  outputs: /^--(?:outDir|outFile|declarationDir|tsBuildInfoFile|generateTrace|generateCpuProfile)$/,
  values: /^(?:--target|-t|--module|-m|--lib|--jsx|--moduleResolution|--types|--locale)$/,
  inputs: /^(?:--project|-p|--rootDir|--baseUrl)$/,
  probes: "--version -v --help -h",
});

/** java: a jar, a class or a source file of the project. */
const java: Program = (call) => {
  if (
    isProbe(call.args, [
      "-version",
      "--version",
      "-showversion",
      "--show-version",
      "-help",
      "--help",
      "-fullversion",
      "--full-version",
    ])
  )
    return [];
  const effects: Effect[] = [];
  let file: Word | null = null;
  for (let index = 0; index < call.args.length && file === null; index++) {
    const word = call.args[index] as Word;
    const known = literalPrefix(word);
    if (
      /^-XX:On|^-(?:javaagent|agentpath|agentlib|Xbootclasspath|Xrun|XX:Flags|XX:CompileCommandFile|XX:\+(?:Enable)?Unlock.*Hook)|^--?patch-module/.test(
        known,
      )
    )
      effects.push(/address|jdwp/.test(known) ? listenDeny : runs);
    else if (/^-Dcom\.sun\.management\.jmxremote|^-Djava\.rmi/.test(known)) effects.push(listenDeny);
    else if (
      /^-(?:cp|classpath|-class-path|p|-module-path|-add-modules|-add-opens|-add-exports|m|-module)$/.test(known)
    )
      effects.push(...argumentPaths([call.args[++index] ?? []]));
    else if (known === "-jar" || !known.startsWith("-")) file = known === "-jar" ? (call.args[++index] ?? []) : word;
  }
  const isFile = file !== null && /[/.](?:jar|java|war)$|\//.test(literalText(file) ?? "/");
  return [...effects, { kind: "codeFile", operand: isFile ? file : null }, ...argumentPaths(call.args)];
};

const GO_DENIED =
  /^--?(?:toolexec|exec|vettool|compiler|overlay|ldflags=.*-ext(?:ld|ldflags)|gccgoflags|extld)(?:=|$)|-extld/;
const go: Program = (call) => {
  const [first, ...rest] = call.args;
  const action = literalText(first ?? []);
  if (action === "version" && rest.length === 0) return [];
  const effects: Effect[] = [projectAsk, ...argumentPaths(rest)];
  if (rest.some((word) => GO_DENIED.test(literalPrefix(word)))) effects.push(runs);
  if (action === "env" && rest.some((word) => /^-[wu]/.test(literalText(word) ?? "")))
    effects.push(denyNote("command.persistence", "writes settings outside the allowed directories"));
  if (
    action === "tool" &&
    /^(?:pprof|trace)$/.test(literalText(rest[0] ?? []) ?? "") &&
    rest.some((word) => /^--?http/.test(literalPrefix(word)))
  )
    effects.push(listenDeny);
  if (action === "run") {
    const file = rest.find((word) => !literalPrefix(word).startsWith("-"));
    if (file !== undefined && /^[\w.-]+\.[a-z]+\/.*@|^https?:/.test(literalPrefix(file)))
      effects.push({ kind: "connect", peer: null });
    if (file !== undefined && literalText(file) === "/dev/stdin") effects.push(...fromInput("go", call));
  }
  if (/^(?:get|install|mod)$/.test(action ?? "")) effects.push({ kind: "connect", peer: null });
  return effects;
};

/** Words that a tool hands on to another program: `cargo run -- x` stays inside, `cargo watch -s text` does not. */
const cargo: Program = ({ args }) => {
  if (isProbe(args, ["--version", "-V", "-vV", "-Vv", "--help", "-h", "version"])) return [];
  const effects: Effect[] = [projectAsk, ...argumentPaths(args)];
  const words = args.map((word) => literalText(word));
  for (const [index, word] of words.entries()) {
    if (word === null) continue;
    if (word === "--config" || word.startsWith("--config=") || word.startsWith("-Z")) effects.push(runs);
    if (words.includes("watch") && /^-(?:s|-shell)$/.test(word))
      effects.push({ kind: "script", text: args[index + 1] ?? [], positional: [] });
  }
  if (
    words.some((word) =>
      /^(?:publish|login|owner|yank|search|install|add|update|fetch|generate-lockfile)$/.test(word ?? ""),
    )
  )
    effects.push({ kind: "connect", peer: null });
  return effects;
};

/** What make reads when no file is named: it may have been written a moment ago. */
const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"].map(
  (name): Effect => ({ kind: "codeFile", operand: textWord(name) }),
);

const make: Program = ({ args }) => {
  const effects: Effect[] = [];
  const isFile = /^(?:-f|--file|--makefile)$/;
  for (const [index, word] of args.entries()) {
    const known = literalPrefix(word);
    const value = args[index + 1] ?? [];
    if (
      /^(?:--eval|-E$|-E.)/.test(known) ||
      /^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKE|GNUMAKEFLAGS)[:+?]?=/.test(known) ||
      /\$\(shell|\$\{shell|`|!=/.test(known)
    )
      effects.push(runs);
    else if (isFile.test(known)) effects.push(literalText(value) === "-" ? runs : { kind: "codeFile", operand: value });
    else if (/^(?:-f.|--(?:make)?file=)/.test(known))
      effects.push({
        kind: "codeFile",
        operand: dropPrefix(word, known.startsWith("--") ? known.indexOf("=") + 1 : 2),
      });
    else if (/^(?:-C|--directory|-I|--include-dir)$/.test(known)) effects.push(read(value));
  }
  const files = effects.some(({ kind }) => kind === "codeFile") ? [] : MAKEFILES;
  return [projectAsk, ...files, ...effects, ...argumentPaths(args)];
};

/** `cmake -E`: a small set of commands of its own. */
const cmake: Program = ({ args }) => {
  const at = args.findIndex((word) => literalText(word) === "-E");
  if (at < 0)
    return [
      { kind: "codeFile", operand: null },
      ...argumentPaths(args),
      ...(args.some((word) =>
        /^-D?CMAKE_\w*(?:COMPILER_LAUNCHER|MAKE_PROGRAM|RULE_LAUNCH)|^-DCMAKE_\w+LAUNCHER/.test(literalPrefix(word)),
      )
        ? [runs]
        : []),
    ];
  const [verb, ...rest] = args.slice(at + 1);
  const action = literalText(verb ?? []);
  const files = rest.filter((word) => !literalPrefix(word).startsWith("-"));
  if (action === "rm" || action === "remove") return [projectAsk, { kind: "run", words: [textWord("rm"), ...rest] }];
  if (action === "remove_directory")
    return [projectAsk, { kind: "run", words: [textWord("rm"), textWord("-rf"), ...rest] }];
  if (action === "env") {
    const words = rest.filter((word) => !/^--(?:unset|modify)/.test(literalPrefix(word)));
    return [projectAsk, { kind: "run", words: [textWord("env"), ...words] }];
  }
  if (action === "time") return [projectAsk, { kind: "run", words: rest }];
  if (action === "chdir") {
    const [directory, ...words] = rest;
    return [projectAsk, { kind: "run", words, ...(directory === undefined ? {} : { cwd: directory }) }];
  }
  return [projectAsk, ...files.map(write)];
};

/** Tests and builds that only hand on options: what names a program by them. */
const PLUGINS =
  /^--?(?:init-script|I|debugger|exec|globalSetup|runner|compilers?|wrapper|interpreter|python|pdbcls|plugins?=\/|rulesdir=\/|java-home|build-cmd|shell)(?:=|$)/;
const SERVING = /^--?(?:inspect|ui-port|debug-jvm|jmx|http|open|ui$|listen|daemon-port|api\.host|host$)/;

const server =
  (starting: RegExp): Program =>
  (call) => {
    const words = call.args.map((word) => literalText(word));
    const first = words.find((word) => word !== null && !word.startsWith("-")) ?? "";
    return [...(starting.test(first) ? [listenDeny] : []), ...projectTool(SERVING, listenDeny)(call)];
  };

const version =
  (inner: Program, probes: string): Program =>
  (call: Call) =>
    isProbe(call.args, probes.split(" ")) ? [] : inner(call);
const suffixed = (names: string, suffixes: string): string =>
  names
    .split(" ")
    .flatMap((name) => [name, ...suffixes.split(" ").map((suffix) => `${name}-${suffix}`)])
    .join(" ");
const tool = projectTool(PLUGINS, runs);
const PROBES = "--version -v -V --help -h version";

/** Typesetting and conversion: options that let a document run programs, or name one. */
const DOCUMENTS =
  /^--?(?:shell-escape|enable-write18|escape|filter|F|lua-filter|L|pdf-engine=\/|dNOSAFER|dDELAYSAFER|U|unsafe|plugin|P$|python|python-expr|batch-interpreter|b$|actions|env|extension|r$|require|I$)(?:=|$)|%pipe%|^--\w+_out=.*!|^-s?OutputFile=[%|]/;

export const builds: readonly (readonly [string, Program])[] = [
  ...named(
    `${suffixed("gcc g++ cpp gfortran", "8 9 10 11 12 13 14")} ${suffixed("clang clang++ clang-cpp", "11 12 13 14 15 16 17 18 19")} cc c++ c99 c89 tcc icc icx icpx nvcc emcc em++ x86_64-linux-gnu-gcc x86_64-linux-gnu-g++ musl-gcc flang gnat gccgo gdc ldc2 dmd`,
    gcc,
  ),
  ...named("as ld ld.bfd ld.gold ld.lld lld mold nasm yasm ranlib strip objcopy", gcc),
  ...named("rustc rustdoc clippy-driver", rustc),
  ...named("javac javadoc ecj", javac),
  ...named("tsc vue-tsc", tsc),
  ...named("java javaw jar", java),
  ...named("go tinygo", go),
  ["cargo", cargo],
  ...named("make gmake bmake nmake mingw32-make", make),
  ["cmake", cmake],
  ...named(
    "mcs csc fsharpc swiftc zig odin ocamlc ocamlopt ocamlfind scalac kotlinc-jvm erlc fpc",
    version(tool, PROBES),
  ),
  ...named(
    `ninja meson autoconf automake autoreconf aclocal libtool libtoolize scons waf bazel bazelisk buck buck2 pants ant gradle gradlew mvn mvnw maven rake just task invoke fab tox nox pytest py.test unittest
    nose2 behave robot coverage hypothesis jest vitest mocha ava tap karma cypress playwright nightwatch wdio jasmine qunit c8 nyc ctest cpack gtest rspec minitest cucumber phpunit pest codecept behat prove bats shellspec busted
    testthat trx rustup rustfmt clippy eslint prettier biome tslint stylelint standard xo oxlint black ruff flake8 pylint mypy pyright pyre pytype isort autopep8 yapf bandit pydocstyle pre-commit husky lint-staged commitlint golangci-lint gofmt goimports staticcheck
    golint rubocop standardrb reek brakeman phpcs phpcbf phpstan psalm php-cs-fixer checkstyle spotbugs pmd ktlint detekt scalafmt swiftlint swiftformat clang-format clang-tidy cppcheck cpplint hadolint yamllint markdownlint markdownlint-cli2
    ansible-lint tflint ansible-playbook ansible-galaxy puppet chef salt-call terraform-docs sphinx-build doxygen rollup esbuild swc babel tsup turbo nx lerna rush grunt gulp webpack-cli   swagger-codegen openapi-generator
    antlr4 bison flex yacc lex swig cython cythonize nuitka pyinstaller setup.py flit  maturin setuptools-scm bumpversion semantic-release release-please changeset typedoc jsdoc knip depcheck madge size-limit lighthouse
                           jupyter-nbconvert papermill quarto knitr alembic prisma drizzle-kit sequelize typeorm knex flyway liquibase dbmate`,
    tool,
  ),
  ...named(
    "latexmk pdflatex xelatex lualatex latex tex luatex bibtex biber makeindex pandoc typst asciidoctor asciidoc groff troff nroff eqn tbl dvips ps2pdf gs ghostscript protoc buf blender",
    projectTool(DOCUMENTS, runs),
  ),
  ...named("dotnet msbuild mono ghc-pkg cabal stack dune rebar3 mix sbt mill lein clj-kondo shards run-parts", tool),
  ...named("electron nw neutralino", projectTool(SERVING, listenDeny)),
  ...named("flask", server(/^run$/)),
  ...named("rails", server(/^(?:s|server|c|console|dbconsole)$/)),
  ...named(
    "hugo jekyll mkdocs hexo gatsby docusaurus eleventy zola mdbook gitbook ng vue-cli-service next nuxt astro remix react-scripts expo storybook start-storybook parcel  webpack webpack-dev-server snowpack svelte-kit",
    server(/^(?:serve|server|s|dev|develop|start|preview|livereload)$/),
  ),
  ...named("vite", server(/^(?:dev|serve|preview|)$/)),
  ...named("jupyter", server(/^(?:notebook|lab|server|nbclassic|console)$/)),
  ...named(
    "streamlit gradio tensorboard mlflow airflow panel bokeh voila marimo browser-sync serve sirv servor local-web-server ws verdaccio",
    () => [listenDeny],
  ),
];
