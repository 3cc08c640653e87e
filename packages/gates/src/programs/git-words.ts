import { hasGlob, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { execDeny } from "./kit.ts";
import type { Arguments } from "./options.ts";
import { data, type Profile, read, write } from "./profile.ts";
import { askNote, type Call, denyNote, type Effect } from "./program.ts";

/** What the operands of Git's commands are: revisions, paths, remotes. */

export const gitAsk = askNote("command.git_local", "changes the local repository");
export const gitKin = askNote(
  "command.git_read",
  "reads the repository with a command that is not on the read-only list",
);
export const gitExec = execDeny("names or runs a program through Git");

/**
 * Revisions or paths: what stands behind `--` is a path; before it whatever is not certainly a revision, a range or
 * `revision:path` is taken for a path too, so that `git diff /etc/x /dev/null` (which compares any two files) is seen.
 */
export function revisionsOrPaths(
  given: Arguments,
  call: Call,
  asPath: (operand: Word) => Effect = readPathspec,
): Effect[] {
  const dashes = call.args.findIndex((word) => literalText(word) === "--");
  const behind = dashes < 0 ? 0 : call.args.length - dashes - 1;
  const split = given.operands.length - behind;
  return given.operands.map((operand, index) =>
    index < split && isRevision(operand) ? data(operand) : asPath(operand),
  );
}

function isRevision(operand: Word): boolean {
  const text = literalText(operand) ?? literalPrefix(operand);
  if (literalText(operand) === null) return !hasGlob(operand) && !/[/.]/.test(text);
  if (/^[/~]/.test(text) || text.split("/").some((component) => component === ".." || component === ".")) return false;
  return text.includes(":") || text.includes("..") || /[@^]/.test(text);
}

/** Pathspecs: magic words (`:!x`, `:(exclude)x`) stay inside the work tree by themselves. */
const pathspec =
  (asPath: (operand: Word) => Effect) =>
  (operand: Word): Effect =>
    literalPrefix(operand).startsWith(":") ? data(operand) : asPath(operand);

export const readPathspec = pathspec(read);
export const writePathspec = pathspec(write);

/** Options of Git that run programs whatever their value is. */
export const RUNNING: NonNullable<Profile["on"]> = {
  "ext-diff": () => [gitExec],
  textconv: () => [gitExec],
  output: (file) => [askNote("command.git_output", "writes a file"), write(file)],
  "show-signature": () => [askNote("command.git_signature", "runs a program that checks signatures")],
};

/**
 * A remote as operand: a URL, `host:path`, a local path or the name of a configured remote. `ext::` and `fd::` run or
 * speak to programs.
 */
export function remoteEffects(remote: Word): Effect[] {
  const known = literalPrefix(remote);
  const text = literalText(remote);
  if (/^[A-Za-z0-9+.-]+::/.test(known)) return [gitExec];
  if (/^(?:\w+:\/\/)?-|^[\w+]+:\/\/[^/]*@-/.test(known)) return [gitExec];
  if (/^file:\/\//i.test(known)) return text === null ? [read(remote)] : [read(textWord(text.slice(7)))];
  if (/^[A-Za-z][\w+.-]*:\/\//.test(known) || /^[^/]+:/.test(known)) return [{ kind: "connect", peer: remote }];
  if (text === null && known === "") return [{ kind: "connect", peer: remote }];
  if (/^[./~]|\.(?:git|bundle)$|\//.test(known)) return [read(remote)];
  return [{ kind: "connect", peer: null }];
}

export const listenGit = denyNote("command.listen", "serves a repository");
