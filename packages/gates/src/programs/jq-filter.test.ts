import { describe, expect, it } from "vitest";
import { jqActions } from "./jq-filter.ts";

const show = (filter: string) =>
  jqActions(filter)
    .map((action) =>
      "name" in action ? `env ${action.name}` : "path" in action ? `module ${action.path}` : action.kind,
    )
    .join(", ");

describe("jq filters that only compute", () => {
  it.each([
    ".",
    "[.[] | {id, n: (.tags | length)}]",
    ".env",
    ".config.env.name",
    "{env: .x}",
    "{env}",
    "{a: 1, env, b: 2}",
    '"env"',
    '."env"',
    '.["env"]',
    'map(select(.env == "prod"))',
    "$env",
    ". as $environment | $environment",
    '"a \\(.b) c"',
    '"a \\( "x" + (.y|tostring) ) env"',
    "# env\n.",
    "input_filename",
    'getpath(["a"])',
    "@sh",
    'to_entries[] | "\\(.key)=\\(.value)"',
    "",
  ])("%s", (filter) => expect(show(filter)).toBe(""));
});

describe("jq filters that show the environment or load modules", () => {
  it.each([
    ["env", "env null"],
    ["$ENV", "env null"],
    ["env | keys", "env null"],
    ["$ENV | to_entries[]", "env null"],
    ["{a: env}", "env null"],
    ["{(env|tostring): 1}", "env null"],
    ["[1, env]", "env null"],
    ['"x \\(env) y"', "env null"],
    ['"\\("\\($ENV)")"', "env null"],
    ["env.HOME", "env HOME"],
    ["$ENV.API_TOKEN", "env API_TOKEN"],
    ['$ENV["HOME"]', "env HOME"],
    ["$ENV[.x]", "env null"],
    ['import "/etc/x" as x; .', "module /etc/x"],
    ['include "lib"; .', "module lib"],
    ["[.", "unreadable"],
    ['"abc', "unreadable"],
    ["(.]", "unreadable"],
  ])("%s", (filter, expected) => expect(show(filter)).toBe(expected));
});
