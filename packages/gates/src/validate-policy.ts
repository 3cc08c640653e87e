import {
  type Fault,
  type Layer,
  type PolicyDocument,
  type PolicyRule,
  pointerPart,
  SETTINGS,
} from "@deskfleet/contracts";
import { commandRuleMatches, mayLoosen } from "./command/command-rules.ts";
import { isGrantPattern } from "./grant-pattern.ts";
import { normalisePath } from "./lexical-path.ts";
import { isManaged, MERGE_TABLE } from "./merge-table.ts";
import { parseMatch, type RuleKind, ruleMatches } from "./rule.ts";
import { patternFault } from "./rule-pattern.ts";

/** What only managed layers can say, beside the settings that the merge table reserves for them. */
const MANAGED_FIELDS = ["locks", "managedOnly", "allowRulesFrom"] as const;

/**
 * Of a document, as JSON. Every rule is compared with every action, in workers that many tenants share: what one of them
 * writes must not take the time of the others.
 */
const DOCUMENT_CHARACTERS_MAX = 131_072;
/** Of all examples that are commands: each is analysed as if it were to run. */
const COMMAND_EXAMPLES_CHARACTERS_MAX = 32_768;

/**
 * What the schema cannot see: patterns that match nothing or not what they seem to, rule examples that do not behave as
 * stated, directories that are not plain paths, fields that would count for nothing in this layer.
 */
export function validatePolicy(document: PolicyDocument, layer: Layer = "tenant"): Fault[] {
  const excess = excessOf(document);
  if (excess !== null) return [excess];
  return [
    ...(isManaged(layer) ? [] : strayFaults(document)),
    ...Object.keys(document.features ?? {}).flatMap((pattern) =>
      faultAt(`/features/${pointerPart(pattern)}`, patternFault("tool", pattern)),
    ),
    ...(document.rules ?? []).flatMap((rule, index) => ruleFaults(rule, `/rules/${index}`)),
    ...(["grants", "grantable"] as const).flatMap((field) =>
      (document[field] ?? []).flatMap((grant, index) =>
        faultAt(
          `/${field}/${index}`,
          isGrantPattern(grant)
            ? null
            : "a consent is computer_use, screen, write, titles, app(…), domain(…), command(…), or a pattern of these",
        ),
      ),
    ),
    ...(document.paths?.allowed ?? []).flatMap((path, index) =>
      faultAt(
        `/paths/allowed/${index}`,
        path === normalisePath(path) && path !== "/" ? null : "a normal absolute path other than / is needed",
      ),
    ),
    ...(document.sensitiveApps ?? []).flatMap((name, index) =>
      faultAt(
        `/sensitiveApps/${index}`,
        name === "" ? "a name, or a pattern of names, is needed" : patternFault("app", name),
      ),
    ),
    ...(document.processes?.programs ?? []).flatMap((name, index) =>
      faultAt(
        `/processes/programs/${index}`,
        /^[\w.+-]+$/.test(name) ? null : "a program's plain name is needed, without a directory",
      ),
    ),
  ];
}

/** What would take too long to check, let alone to judge by. */
function excessOf(document: PolicyDocument): Fault | null {
  if (JSON.stringify(document).length > DOCUMENT_CHARACTERS_MAX)
    return { path: "", message: `a document has at most ${DOCUMENT_CHARACTERS_MAX} characters as JSON` };
  const examples = (document.rules ?? [])
    .filter(({ match }) => match.startsWith("command("))
    .flatMap(({ matches = [], notMatches = [] }) => [...matches, ...notMatches]);
  return examples.join("").length > COMMAND_EXAMPLES_CHARACTERS_MAX
    ? {
        path: "/rules",
        message: `examples that are commands have at most ${COMMAND_EXAMPLES_CHARACTERS_MAX} characters together`,
      }
    : null;
}

function strayFaults(document: PolicyDocument): Fault[] {
  const fields = MANAGED_FIELDS.filter((field) => document[field] !== undefined).map((field) => `/${field}`);
  const settings = SETTINGS.filter(
    (setting) => MERGE_TABLE[setting].from === "managed" && MERGE_TABLE[setting].read(document) !== undefined,
  ).map((setting) => `/${setting.replace(".", "/")}`);
  return [...fields, ...settings].map((path) => ({ path, message: "only the layers tenant and fleet can say this" }));
}

function ruleFaults(rule: PolicyRule, at: string): Fault[] {
  const parsed = parseMatch(rule.match);
  if (parsed === null) return [{ path: `${at}/match`, message: "kind(pattern) is needed" }];
  const wrong = (examples: readonly string[] | undefined, expected: boolean, field: string): Fault[] =>
    (examples ?? []).flatMap((example, index) =>
      faultAt(
        `${at}/${field}/${index}`,
        isMatch(rule.match, parsed, example) === expected
          ? null
          : expected
            ? "the rule does not match this example"
            : "the rule matches this example",
      ),
    );
  return [
    ...faultAt(`${at}/match`, patternFault(parsed.kind, parsed.pattern) ?? allowFault(rule, parsed)),
    ...wrong(rule.matches, true, "matches"),
    ...wrong(rule.notMatches, false, "notMatches"),
  ];
}

interface Parsed {
  readonly kind: RuleKind;
  readonly pattern: string;
}

/** Examples of commands are shell text: their simple commands are compared, not their characters. */
const isMatch = (match: string, { kind, pattern }: Parsed, example: string): boolean =>
  kind === "command" ? commandRuleMatches(pattern, example) : ruleMatches(match, kind, example);

const allowFault = ({ effect }: PolicyRule, { kind, pattern }: Parsed): string | null =>
  effect === "allow" && kind === "command" && !mayLoosen(pattern)
    ? "this allows nothing: it has to name its program, and not one that runs whatever its arguments say"
    : null;

const faultAt = (path: string, message: string | null): Fault[] => (message === null ? [] : [{ path, message }]);
