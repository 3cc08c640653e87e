import { parseObject } from "../../ui/parse-object.ts";

/** As in docs/policies.md. */
export const RULE_EXAMPLES = [
  ["tool(computer_process_*)", "every tool whose name begins so"],
  ["command(git push *)", "a command, whatever follows"],
  ["read(/workspace/**)", "reading anything below a directory"],
  ["write(/workspace/out/**)", "writing there"],
  ["app(keepassxc)", "an application, by id, class or process"],
  ["domain(*.example.com)", "a host and what is below it"],
] as const;

interface PolicyExample {
  readonly says: string;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Pieces of a document to begin with; each is valid by itself in the tenant's layer. */
export const POLICY_EXAMPLES: readonly PolicyExample[] = [
  {
    says: "Ask before something leaves; the rule's examples are checked when it is saved",
    document: {
      rules: [
        {
          ...{ effect: "ask", match: "command(git push *)", reason: "leaves the desktop" },
          ...{ matches: ["git push origin main"], notMatches: ["git status"] },
        },
      ],
    },
  },
  { says: "Deny an application", document: { rules: [{ effect: "deny", match: "app(browser)" }] } },
  { says: "Two people for an approval, ten minutes", document: { approvals: { fourEyes: true, ttlSeconds: 600 } } },
  {
    says: "What is kept of the screen: none, hashes or masked pictures, how much, how long",
    document: { recording: { frames: "masked", bytesMax: 67_108_864, retentionDays: 30 } },
  },
  { says: "At most so many tasks at a time", document: { limits: { concurrentTasks: 20 } } },
];

/** The text with the example in it: lists grow at their end, settings are set. Null where the text is no JSON object. */
export function withExample(text: string, example: Readonly<Record<string, unknown>>): string | null {
  const document = text.trim() === "" ? {} : parseObject(text);
  if (document === null) return null;
  const merged = { ...document };
  for (const [name, value] of Object.entries(example)) {
    const there = merged[name];
    if (Array.isArray(value)) merged[name] = [...(Array.isArray(there) ? there : []), ...value];
    else merged[name] = { ...Object(there), ...Object(value) };
  }
  return JSON.stringify(merged, null, 2);
}
