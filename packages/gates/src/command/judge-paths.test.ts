import { describe, expect, it } from "vitest";
import { analyseStart } from "./analyse-start.ts";

const DIRECTORIES = ["/workspace", "/tmp"];
const answer = (command: string) => {
  const analysis = analyseStart({ command, cwd: "/workspace" }, DIRECTORIES);
  return `${analysis?.verdict}${analysis?.isReadOnly ? " read" : ""}`;
};

describe("what running commands has shown of patterns and of programs that write", () => {
  it.each([
    ["cat docs/*/../notes/a.txt", "ask read"],
    ["head -c 5 docs/u?/../notes/a.txt", "ask read"],
    ['for d in docs/*; do cat "$d/../a.txt"; done', "ask read"],
    ["ls [a-d]*/..", "ask read"],
    ["cp a.txt docs/*/../b.txt", "ask"],
    ["cat docs/*/../../../etc/passwd", "deny read"],
    ["cat docs/../*.txt", "allow read"],
    ["ls docs/*..", "allow read"],
    ['for d in */; do (cd "$d" && ls && cd ..); done', "allow read"],
    ["tree -R -H . -L 1", "allow"],
    ["tree -R -L 1 /etc", "deny"],
    ["tree -L 1 docs", "allow read"],
    ["file -p a.txt", "allow"],
    ["file --preserve-date *.txt", "allow"],
    ["file -b a.txt", "allow read"],
    ["zstd -T /etc/hosts a.txt", "deny"],
    ["zstd -B /etc/hosts", "deny"],
    ["zstd -M a.txt", "allow"],
    ["zstd -T0 -q a.txt", "allow"],
    ["zstd -T0 -c a.txt | wc -c", "allow read"],
  ])("%s: %s", (command, expected) => expect(answer(command)).toBe(expected));
});
