import type { Approval, ApprovalWarning, Evaluation } from "@deskfleet/contracts";

const TEXTS: Record<Exclude<ApprovalWarning, "auditor">, string> = {
  screen_text:
    "What the agent sees may try to steer it: text on a page, in a document or in a window's title can ask for this action. Judge the action, not the reason that it gives.",
  first_use: "The agent has not used this application yet. A lasting answer lets it use the application for anything.",
  external: "The action reaches another machine; what it sends there cannot be taken back.",
  exact_text:
    "A lasting answer covers exactly this command. What its program or its script does may change without the text changing.",
};

/** Reasons of rules hold nothing of the page. */
const AUDITED = "In the context of the screen and of the goal, this is";

/** The codes of asks that a warning belongs to; the first one goes with every approval. */
const BY_CODE: Readonly<Record<string, keyof typeof TEXTS>> = {
  "app.first_use": "first_use",
  "risk.external": "external",
};

/** In a fixed order, each once. */
export function warningsFor({ verdicts }: Evaluation, grants: readonly string[]): Approval["warnings"] {
  const codes = new Set<keyof typeof TEXTS>(["screen_text"]);
  for (const { outcome, code } of verdicts) if (outcome === "ask" && BY_CODE[code]) codes.add(BY_CODE[code]);
  if (grants.some((grant) => grant.startsWith("command(") && !grant.endsWith(" *)"))) codes.add("exact_text");
  const [first, ...others] = [...codes].map((code) => ({ code, text: TEXTS[code] }));
  const audited = verdicts.filter(({ gate, outcome }) => gate === "auditor" && outcome === "ask");
  const heard = audited.map(({ reason }) => ({ code: "auditor" as const, text: `${AUDITED} ${reason}.` }));
  return [first, ...heard, ...others].filter((warning) => warning !== undefined);
}
