import { type Layer, PolicyDocument } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { validatePolicy } from "./validate-policy.ts";

const faultsOf = (document: unknown, layer: Layer = "tenant") =>
  validatePolicy(PolicyDocument.parse(document), layer).map(({ path }) => path);
const rule = (match: string, examples: object = {}) => ({ rules: [{ effect: "deny", match, ...examples }] });

describe("a policy document is refused, with the place of the fault, when", () => {
  it.each([
    [
      "a path pattern has more between two ** than anybody needs",
      rule(`read(/**${"/*".repeat(9)}/**)`),
      ["/rules/0/match"],
    ],
    [
      "an application's name is empty, a blank or hidden",
      { sensitiveApps: ["order-desk", "", " ", "bank\u200b"] },
      ["/sensitiveApps/1", "/sensitiveApps/2", "/sensitiveApps/3"],
    ],
    ["a rule names a tool that does not exist", rule("tool(computer_mouse_clik)"), ["/rules/0/match"]],
    ["a feature names a tool that does not exist", { features: { "a/b": false } }, ["/features/a~1b"]],
    ["a path pattern is relative", rule("read(workspace/**)"), ["/rules/0/match"]],
    ["a path pattern goes up", rule("write(/workspace/../etc/*)"), ["/rules/0/match"]],
    ["a path pattern has an empty component", rule("read(/workspace//x)"), ["/rules/0/match"]],
    ["a path pattern mixes ** into a component", rule("read(/workspace/**.txt)"), ["/rules/0/match"]],
    ["a host pattern has its star elsewhere than in front", rule("domain(example.*)"), ["/rules/0/match"]],
    ["a host pattern has a scheme", rule("domain(https://example.com)"), ["/rules/0/match"]],
    ["a host is not in its ASCII form", rule("domain(bücher.example)"), ["/rules/0/match"]],
    ["a pattern hides a format character", rule("app(key\u200bpassxc)"), ["/rules/0/match"]],
    ["a pattern ends with a blank", rule("app(keepassxc )"), ["/rules/0/match"]],
    [
      "an example should match and does not",
      rule("write(/workspace/out/*)", { matches: ["/workspace/out/a", "/workspace/out/a/b"] }),
      ["/rules/0/matches/1"],
    ],
    [
      "an example should not match and does",
      rule("tool(computer_*)", { notMatches: ["click", "computer_file_read"] }),
      ["/rules/0/notMatches/1"],
    ],
    [
      "a host's example is only like the host",
      rule("domain(*.example.com)", { matches: ["a.example.com", "evil-example.com", "example.com"] }),
      ["/rules/0/matches/1", "/rules/0/matches/2"],
    ],
    [
      "a command's example is one only as text",
      rule("command(git push *)", { matches: ["cd x && git push origin", "echo git push"], notMatches: ["git pull"] }),
      ["/rules/0/matches/1"],
    ],
    [
      "an allowed command is an interpreter, or any program",
      { rules: ["command(python3 *)", "command(* --version)"].map((match) => ({ effect: "allow", match })) },
      ["/rules/0/match", "/rules/1/match"],
    ],
    ["a consent is none", { grants: ["wriet"], grantable: ["app(", "*"] }, ["/grants/0", "/grantable/0"]],
    [
      "a directory is no plain path",
      { paths: { allowed: ["/", "/a/../b", "/a/", "/workspace"] } },
      ["/paths/allowed/0", "/paths/allowed/1", "/paths/allowed/2"],
    ],
    [
      "a program is named with its directory",
      { processes: { programs: ["ls", "/bin/sh"] } },
      ["/processes/programs/1"],
    ],
  ])("%s", (_name, document, paths) => {
    expect(faultsOf(document)).toEqual(paths);
  });

  it.each(["user", "project", "local", "flag"] as const)("layer %s says what only managed layers can say", (layer) => {
    const document = {
      ...{ locks: ["rules"], managedOnly: ["rules"], allowRulesFrom: ["user"] },
      limits: { weight: 5, concurrentTasks: 3 },
    };
    const paths = ["/locks", "/managedOnly", "/allowRulesFrom", "/limits/concurrentTasks", "/limits/weight"];
    expect([faultsOf(document, layer), faultsOf(document, "fleet")]).toEqual([paths, []]);
  });
});

describe("a policy document that would take the time of others is refused at once:", () => {
  const rules = (count: number, match: string, examples: object = {}) => ({
    rules: Array.from({ length: count }, () => ({ effect: "deny", match, ...examples })),
  });
  it.each([
    ["longer than any policy", rules(1_000, `app(*${"a".repeat(200)})`), [""]],
    [
      "more commands to analyse than any policy needs",
      rules(20, "command(a *)", { notMatches: ["b".repeat(2_000)] }),
      ["/rules"],
    ],
  ])("%s", (_name, document, paths) => {
    expect(faultsOf(document)).toEqual(paths);
  });

  it("what is left is checked in a moment, whatever its patterns and examples are", () => {
    const slow = rules(30, `app(*${"a".repeat(1_000)}b)`, { notMatches: ["a".repeat(3_000)] });
    const startedMs = performance.now();
    expect(faultsOf(slow)).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});

it("a policy document is accepted when its patterns and examples are as they seem", () => {
  const document = {
    features: { "computer_*": true },
    grants: ["computer_use", "command(git push *)"],
    grantable: ["app(*)", "domain(*.example.com)", "*"],
    rules: [
      { effect: "allow", match: "app(KeePassXC)", matches: ["keepassxc"], notMatches: ["keepassxc2"] },
      {
        effect: "ask",
        match: "write(/workspace/**)",
        matches: ["/workspace/a/b", "/workspace"],
        notMatches: ["/workspacex"],
      },
      { effect: "deny", match: "domain(example.com)", matches: ["EXAMPLE.com."], notMatches: ["a.example.com"] },
      { effect: "deny", match: "read(/)", matches: ["/"] },
    ],
  };
  expect(faultsOf(document)).toEqual([]);
});
