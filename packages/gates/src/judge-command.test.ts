import type { PolicyDocument } from "@deskfleet/contracts";
import { assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { commandRuleMatches, matchesCommand, mayLoosen } from "./command/command-rules.ts";
import { evaluate } from "./evaluate.ts";
import { actionOf, contextFor, policyOf } from "./testing.ts";

function judged(command: string, document: PolicyDocument = {}, layer: "tenant" | "flag" = "tenant"): string {
  const action = actionOf("computer_process_start", { command });
  const { verdicts } = evaluate(action, contextFor(action), policyOf(document, layer));
  const { outcome, code } = verdicts.find(({ gate }) => gate === "command") ?? { outcome: "none", code: "" };
  return `${outcome} ${code}`;
}
const rule = (effect: "allow" | "ask" | "deny", match: string): PolicyDocument => ({ rules: [{ effect, match }] });

describe("rules about commands", () => {
  it.each<[string, string, PolicyDocument, string]>([
    ["deny one that would be allowed", "ls | wc -l", rule("deny", "command(wc *)"), "deny rule.deny"],
    ["ask for one", "ls", rule("ask", "command(ls*)"), "ask rule.ask"],
    ["hold inside wrappers", "timeout 5 ls", rule("deny", "command(ls)"), "deny rule.deny"],
    ["hold inside scripts", "bash -c 'cat a | ls'", rule("deny", "command(ls)"), "deny rule.deny"],
    ["hold for a path to the program", "/usr/bin/ls", rule("deny", "command(ls)"), "deny rule.deny"],
    ["hold behind the options of git", "git -C docs log", rule("deny", "command(git log *)"), "deny rule.deny"],
    ["hold for what the words may become", 'ls "$x"', rule("deny", "command(ls -l*)"), "deny rule.deny"],
    ["do not hold for other commands", "lsx", rule("deny", "command(ls *)"), "ask command.unknown"],
    ["allow a program that nobody knows", "frob a", rule("allow", "command(frob *)"), "allow rule.allow"],
    ["allow code of the project", "make test", rule("allow", "command(make test)"), "allow rule.allow"],
    ["do not allow more than they say", "frob a; grub b", rule("allow", "command(frob *)"), "ask command.unknown"],
    ["do not allow a word that is unknown", 'frob "$x"', rule("allow", "command(frob *)"), "ask command.unknown"],
    ["do not allow what is denied", "rm -rf x", rule("allow", "command(rm *)"), "deny command.rm_rf"],
    ["do not allow deletions", "rm a", rule("allow", "command(rm *)"), "ask command.delete"],
    ["do not allow dangerous files", "frob a; cat .env", rule("allow", "command(frob *)"), "ask command.secret_file"],
    [
      "do not allow what an allowed program does to files",
      "make > .bashrc",
      rule("allow", "command(make)"),
      "ask command.startup_file",
    ],
    [
      "do not allow interpreters as such",
      "python3 a.py",
      rule("allow", "command(python3 *)"),
      "ask command.project_code",
    ],
    ["do not allow wrappers as such", "npx eslint", rule("allow", "command(npx *)"), "ask command.network"],
    [
      "do not allow another machine",
      "curl https://example.org/a",
      rule("allow", "command(curl https://example.org/a)"),
      "ask command.network",
    ],
    ["do not allow changes of a repository", "git add a", rule("allow", "command(git add a)"), "ask command.git_local"],
    ["allow one file of an interpreter", "python3 a.py", rule("allow", "command(python3 a.py)"), "allow rule.allow"],
  ])("%s", (_name, command, document, expected) => {
    expect(judged(command, document)).toBe(expected);
  });

  it("that allow count only from managed layers", () => {
    expect(judged("frob", rule("allow", "command(frob)"), "flag")).toBe("ask command.unknown");
  });

  it.each([
    ["git push *", "git push", true],
    ["git push *", "git push origin main", true],
    ["git push *", "ls && (git push)", true],
    ["git push *", "git pushx", false],
    ["git push", "git push origin", false],
    ["*", "ls", true],
    ["npm run *", "npm test", false],
  ])("%s and the example %j: %s", (pattern, example, isMatch) => {
    expect(commandRuleMatches(pattern, example)).toBe(isMatch);
  });

  it("match unknown words only where that is the strict answer", () => {
    expect(matchesCommand("a *", ["a", null], "possibly")).toBe(true);
    expect(matchesCommand("a *", ["a", null], "surely")).toBe(false);
    expect(matchesCommand("a b*", ["a", null, "c"], "possibly")).toBe(true);
    expect(matchesCommand("b *", ["a", null], "possibly")).toBe(false);
  });

  it.each(["*", "py*", "bash *", "env *", "sudo *", "xargs *", "git *", "git -c *", "make *"])(
    "%s loosens nothing",
    (pattern) => {
      expect(mayLoosen(pattern)).toBe(false);
    },
  );
  it.each(["frob *", "git push *", "make test", "npm run *", "make test *"])("%s may loosen", (pattern) => {
    expect(mayLoosen(pattern)).toBe(true);
  });

  it("only make a verdict stricter, unless they allow", () => {
    const order = ["deny", "ask", "allow"];
    const commands = constantFrom("ls", "frob x", "make", "rm a", "cat /etc/x", "curl https://example.org", "git log");
    const matches = constantFrom("command(*)", "command(ls)", "command(frob *)", "command(rm *)", "command(git l*)");
    assert(
      property(commands, matches, constantFrom("deny", "ask"), (command, match, effect) => {
        const before = judged(command).split(" ")[0] as string;
        const after = judged(command, rule(effect, match)).split(" ")[0] as string;
        expect(order.indexOf(after)).toBeLessThanOrEqual(order.indexOf(before));
      }),
    );
  });
});

describe("a list of programs", () => {
  it.each([
    ["lets what is on it be judged", "ls", ["ls"], "allow command.read_only"],
    ["denies what is not on it", "ls | wc", ["ls"], "deny command.program"],
    ["denies what a wrapper runs", "timeout 5 wc", ["timeout"], "deny command.program"],
    ["knows the words of the shell", "cd docs && echo a", ["ls"], "allow command.read_only"],
    ["allows nothing by itself", "rm -rf x", ["rm"], "deny command.rm_rf"],
  ])("%s", (_name, command, programs, expected) => {
    expect(judged(command, { processes: { programs } })).toBe(expected);
  });
});

describe("the risk of a start", () => {
  it.each([
    ["curl https://example.org", "R3_EXTERNAL"],
    ["bash -c 'timeout 5 git push'", "R3_EXTERNAL"],
    ["ls", "R2_LOCAL_STATE"],
    ["echo curl", "R2_LOCAL_STATE"],
  ])("%s is %s", (command, risk) => {
    const action = actionOf("computer_process_start", { command });
    expect(evaluate(action, contextFor(action), policyOf()).risk).toBe(risk);
  });
});

describe("the place that decided", () => {
  const nodeOf = (params: Record<string, unknown>) => {
    const action = actionOf("computer_process_start", params);
    return evaluate(action, contextFor(action), policyOf()).verdicts.find(({ gate }) => gate === "command")?.node;
  };
  it.each<[string, string, string]>([
    ["ls; cat a > ../x | wc", "paths", "cat a > ../x"],
    ["ls && eval id", "syntax", "eval id"],
    ["(ls; timeout 5 frob x) | wc -l", "readonly", "timeout 5 frob x"],
    ["echo $(ls; rm -rf b)", "readonly", "rm -rf b"],
  ])("is the layer and the node of %s", (command, layer, text) => {
    const node = nodeOf({ command });
    expect(node && { layer: node.layer, text: command.slice(node.pos, node.end) }).toEqual({ layer, text });
  });

  it("is not named where there is no text", () => {
    expect(nodeOf({ argv: ["frob", "x"] })).toBeUndefined();
  });
});
