import { normalisePath } from "../lexical-path.ts";
import { PROGRAMS } from "../programs/index.ts";
import { listedPlaces } from "../programs/listing.ts";
import type { Program } from "../programs/program.ts";
import type { Invocation, Span } from "../shell/invocation.ts";
import type { Runner, ShellFinding, ShellHost } from "../shell/scene.ts";
import { usesSecretVariable } from "../shell/secret-names.ts";
import { hasGlob, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import type { CommandSetting } from "./analysis.ts";
import type { Finding } from "./finding.ts";
import { judgeCodeFile } from "./judge-code.ts";
import { judgeEffects } from "./judge-effects.ts";
import { judgeOperand, judgePattern, judgeRedirections } from "./judge-paths.ts";
import { type Facts, type Judged, JudgeState } from "./judge-state.ts";
import { judgeVariable } from "./poisoned-variables.ts";
import { historicName, searchesProtected, startsOnSecrets } from "./searched-names.ts";

/** Where the programs that have profiles are installed; a path into one is the same as the bare name. */
const STANDARD_DIRECTORIES = new Set([
  "/bin",
  "/sbin",
  "/usr/bin",
  "/usr/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
  "/usr/games",
]);
/** Options that name a program to run in nearly every program that has them. */
const NAMES_A_PROGRAM = /^--?(?!-|no-)(?:[a-z-]{1,32}-)?(?:pager|editor|exec|execute|rsh|preview)(?:=|$)/;
/** Programs whose name among the arguments of an unknown one is hardly anything else. */
const STARTED = new Set(
  "rm bash sh dash zsh sudo doas su dd mkfs shred xargs pkill killall nc ncat socat eval".split(" "),
);
/** What is said here and is no matter of syntax. */
const LAYERS: Readonly<Record<string, Finding["layer"]>> = {
  "command.secret_variable": "readonly",
  "command.background": "readonly",
  "command.protected": "paths",
  "command.secret_file": "paths",
};
/** Wrappers in wrappers, deeper than anybody needs. */
const DEPTH_MAX = 40;

/**
 * Follows one text command by command, as the shell layer hands them over, and collects what the policy says about each.
 * Profiles say what a program does; here is decided what of it may happen.
 */
export class CommandJudge implements ShellHost {
  readonly state: JudgeState;
  readonly #programs: ReadonlyMap<string, Program>;

  constructor(setting: CommandSetting, programs: ReadonlyMap<string, Program> = PROGRAMS) {
    this.state = new JudgeState(setting);
    this.#programs = programs;
  }

  finding(finding: ShellFinding): void {
    this.state.add({ ...finding, layer: "syntax" }, finding.span);
  }

  listed(from: readonly Invocation[]): readonly Word[] | null {
    return listedPlaces(from);
  }

  patterns(words: readonly Word[], place: Pick<Invocation, "cwd" | "span">): void {
    for (const word of words) if (hasGlob(word)) judgePattern(this.state, word, place);
  }

  command(invocation: Invocation, run: Runner): void {
    const { state } = this;
    state.admit(invocation);
    if (state.open.length > DEPTH_MAX) {
      this.#say(invocation, "deny", "command.too_complex", "wrappers are nested too deeply to be judged");
      return;
    }
    const facts: Facts = { readsSecret: false, connects: false };
    const variables = [...state.given, ...invocation.assignments.map(variableOf)];
    const judged: Judged = { invocation, canonical: canonicalOf(invocation), variables, facts };
    if (judged.canonical.length > 0) state.commands.push(judged.canonical);
    state.factsOf.set(invocation, facts);
    state.open.push(judged);
    try {
      this.#judge(judged, run);
    } finally {
      state.open.pop();
    }
    if (facts.readsSecret) state.secretReaders.add(facts);
    // `export FOO=bar` gives it to later commands as an assignment does.
    const [name, ...args] = judged.canonical;
    if (name != null && EXPORTERS.has(name)) for (const word of args) this.#gives(word);
    // What a wrapper starts, the wrapper does.
    const outer = state.open.at(-1);
    if (outer !== undefined) {
      outer.facts.readsSecret ||= facts.readsSecret;
      outer.facts.connects ||= facts.connects;
    }
  }

  #judge(judged: Judged, run: Runner): void {
    const { invocation } = judged;
    if (usesSecretVariable(invocation)) {
      judged.facts.readsSecret = true;
      this.#say(invocation, "ask", "command.secret_variable", "a variable that may hold a secret is used", false);
    }
    for (const { name, value } of invocation.assignments) this.assign(name, value, invocation.span);
    judgeRedirections(this.state, judged);
    if (invocation.isBackground && invocation.words.length > 0)
      this.#say(invocation, "ask", "command.background", "runs on in the background", true, true);
    const [word, ...args] = invocation.words;
    if (word === undefined) return;
    const name = this.#nameOf(judged, word);
    if (name === null) return;
    const profile = this.#programs.get(name);
    if (profile === undefined) {
      this.#judgeUnknown(judged, args, run);
      return;
    }
    this.#judgeNames(judged, name, args);
    if (name === "exec" && args.length === 0 && invocation.input.kind !== "inherited")
      this.state.standardInput = invocation.input;
    const call = { name, args, input: invocation.input };
    judgeEffects(this.state, judged, call, profile(call), run);
  }

  /** Names that are no operands: of searches, of files in the history, and what patterns list when they are printed. */
  #judgeNames(judged: Judged, name: string, args: readonly Word[]): void {
    const { invocation } = judged;
    const historic = historicName(name, args);
    if (searchesProtected(name, args) || historic === "forbidden")
      this.#say(invocation, "deny", "command.protected", "a search for a protected name", false);
    if (startsOnSecrets(name, args) || historic === "secret") {
      judged.facts.readsSecret = true;
      this.#say(invocation, "ask", "command.secret_file", "the file may hold secrets", false);
    }
    this.patterns(args, invocation);
  }

  /** The base name to look up, or null when the command word decided already. */
  #nameOf(judged: Judged, word: Word): string | null {
    const { invocation } = judged;
    const text = literalText(word);
    if (text === null || text === "") {
      this.#say(invocation, "deny", "command.dynamic", "which command runs is only known when it runs");
      return null;
    }
    if (/[^\x20-\x7e]/.test(text)) {
      this.#say(invocation, "deny", "command.name", "the name of a command is not plain ASCII");
      return null;
    }
    if (!text.includes("/")) return text;
    const standard = standardName(text);
    if (standard !== null) return standard;
    judgeOperand(this.state, judged, word, "read");
    judgeCodeFile(this.state, judged, word);
    for (const argument of invocation.words.slice(1)) this.#guess(judged, argument);
    return null;
  }

  #judgeUnknown(judged: Judged, args: readonly Word[], run: Runner): void {
    this.state.runsCode = true;
    this.state.hasUnplacedChange = true;
    this.state.add(
      {
        verdict: "ask",
        layer: "readonly",
        code: "command.unknown",
        reason: "a program that no rule knows",
        changes: true,
        isOpenEnded: true,
        command: judged.canonical,
        variables: judged.variables,
      },
      judged.invocation.span,
    );
    if (args.some((word) => NAMES_A_PROGRAM.test(literalPrefix(word))))
      this.#say(judged.invocation, "deny", "command.option_exec", "an option that names a program to run");
    for (const argument of args) this.#guess(judged, argument);
    // It may be a wrapper: what it would start is judged as well, and can only make the answer stricter.
    const start = args.findIndex((word) => STARTED.has(literalText(word) ?? ""));
    if (start >= 0) run.words(args.slice(start), {});
  }

  /** An argument of a program without profile: what looks like a path is held against the directories. */
  #guess(judged: Judged, argument: Word): void {
    const text = literalText(argument);
    if (text === null) {
      judgeOperand(this.state, judged, argument, "read", { isGuess: true });
      return;
    }
    if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) return;
    const path = text.startsWith("-") ? (/^-{1,2}[A-Za-z0-9-]*=(.*)$/s.exec(text)?.[1] ?? "") : text;
    if (path !== "") judgeOperand(this.state, judged, textWord(path), "read", { isGuess: true });
  }

  /** A variable that later commands get. */
  assign(name: string, value: Word | null, span: Span): void {
    this.#gives(variableOf({ name, value }));
    const plain = name.replace(/\[.*$/s, "");
    const answer = judgeVariable(plain, value);
    if (answer === null) return;
    this.state.add(
      {
        verdict: answer,
        layer: "syntax",
        code: "command.variable",
        reason:
          answer === "deny"
            ? "a variable that changes what later commands are"
            : "a variable that redirects requests of later commands",
        changes: true,
      },
      span,
    );
  }

  /** More of them than anybody reads are as good as one that is not known. */
  #gives(variable: string | null): void {
    const { given } = this.state;
    if (given.length < GIVEN_MAX) given.push(given.length === GIVEN_MAX - 1 ? null : variable);
  }

  #say(
    invocation: Invocation,
    verdict: Finding["verdict"],
    code: string,
    reason: string,
    changes = true,
    isOpenEnded = false,
  ): void {
    const layer = LAYERS[code] ?? "syntax";
    this.state.add({ verdict, layer, code, reason, changes, ...(isOpenEnded ? { isOpenEnded } : {}) }, invocation.span);
  }
}

/** The base name of a path into a directory where installed programs are; else null. */
function standardName(text: string): string | null {
  if (!text.startsWith("/")) return null;
  const path = normalisePath(text, "/");
  const end = path.lastIndexOf("/");
  return STANDARD_DIRECTORIES.has(path.slice(0, end)) ? path.slice(end + 1) : null;
}

const GIVEN_MAX = 16;
const EXPORTERS = new Set(["export", "declare", "typeset", "readonly", "local"]);

function variableOf({ name, value }: Invocation["assignments"][number]): string | null {
  const text = value === null ? null : literalText(value);
  return text === null ? null : `${name}=${text}`;
}

function canonicalOf({ words }: Invocation): readonly (string | null)[] {
  return words.map((word, index) => {
    const text = literalText(word);
    return index === 0 && text !== null ? (standardName(text) ?? text) : text;
  });
}
