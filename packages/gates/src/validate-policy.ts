import type { Fault, PolicyDocument, PolicyRule } from "@deskfleet/contracts";
import { normalisePath } from "./lexical-path.ts";
import { parseMatch, ruleMatches } from "./rule.ts";

/** What the schema cannot see: rule examples that do not behave as stated, directories that are not plain paths. */
export function validatePolicy(document: PolicyDocument): Fault[] {
  return [
    ...(document.rules ?? []).flatMap((rule, index) => ruleFaults(rule, `/rules/${index}`)),
    ...(document.paths?.allowed ?? []).flatMap((path, index) =>
      path === normalisePath(path) && path !== "/"
        ? []
        : [{ path: `/paths/allowed/${index}`, message: "a normal absolute path other than / is needed" }],
    ),
  ];
}

function ruleFaults(rule: PolicyRule, at: string): Fault[] {
  const parsed = parseMatch(rule.match);
  if (parsed === null) return [{ path: `${at}/match`, message: "kind(pattern) is needed" }];
  const wrong = (examples: readonly string[] | undefined, expected: boolean, field: string): Fault[] =>
    (examples ?? []).flatMap((example, index) =>
      ruleMatches(rule.match, parsed.kind, example) === expected
        ? []
        : [
            {
              path: `${at}/${field}/${index}`,
              message: expected ? "the rule does not match this example" : "the rule matches this example",
            },
          ],
    );
  return [...wrong(rule.matches, true, "matches"), ...wrong(rule.notMatches, false, "notMatches")];
}
