import { literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { argumentPaths } from "./argument-paths.ts";
import { execDeny, named, networkAsk, projectAsk } from "./kit.ts";
import { hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { startsCommand } from "./processes.ts";
import { read } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

/** Package managers: downloads and project code, a question each; what they are asked to run is judged by itself. */

const runs = execDeny("an option of a package manager names a program to run");
const startup = denyNote("command.persistence", "writes settings that later commands read");

interface Manager {
  /** Options, as they begin, that name programs. */
  readonly denied: RegExp;
  /** Subcommands whose further words are a command. */
  readonly running: RegExp;
  /** Options with a separate value, before and behind the subcommand. */
  readonly values: RegExp;
}

/** Actions that need no network. */
const LOCAL =
  /^(?:run|run-script|test|t|tst|start|stop|restart|build|exec|shell|version|ls|list|ll|la|show|why|explain|config|get|prefix|root|bin|freeze|check|env|lint|pack|prune|dedupe|rebuild|link|unlink|completion|help|scripts?|pkg|node|validate|dump-autoload|info|tree)$/;

const first = (args: readonly Word[], values: RegExp, from = 0): number => {
  let index = from;
  while (index < args.length) {
    const known = literalPrefix(args[index] as Word);
    if (literalText(args[index] as Word) === "--") return index + 1;
    if (!known.startsWith("-")) return index;
    index += values.test(known) ? 2 : 1;
  }
  return index;
};

const manager =
  (spec: Manager): Program =>
  ({ args }) => {
    const at = first(args, spec.values);
    const action = literalText(args[at] ?? []);
    const isLocal = action !== null && LOCAL.test(action);
    const effects: Effect[] = [...(isLocal ? [] : [networkAsk]), projectAsk, ...argumentPaths(args)];
    const isRunning = action !== null && spec.running.test(action);
    const own = isRunning ? args.slice(0, first(args, spec.values, at + 1)) : args;
    if (own.some((word) => spec.denied.test(literalPrefix(word)))) effects.push(runs);
    if (action === null && at < args.length)
      effects.push(denyNote("command.dynamic", "the command of a program is computed"));
    else if (isRunning) {
      const command = args.slice(own.length);
      if (command.length > 0) effects.push({ kind: "run", words: command });
    } else if (
      /^(?:config|set|conf)$/.test(action ?? "") &&
      args.slice(at + 1).some((word) => /^(?:set|delete|edit|unset|add)$|=/.test(literalText(word) ?? ""))
    )
      effects.push(startup);
    else if (/^(?:token|login|adduser|logout|credentials?|keyring|auth)$/.test(action ?? ""))
      effects.push(denyNote("command.keyring", "opens or stores login secrets"));
    return effects;
  };

const NODE_DENIED =
  /^--(?:script-shell|node-options|shell|scripts-prepend|git=|editor|viewer|browser|onload-script|init-module|node-gyp|userconfig|globalconfig|use-node|pnpmfile|global-pnpmfile|use-yarnrc|cwd=\/|yarn-path)/;
const NODE_VALUES = /^(?:-p|--package|-w|--workspace|--prefix|-C|--dir|--cwd|--filter|-F|--loglevel|--registry|--tag)$/;
const npm: Program = (call) => {
  const inner = manager({ denied: NODE_DENIED, running: /^(?:exec|x|dlx)$/, values: NODE_VALUES })(call);
  const scripts = call.args.flatMap((word, index): Effect[] => {
    const text = literalText(word);
    if (text === "-c" || text === "--call")
      return [{ kind: "script", text: call.args[index + 1] ?? [], positional: [] }];
    if (literalPrefix(word).startsWith("--call="))
      return [{ kind: "script", text: textWord((text ?? "eval").slice(7)), positional: [] }];
    return [];
  });
  return [...inner.filter((effect) => scripts.length === 0 || effect.kind !== "run"), ...scripts];
};

/** `npx [options] package [args]`: the package's program is judged by its name. */
const npx: Program = (call) => {
  const words = call.args.slice(first(call.args, NODE_VALUES));
  const scripts = npm(call).filter((effect) => effect.kind === "script");
  const name = literalText(words[0] ?? []);
  const isRemote = name !== null && /^(?:https?:|git[+:]|github:|file:|\/)/.test(name);
  const program = name?.replace(/^(?:@[^/]+\/)?([^@]+)(?:@.*)?$/, "$1");
  const run: Effect[] =
    words.length === 0 || scripts.length > 0 || program === undefined
      ? []
      : [{ kind: "run", words: [textWord(program), ...words.slice(1)] }];
  return [
    networkAsk,
    projectAsk,
    ...(call.args.some((word) => NODE_DENIED.test(literalPrefix(word))) ? [runs] : []),
    ...(isRemote ? [denyNote("command.download_run", "runs what it downloads")] : run),
    ...(words.length > 0 && name === null
      ? [denyNote("command.dynamic", "the name of a package to run is computed")]
      : []),
    ...scripts,
  ];
};

const RUNNERS: Manager = {
  denied: /^--(?:python|interpreter|config-file|keyring-provider|config-settings)(?:=\/|=\.|$)|^-(?:c$)/,
  running: /^(?:run|exec|x|dlx)$/,
  values:
    /^(?:-n|--name|-p|--prefix|--python|--with|--from|--env|-e|--directory|-C|--project|-g|--group|--extra|--spec|--pip-args|--index-url|--gemfile)$/,
};
const PIP: Manager = {
  denied: /^--(?:python|keyring-provider|cert=\/)/,
  running: /^$/,
  values: /^(?:--python|-r|-c|-i|--index-url|--log|--proxy|--cache-dir)$/,
};

/** `uvx`, `pipx run`, `bunx`, `pnpx`: a package's program with its arguments. */
const uvx: Program = ({ args }) => {
  const words = args.slice(first(args, RUNNERS.values));
  const name = literalText(words[0] ?? [])?.replace(/(?:@|==).*$/s, "");
  return [
    networkAsk,
    projectAsk,
    ...(words.length > 0 && name !== undefined
      ? [{ kind: "run", words: [textWord(name), ...words.slice(1)] } as const]
      : []),
  ];
};

const gem: Program = manager({
  denied: /^--(?:config-file|install-hook)|^-(?:e)$/,
  running: /^exec$/,
  values: /^(?:-v|-i|-n|-s|-P)$/,
});
const composer: Program = manager({
  denied: /^--(?:working-dir=\/)/,
  running: /^(?:exec)$/,
  values: /^(?:-d|--working-dir)$/,
});

/** System packages: options of apt and its kin can name programs to run around an installation. */
const SYSTEM =
  /^(?:-o|--option|-c|--config-file|--eval|-E|--define|-D|--hookdir|--root|--admindir|--pre-invoke|--post-invoke|--status-logger|--force-.*script|--setopt|--installroot|--dbpath|--rcfile|--macros|--load|--pipe|--no-sandbox|--allow-untrusted|--script)(?:=|$)|^-o.*::|%\(/;
const system: Program = ({ args }) => [
  networkAsk,
  ...argumentPaths(args),
  ...(args.some((word) => SYSTEM.test(literalPrefix(word))) ? [runs] : []),
];

const dpkg: Program = ({ args }) => {
  const isReading = args.some((word) =>
    /^-(?:[lLsScIp]|-(?:list|listfiles|status|search|contents|info|print-avail|get-selections|audit|verify|version))/.test(
      literalPrefix(word),
    ),
  );
  const note = isReading
    ? askNote("command.system_read", "shows the state of the system")
    : askNote("command.packages", "changes installed packages");
  const isHook = args.some((word) =>
    /^--(?:pre-invoke|post-invoke|status-logger|admindir|root|instdir|force-)/.test(literalPrefix(word)),
  );
  return [note, ...(isHook ? [runs] : []), ...(isReading ? [] : argumentPaths(args))];
};

const NIX: Program = (call) => {
  const texts = call.args.flatMap((word, index): readonly Effect[] =>
    /^(?:-c|--command|--run)$/.test(literalText(word) ?? "") ? startsCommand(call.args.slice(index + 1)) : [],
  );
  const isExpression = call.args.some((word) => /^(?:--expr|-E|eval|repl)$/.test(literalText(word) ?? ""));
  return [
    networkAsk,
    ...argumentPaths(call.args),
    ...(isExpression ? [askNote("command.inline", "inline program text of another language")] : []),
    ...texts,
  ];
};

/** twine, and the commands of others that send files to a registry. */
const TWINE = optionTable(
  "r,repository= repository-url= s,sign sign-with=exec i,identity= u,username= p,password= non-interactive c,comment= config-file=read skip-existing cert=read client-cert=read verbose disable-progress-bar attestations strict",
);
const twine: Program = ({ args }) => {
  const given = parseOptions(args, TWINE);
  const sends = given.operands.slice(1);
  return [
    ...given.notes,
    ...(hasOption(given, "sign-with") ? [runs] : []),
    ...optionValues(given, "config-file").map(read),
    { kind: "connect", peer: null, sends },
  ];
};

export const packageManagers: readonly (readonly [string, Program])[] = [
  ...named("npm pnpm yarn yarnpkg cnpm", npm),
  ...named("npx pnpx bunx", npx),
  [
    "bun",
    (call) =>
      /^(?:x|exec)$/.test(literalText(call.args[0] ?? []) ?? "")
        ? npx({ ...call, args: call.args.slice(1) })
        : bun(call),
  ],
  ...named("pip pip3 pip2 pip3.9 pip3.10 pip3.11 pip3.12 pip3.13 easy_install", manager(PIP)),
  ...named(
    "uv poetry pipenv pdm rye hatch conda mamba micromamba pixi pipx bundle bundler dotenv foreman honcho",
    manager(RUNNERS),
  ),
  ...named("uvx", uvx),
  ...named(
    "virtualenv venv pyvenv pip-compile pip-sync pip-audit nvm fnm volta n corepack ncu bower jspm",
    ({ args }) => [networkAsk, projectAsk, ...argumentPaths(args)],
  ),
  ...named("gem", gem),
  ...named("composer composer.phar", composer),
  ...named(
    "apt apt-get apt-cache apt-mark apt-key apt-file apt-config aptitude add-apt-repository apt-add-repository dnf dnf5 microdnf yum rpm rpmbuild rpm2cpio pacman yay paru makepkg apk zypper emerge portage xbps-install xbps-query eopkg swupd tdnf brew port snap flatpak guix opkg pkg pkg_add pkgin slackpkg tasksel unattended-upgrade needrestart debsums apt-listchanges alien checkinstall gdebi synaptic pkcon appstreamcli",
    system,
  ),
  ...named("dpkg dpkg-deb dpkg-query", dpkg),
  ...named("nix nix-env nix-build nix-store nix-channel nix-instantiate nixos-rebuild home-manager devbox devenv", NIX),
  ["twine", twine],
  ...named(
    "luarocks cpan cpanm cpm zef opam vcpkg conan nuget paket pub flutter pod carthage mint cargo-binstall krew tlmgr quicklisp ros raco elm elm-json spago psc-package hex rebar",
    ({ args }) => [networkAsk, projectAsk, ...argumentPaths(args)],
  ),
];

function bun(call: Parameters<Program>[0]): readonly Effect[] {
  const [head, ...rest] = call.args;
  const text = literalText(head ?? []);
  if (call.args.length === 1 && /^(?:--version|-v|--help|-h|--revision)$/.test(text ?? "")) return [];
  if (text !== null && /^(?:-e|--eval|-p|--print)$/.test(text))
    return [{ kind: "code", language: "bun", text: rest[0] ?? null }];
  const isServing = call.args.some((word) => /^--(?:inspect|hot)/.test(literalPrefix(word)));
  return [
    networkAsk,
    ...(isServing ? [denyNote("command.listen", "listens for connections")] : []),
    ...(text === null
      ? []
      : /\.[cm]?[jt]sx?$/.test(text) && head !== undefined
        ? [{ kind: "codeFile", operand: head } as const]
        : [projectAsk]),
    ...argumentPaths(call.args),
  ];
}
