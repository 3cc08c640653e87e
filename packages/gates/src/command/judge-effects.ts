import { withoutTrailingSlashes } from "../lexical-path.ts";
import type { Call, Effect } from "../programs/program.ts";
import type { Runner } from "../shell/scene.ts";
import { literalText, textWord, type Word } from "../shell/word.ts";
import { judgeCode, judgeCodeFile, judgeScript, judgeShellInput } from "./judge-code.ts";
import { judgeConnection } from "./judge-connection.ts";
import { isAssembled, judgeOperand, rememberLink } from "./judge-paths.ts";
import type { Judged, JudgeState } from "./judge-state.ts";
import { operandReaches, type Reach } from "./operand-path.ts";

/** Programs whose writes put no content together: names, times, rights, links, or output of a compiler. */
const NO_CONTENT = new Set([
  "chmod",
  "chown",
  "chgrp",
  "mkdir",
  "mktemp",
  "rmdir",
  "touch",
  "truncate",
  "ln",
  "link",
  "gcc",
  "g++",
  "cc",
  "c++",
  "clang",
  "clang++",
  "rustc",
  "javac",
  "go",
  "tsc",
  "ld",
  "ar",
  "make",
  "cargo",
]);
/** Programs that hand content on: it is as assembled as what it came from. */
const COPIES = new Set(["cp", "mv", "install", "rsync"]);
/** Programs that fill a directory with files whose names only the run knows. */
const UNPACKERS = new Set([
  "tar",
  "bsdtar",
  "unzip",
  "7z",
  "7za",
  "7zr",
  "cpio",
  "unrar",
  "unar",
  "ar",
  "git",
  "pax",
  "jar",
  "dpkg-deb",
  "wget",
]);
/** Programs that copy from other machines, into a directory under names that these choose. */
const FETCHERS = new Set(["scp", "sftp", "rsync", "rclone", "aria2c", "aws", "gsutil", "lftp", "ftp", "axel"]);
/** Notes about programs that keep running, wait for a person or reach what is outside a confinement. */
const OPEN_ENDED = /^command\.(?:unknown|unlisted|interactive|background|detach|signal|kill|process|service)/;

/** Layer 2 and 3 for one start of one program: what each of its effects means under the policy. */
export function judgeEffects(
  state: JudgeState,
  judged: Judged,
  call: Call,
  effects: readonly Effect[],
  run: Runner,
): void {
  const sources: Reach[] = [];
  const targets: Reach[] = [];
  const links: LinkEffect[] = [];
  if (effects.some(runsText) && call.input.kind === "inherited" && state.standardInput.kind !== "inherited")
    judgeShellInput(state, judged, null, run);
  if (effects.some(runsText) && call.args.some((word) => word.some(({ kind }) => kind === "process")))
    judgeCodeFile(state, judged, [{ kind: "process", operator: "<" }]);
  for (const effect of effects) {
    switch (effect.kind) {
      case "read":
        sources.push(...judgeOperand(state, judged, effect.operand, "read", { base: effect.base }));
        break;
      case "write":
        targets.push(...judgeOperand(state, judged, effect.operand, "write", { base: effect.base }));
        break;
      case "delete":
        judgeOperand(state, judged, effect.operand, "delete", { base: effect.base, isNarrowed: effect.isNarrowed });
        break;
      case "move":
        sources.push(...judgeOperand(state, judged, effect.operand, "move", { base: effect.base }));
        break;
      case "link":
        links.push(effect);
        judgeOperand(state, judged, effect.operand, "link", linkBase(effect));
        break;
      case "enter":
        judgeOperand(state, judged, effect.operand, "enter");
        break;
      case "data":
        break;
      case "run":
        run.words(effect.words, {
          ...(effect.assignments === undefined ? {} : { assignments: effect.assignments }),
          ...(effect.input === undefined ? {} : { input: effect.input }),
          ...(effect.cwd === undefined ? {} : { cwd: directoriesOf(state, judged, effect.cwd) }),
        });
        break;
      case "script":
        judgeScript(state, judged, effect.text, effect.positional, run);
        break;
      case "shellInput":
        judgeShellInput(state, judged, effect.operand, run);
        break;
      case "code":
        judgeCode(state, judged, effect.language, effect.text);
        break;
      case "codeFile":
        judgeCodeFile(state, judged, effect.operand);
        break;
      case "connect":
        judgeConnection(state, judged, effect.peer, effect.sends ?? []);
        break;
      case "note":
        if (effect.verdict === "ask" && /^command\.(?:network|request)$/.test(effect.code)) {
          // A profile may say so beside the connections themselves, which say it with their peers.
          if (!effects.some(({ kind }) => kind === "connect")) judgeConnection(state, judged, null, []);
          break;
        }
        state.add(
          {
            verdict: effect.verdict,
            layer: "readonly",
            code: effect.code,
            reason: effect.reason,
            changes: effect.changes ?? true,
            ...(OPEN_ENDED.test(effect.code) ? { isOpenEnded: true } : {}),
            // What is local about a `git push` is no reason to ask again for one that was consented to.
            ...(effect.code === "command.git_local" ? { command: judged.canonical, variables: judged.variables } : {}),
          },
          judged.invocation.span,
        );
        if (/\.env(?:ironment)?(?:_|$)/.test(effect.code) && effect.changes === false) judged.facts.readsSecret = true;
        if (effect.changes !== false) state.hasUnplacedChange = true;
        break;
    }
  }
  // From the next command on: what makes a link writes the link, not what it leads to.
  for (const effect of links) rememberLink(state, judged, effect, linkBase(effect).base);
  if (FETCHERS.has(call.name) && judged.facts.connects)
    for (const { path, place } of targets) if (path !== null && place === "inside") state.unpacked.add(path);
  rememberContent(state, call.name, sources, targets);
  if (call.name === "git") rememberClone(state, judged, call.args);
}

