import type { EffectivePolicy, GateContext } from "@deskfleet/contracts";
import type { CommandAnalysis } from "./command/analysis.ts";
import { matchesCommand, mayLoosen } from "./command/command-rules.ts";
import type { Finding } from "./command/finding.ts";
import { allow, deny, type Opinion } from "./gate-type.ts";
import { askForCommands } from "./grants.ts";
import { parseMatch, strictestRule } from "./rule.ts";
import { strictest } from "./strictest.ts";

type Rule = EffectivePolicy["rules"][number];

/** Asks that a rule of a managed layer may answer, and those that a consent may. */
const ANSWERED_BY_RULE = new Set(["command.unknown", "command.project_code"]);
const ANSWERED_BY_CONSENT = new Set([...ANSWERED_BY_RULE, "command.network", "command.git_local"]);
/** Parts of the shell, which no list of programs names. */
const SHELL_WORDS = new Set(
  ". : [ [[ alias bg break builtin cd command continue declare dirs echo eval exec exit export false fg for getopts hash help jobs let local mapfile popd printf pushd pwd read readarray readonly return set shift shopt source test times trap true type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);

/** Gate 5's answer from the analysis of a command and the policy's rules, list of programs and consents. */
export function judgeCommand(
  analysis: CommandAnalysis,
  context: Pick<GateContext, "grants" | "nowMs">,
  policy: EffectivePolicy,
): Opinion {
  const rules = commandRules(policy);
  const opinions = [
    ...analysis.findings.filter(({ verdict }) => verdict === "deny").map(opinionOf),
    ...listed(analysis, policy),
    ...restricted(analysis, rules),
    ...restrictedHosts(analysis, policy),
    asks(analysis, rules, context, policy),
  ];
  return strictest(opinions) ?? opinionOf(analysis.decisive);
}

const opinionOf = ({ verdict, code, reason, layer, span }: Finding): Opinion => ({
  outcome: verdict,
  code,
  reason,
  layer: "default",
  node: { layer, pos: span.pos, end: span.end },
});

function commandRules(policy: EffectivePolicy): readonly { readonly rule: Rule; readonly pattern: string }[] {
  return policy.rules.flatMap((rule) => {
    const parsed = parseMatch(rule.match);
    // A rule that cannot be read may be about anything, so it is, unless it allows.
    if (parsed === null) return rule.effect === "allow" ? [] : [{ rule, pattern: "*" }];
    return parsed.kind === "command" ? [{ rule, pattern: parsed.pattern }] : [];
  });
}

/** A managed list of programs only narrows: what is outside is denied, what is in it is judged like everything. */
function listed({ commands }: CommandAnalysis, policy: EffectivePolicy): Opinion[] {
  const { value: programs, layer } = policy.programs;
  if (programs === null) return [];
  const isListed = ([name]: readonly (string | null)[]) =>
    name != null && (programs.includes(name) || SHELL_WORDS.has(name));
  return commands.every(isListed)
    ? []
    : [deny("command.program", "a program is not on the list of those that may run", layer)];
}

function restricted({ commands }: CommandAnalysis, rules: ReturnType<typeof commandRules>): Opinion[] {
  return rules
    .filter(({ rule }) => rule.effect !== "allow")
    .filter(({ pattern }) => commands.some((words) => matchesCommand(pattern, words, "possibly")))
    .map(({ rule }) => ({
      outcome: rule.effect,
      code: `rule.${rule.effect}`,
      reason: rule.reason ?? "a rule about a command",
      layer: rule.layer,
      rule: rule.match,
    }));
}

/** Rules about hosts; where the other end is not known, the connection is asked about anyway. */
function restrictedHosts({ findings }: CommandAnalysis, policy: EffectivePolicy): Opinion[] {
  return findings.flatMap(({ host }) => {
    const rule = host == null ? null : strictestRule(policy, "domain", host);
    if (rule === null || rule.effect === "allow") return [];
    const { effect: outcome, layer, match } = rule;
    return [{ outcome, code: `rule.${outcome}`, reason: rule.reason ?? "a rule about a host", layer, rule: match }];
  });
}

/** What is asked, less what rules and consents answer. Dangerous files, deletions and all else are always asked. */
function asks(
  { findings, decisive }: CommandAnalysis,
  rules: ReturnType<typeof commandRules>,
  context: Pick<GateContext, "grants" | "nowMs">,
  policy: EffectivePolicy,
): Opinion {
  const asked = findings.filter(({ verdict }) => verdict === "ask");
  const answers = asked.map((finding) => allowingRule(finding, rules));
  const open = asked.filter((_finding, index) => answers[index] === undefined);
  const [first] = open;
  if (first === undefined) {
    const rule = answers.find((answer) => answer !== undefined)?.rule;
    if (rule === undefined)
      return decisive.verdict === "allow" ? opinionOf(decisive) : allow("command.inside", "asks for nothing");
    return { ...allow("rule.allow", rule.reason ?? "a rule allows these commands", rule.layer), rule: rule.match };
  }
  const unanswerable = open.find(({ code, command }) => !ANSWERED_BY_CONSENT.has(code) || command === undefined);
  if (unanswerable !== undefined) return opinionOf(unanswerable);
  const commands = open.map(({ command, variables }) => [...(variables ?? []), ...(command ?? [])]);
  return askForCommands(opinionOf(first), commands, context, policy);
}

function allowingRule({ code, command }: Finding, rules: ReturnType<typeof commandRules>) {
  if (!ANSWERED_BY_RULE.has(code) || command === undefined) return undefined;
  return rules.find(
    ({ rule, pattern }) => rule.effect === "allow" && mayLoosen(pattern) && matchesCommand(pattern, command, "surely"),
  );
}
