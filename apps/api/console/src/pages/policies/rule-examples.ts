/** As in docs/policies.md. */
export const RULE_EXAMPLES = [
  ["tool(computer_process_*)", "every tool whose name begins so"],
  ["command(git push *)", "a command, whatever follows"],
  ["read(/workspace/**)", "reading anything below a directory"],
  ["write(/workspace/out/**)", "writing there"],
  ["app(keepassxc)", "an application, by id, class or process"],
  ["domain(*.example.com)", "a host and what is below it"],
] as const;
