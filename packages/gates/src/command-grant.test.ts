import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalCommand, coversCommand, grantsForCommand, isCommandGrant } from "./command-grant.ts";

const words = (text: string): string[] => text.split(" ");
const exact = (text: string): string => `command(${text})`;

describe("the consent that an answer beyond once gives for a command", () => {
  it.each([
    ["git push", "command(git push *)"],
    ["git push origin main", "command(git push *)"],
    ["git push -u origin feature/one", "command(git push *)"],
    ["git pull --rebase origin main", "command(git pull *)"],
    ["git fetch --all", "command(git fetch *)"],
    ["git add -A .", "command(git add *)"],
    ["cargo test --release name::of", "command(cargo test *)"],
    ["go test ./...", "command(go test *)"],
  ])("%s: the shortest prefix that is safe, and the text as the narrower choice", (text, grant) => {
    expect(grantsForCommand(words(text))).toEqual([grant, exact(text)]);
  });

  it.each([
    ...["npm test", "npm run build", "npm install left-pad", "make all", "unknown-tool --version", "docker run image"],
    ...["python script.py", "python3 -m http.server", "node -e 1", "bash x.sh", "sh -c id", "perl -e 1", "ruby x"],
    ...[
      "env A=b git push",
      "xargs git push",
      "sudo git push",
      "npx cowsay",
      "find . -exec git push ;",
      "timeout 5 git push",
    ],
    ...[
      "ssh host git push",
      "nice git push",
      "busybox sh",
      "watch git push",
      "uv run x",
      "poetry run pytest",
      "pytest -p x",
    ],
  ])("%s: never more than this very text", (text) => {
    const canonical = canonicalCommand(words(text));
    expect(grantsForCommand(words(text))).toEqual([exact(canonical)]);
  });

  it.each([
    ["a setting in front of the subcommand", ["git", "-c", "core.pager=x", "push"]],
    ["another directory's repository", ["git", "-C", "/tmp/x", "push"]],
    ["a program to run at the other end", ["git", "push", "--receive-pack=/tmp/x", "origin"]],
    ["an abbreviation of it", ["git", "push", "--rec=/tmp/x", "origin"]],
    ["the same by its other name", ["git", "push", "--exec", "/tmp/x", "origin"]],
    ["force", ["git", "push", "-f", "origin"]],
    ["force by a plus", ["git", "push", "origin", "+main"]],
    ["a deletion", ["git", "push", "origin", ":main"]],
    ["an address", ["git", "push", "https://example.com/x"]],
    ["a helper's address", ["git", "push", "ext::sh"]],
    ["a host", ["git", "push", "host:repo"]],
    ["a path as the remote", ["git", "push", "/tmp/x"]],
    ["a relative path as the remote", ["git", "push", "../x"]],
    ["a directory as the remote", ["git", "push", "evil/repo"]],
    ["an option's value that looks like a remote", ["git", "push", "-o", "origin", "evil/repo"]],
    ["the end of the options", ["git", "push", "--", "origin"]],
    ["a strategy, which is a program", ["git", "pull", "-s", "evil"]],
    ["an upload program", ["git", "fetch", "--upload-pack=x", "origin"]],
    ["a file outside the project", ["git", "add", "../../etc/passwd"]],
    ["an absolute file", ["git", "add", "/etc/passwd"]],
    ["a configuration that names a program", ["cargo", "build", "--config", "build.rustc=x"]],
    ["a wrapper for the tests", ["go", "test", "-exec", "x", "./..."]],
    ["somebody else's package", ["go", "test", "example.com/x"]],
    ["the program by its path", ["/usr/bin/git", "push"]],
    ["the program beside us", ["./git", "push"]],
    ["a variable for it", ["GIT_SSH_COMMAND=x", "git", "push"]],
    ["a prefix in capitals", ["GIT", "PUSH"]],
    ["both words in one", ["git push"]],
    ["a member of every object", ["constructor", ""]],
  ])("%s is outside the prefix", (_name, command) => {
    expect(grantsForCommand(command)[0]).toBe(exact(canonicalCommand(command)));
    expect(coversCommand(`command(${command[0]} ${command[1]} *)`, command)).toBe(false);
    expect(coversCommand("command(git push *)", command)).toBe(false);
  });

  it.each([
    ["no words", []],
    ["a word that only the run decides", ["git", "push", null]],
    ["a newline", ["echo", "a\nb"]],
    ["a NUL", ["echo", "a\0b"]],
    ["an escape", ["echo", "\u001b[2J"]],
    ["text that turns around", ["echo", "\u202etxt"]],
    ["a zero-width character", ["gi\u200bt", "push"]],
    ["a line separator", ["echo", "\u2028"]],
    ["half a character", ["echo", "\ud800"]],
    ["a secret", ["curl", "-H", "Authorization: Bearer abcdefghijklmnopqrstuvwxyz"]],
    ["a password", ["mysql", "password=hunter22"]],
    ["a text that nobody reads to its end", ["echo", "x".repeat(501)]],
  ])("%s is asked each time", (_name, command) => {
    expect(grantsForCommand(command)).toEqual([]);
  });

  it("quotes what is no plain word, so that a word is never taken for two and a star never for a prefix", () => {
    expect(grantsForCommand(["echo", "a b", "it's", "*", ""])[0]).toBe(
      String.raw`command(echo 'a b' 'it'\''s' '*' '')`,
    );
    expect(coversCommand("command(echo *)", ["echo", "*"])).toBe(false);
    expect(coversCommand("command(echo a b)", ["echo", "a b"])).toBe(false);
    expect(coversCommand("command(npm test)", ["npm", "test", "--", "--config=evil"])).toBe(false);
  });
});

describe("a stored consent", () => {
  it.each([
    "command(*)",
    "command(git *)",
    "command(python *)",
    "command(bash -c *)",
    "command(npm test *)",
    "command(env *)",
  ])("%s covers nothing, however it came there", (grant) => {
    for (const text of ["git push", "python x", "bash -c id", "npm test", "npm test x", "env git push"])
      expect(coversCommand(grant, words(text))).toBe(false);
    expect(isCommandGrant(grant)).toBe(false);
  });

  it.each(["command(git push *)", "command(npm test)", "command(python x.py)", String.raw`command(echo 'it'\''s' '')`])(
    "%s can be kept",
    (grant) => expect(isCommandGrant(grant)).toBe(true),
  );

  it.each([
    "command()",
    "command(a  b)",
    "command(a 'b')",
    "command(a;b)",
    "command(a\nb)",
    "command(a) b",
    "git push",
  ])("%j is no consent", (grant) => expect(isCommandGrant(grant)).toBe(false));

  it("of any command covers that command and, of what else there is, only what asks for the same", () => {
    const vocabulary = [
      "git",
      "push",
      "origin",
      "-c",
      "--exec=x",
      "sh",
      "sudo",
      "a b",
      "'",
      "*",
      "A=b",
      "+m",
      "../x",
      "é",
    ];
    const command = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(command, command, (one, other) => {
        for (const grant of grantsForCommand(one)) {
          expect(coversCommand(grant, one)).toBe(true);
          expect(isCommandGrant(grant)).toBe(true);
          if (grant.endsWith(" *)")) continue;
          expect(coversCommand(grant, other)).toBe(canonicalCommand(one) === canonicalCommand(other));
        }
      }),
    );
  });
});
