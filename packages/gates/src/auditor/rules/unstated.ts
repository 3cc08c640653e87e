import type { AuditRule } from "../rule-pack.ts";

/**
 * Where nobody said what the work is for (`goal: ""`), no step is unasked: what has consequences is asked about. Rules on
 * directives, hidden effects, domains and runs hold as ever.
 */
export const UNSTATED_RULES: readonly AuditRule[] = [
  {
    ...{ id: "consequence.unstated", version: 1, severity: "warn", actions: "any", isAnswerable: true },
    meanings: [
      ...(["pay", "transfer", "delete", "send", "publish", "sign", "accept", "grant", "security", "cancel"] as const),
      ...(["subscribe", "submit", "install", "account", "rate", "book", "run", "export"] as const),
    ],
    when: ["goal.unknown"],
    reason: "a step with consequences, and no goal is known",
    matches: [
      { target: "push button: Delete order", url: "Orders - Order Desk", goal: "" },
      { target: "button: Buy now", goal: "" },
    ],
    notMatches: [
      { target: "push button: Save", url: "notes.txt - Mousepad", goal: "" },
      { target: "menu item: Open...", url: "notes.txt - Mousepad", goal: "" },
      { target: "button: Buy now", goal: "Buy the blue lamp" },
    ],
  },
  {
    ...{ id: "program.unstated", version: 1, severity: "warn", actions: ["click", "navigate"], isAnswerable: true },
    meanings: ["download", "other", "confirm"],
    when: ["link.program", "goal.unknown"],
    reason: "a program would be downloaded, and no goal is known",
    matches: [{ target: "link: Setup", linkTarget: "https://app.example.com/a.exe", goal: "" }],
    notMatches: [{ target: "link: Manual", linkTarget: "https://app.example.com/a.pdf", goal: "" }],
  },
  {
    ...{
      id: "data.carried-unstated",
      version: 1,
      severity: "warn",
      actions: "any",
      meanings: "any",
      isAnswerable: true,
    },
    when: ["data.carried", "goal.unknown"],
    reason: "personal data seen or copied earlier would go elsewhere, and no goal is known",
    matches: [
      {
        action: "type",
        target: "text entry area: ",
        url: "Untitled - Mousepad",
        goal: "",
        content: { fromSteps: [1] },
        ledger: { data: [{ step: 1, kind: "phone", how: "seen", place: "Customers - Order Desk" }] },
      },
    ],
    notMatches: [
      {
        action: "type",
        target: "text entry area: ",
        url: "Orders - Order Desk",
        goal: "",
        content: { fromSteps: [1] },
        ledger: { data: [{ step: 1, kind: "phone", how: "seen", place: "Customers - Order Desk" }] },
      },
    ],
  },
];
