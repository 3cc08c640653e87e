import type { Input, Invocation } from "../shell/invocation.ts";
import type { CanonicalCommand, CommandPath, CommandSetting } from "./analysis.ts";
import type { Finding } from "./finding.ts";
import type { PathSetting } from "./operand-path.ts";

/** What one simple command, with all that it starts, was seen to do with data. */
export interface Facts {
  /** Reads what may be secret: a file that is named so, a variable, the environment. */
  readsSecret: boolean;
  /** Reaches another machine. */
  connects: boolean;
}

/** One command while it is judged. */
export interface Judged {
  readonly invocation: Invocation;
  readonly canonical: CanonicalCommand;
  /** `NAME=value` of what is set for it; null where the value is not known. */
  readonly variables: CanonicalCommand;
  readonly facts: Facts;
}

/** Names of what builds, tests and package runners read without being told. */
const BUILD_FILES =
  /^(?:(?:GNU)?[Mm]akefile|.+\.mk|package\.json|CMakeLists\.txt|build\.(?:gradle(?:\.kts)?|xml|rs|ninja|sbt|zig)|pom\.xml|setup\.(?:py|cfg)|pyproject\.toml|conftest\.py|tox\.ini|noxfile\.py|manage\.py|Cargo\.toml|Rakefile|Gemfile|Justfile|justfile|Taskfile\.ya?ml|.+\.config\.[cm]?[jt]s|Gruntfile\.js|gulpfile\.js|mix\.exs|composer\.json|deno\.json|gradlew|mvnw|configure|.*[._]test\.[a-z]+|test_.+\.py|.+_test\.go)$/s;

/** Commands that are judged for one text; more is no command that anybody would review. */
const COMMANDS_MAX = 1_000;
/** The same for the words of one command. */
const WORDS_MAX = 2_000;
const FINDINGS_MAX = 2_000;
const PATHS_MAX = 128;

/** Ends the walk. */
export class TooManyCommands extends Error {
  override readonly name = "TooManyCommands";
}

/** Everything that is remembered while the commands of one text are walked in order. */
export class JudgeState {
  readonly setting: CommandSetting;
  /** Variables that the next command may get, as `NAME=value`; null where that is not known. */
  readonly given: (string | null)[] = [];
  readonly findings: Finding[] = [];
  readonly paths = new Map<string, CommandPath>();
  readonly commands: CanonicalCommand[] = [];
  /** The command that is judged, last; before it those that started it. */
  readonly open: Judged[] = [];
  readonly factsOf = new WeakMap<Invocation, Facts>();
  /** Links made so far, and files and directories. */
  readonly links = new Map<string, string>();
  readonly made = new Set<string>();
  /** Directories below which a `cd` to a pattern led; null once one led nobody knows where. */
  lostBelow: Set<string> | null = new Set();
  /** Files whose content this text has put together, and directories it has unpacked or downloaded into. */
  readonly assembled = new Set<string>();
  readonly unpacked = new Set<string>();
  /** Directories of all literal writes. */
  readonly written = new Set<string>();
  /** What `exec <` has put in the place of the standard input that the text was started with. */
  standardInput: Input = { kind: "inherited" };
  /** One of the assembled files is what builds, tests and package runners read without being told. */
  hasBuildFile = false;
  changes = false;
  hasUnplacedChange = false;
  connects = false;
  runsCode = false;
  /** Commands that read secrets, and commands that connect: one of each, and not the same, is an upload. */
  secretReaders = new Set<Facts>();
  connectors = new Set<Facts>();
  #admitted = 0;

  constructor(setting: CommandSetting) {
    this.setting = setting;
  }

  /** What paths are judged under at this point of the text. */
  get pathSetting(): PathSetting {
    return {
      directories: this.setting.directories,
      links: this.links,
      lostBelow: this.lostBelow === null ? [] : [...this.lostBelow],
    };
  }

  /** This text has put the content of the file together. */
  assemble(path: string): void {
    this.assembled.add(path);
    this.hasBuildFile ||= BUILD_FILES.test(path.slice(path.lastIndexOf("/") + 1));
  }

  add(finding: Omit<Finding, "span">, span: Finding["span"]): void {
    if (finding.changes) this.changes = true;
    if (this.findings.length < FINDINGS_MAX) this.findings.push({ ...finding, span });
    else if (finding.verdict === "deny" && !this.findings.some(({ verdict }) => verdict === "deny"))
      this.findings.push({ ...finding, span });
  }

  /** @throws TooManyCommands when there are more than can be judged, which is denied: the rest need not be read */
  admit(invocation: Invocation): void {
    this.#admitted += 1;
    if (this.#admitted <= COMMANDS_MAX && invocation.words.length <= WORDS_MAX) return;
    this.add(TOO_MANY, invocation.span);
    throw new TooManyCommands();
  }

  /** A literal path whose links are to be looked at before the command runs. */
  addPath(path: CommandPath, span: Finding["span"]): void {
    const key = `${path.use} ${path.path}`;
    if (this.paths.has(key)) return;
    if (this.paths.size >= PATHS_MAX) {
      this.add(TOO_MANY_PATHS, span);
      return;
    }
    this.paths.set(key, path);
  }
}

const TOO_MANY: Omit<Finding, "span"> = {
  verdict: "deny",
  layer: "syntax",
  code: "command.too_complex",
  reason: "the text has more commands or words than can be judged",
  changes: true,
};
const TOO_MANY_PATHS: Omit<Finding, "span"> = {
  verdict: "ask",
  layer: "paths",
  code: "command.too_many_paths",
  reason: "the text names more paths than are looked at before it runs",
  changes: false,
};