function rememberContent(state: JudgeState, name: string, sources: readonly Reach[], targets: readonly Reach[]): void {
  if (NO_CONTENT.has(name)) return;
  const isCopy = COPIES.has(name);
  if (isCopy && !sources.some((reach) => isAssembled(state, reach) || isFromStream(reach))) return;
  for (const { path, place } of targets) {
    if (path === null || place !== "inside") continue;
    if (UNPACKERS.has(name)) state.unpacked.add(path);
    else state.assemble(path);
    // `cp new-file directory/` puts it inside when the directory exists.
    if (isCopy)
      for (const source of sources)
        if (source.path !== null && state.assembled.has(source.path))
          state.assemble(`${path}/${source.path.split("/").at(-1)}`);
  }
}

type LinkEffect = Extract<Effect, { kind: "link" }>;

/** An interpreter that is not known to have got its program elsewhere. */
const runsText = (effect: Effect): boolean =>
  (effect.kind === "code" && effect.text === null) || (effect.kind === "note" && effect.code === "command.interactive");

/** `cp <(…) file`: what other commands print. */
const isFromStream = ({ place, path }: Reach): boolean => place === "stream" && path !== "/dev/null";

/** A clone brings a directory that is named in the command, or as the repository is. */
function rememberClone(state: JudgeState, judged: Judged, args: readonly Word[]): void {
  const texts = args.map(literalText);
  const at = texts.indexOf("clone");
  if (at < 0) return;
  const operands = texts.slice(at + 1).filter((text) => text !== null && !text.startsWith("-"));
  const last = withoutTrailingSlashes(operands.at(-1) ?? "");
  const name =
    operands.length > 1 && !/[:@]/.test(last) ? last : (last.split(/[/:]/).at(-1) ?? "").replace(/\.git$/, "");
  for (const { path } of operandReaches(textWord(name), judged.invocation.cwd, state.pathSetting))
    if (path !== null) state.unpacked.add(path);
}

/** A symbolic link's target starts at the link's own directory; a hard link's at the working directory. */
function linkBase({ isSymbolic, link }: LinkEffect): { readonly base?: Word } {
  const base = isSymbolic && link !== null ? parentOf(link) : undefined;
  return base === undefined ? {} : { base };
}

function parentOf(link: Word): Word | undefined {
  const text = literalText(link);
  if (text === null) return undefined;
  const end = withoutTrailingSlashes(text).lastIndexOf("/");
  return end < 0 ? undefined : textWord(text.slice(0, end) || "/");
}

function directoriesOf(state: JudgeState, judged: Judged, word: Word): readonly (string | null)[] {
  return operandReaches(word, judged.invocation.cwd, state.pathSetting).map(({ path }) => path);
}
