import type { AuditContext } from "@deskfleet/contracts";
import { emptyLedger } from "./ledger.ts";

/** A short form of a context, for examples of rules: what is not said is as on a quiet page. */
export interface ExampleRow {
  readonly action?: AuditContext["action"];
  /** `button: Delete` */
  readonly target?: string;
  readonly url?: string;
  readonly linkTarget?: string;
  readonly formAction?: string;
  readonly page?: string;
  readonly hidden?: string;
  readonly goal?: string;
  readonly trusted?: readonly string[];
  readonly command?: string;
  readonly content?: Partial<AuditContext["content"]>;
  readonly ledger?: Partial<AuditContext["ledger"]>;
  readonly effect?: string;
  readonly targetAtExecution?: string;
  readonly confirmation?: string;
}

export function exampleContext(row: ExampleRow): AuditContext {
  return {
    action: row.action ?? "click",
    target: row.target === undefined ? null : targetOf(row.target),
    targetAtExecution: row.targetAtExecution === undefined ? null : targetOf(row.targetAtExecution),
    place: {
      url: row.url ?? "https://app.example.com/",
      linkTarget: row.linkTarget ?? null,
      formAction: row.formAction ?? null,
    },
    page: { text: row.page ?? "", hidden: row.hidden === undefined ? [] : [row.hidden], fields: [] },
    goal: row.goal ?? "Read the page",
    trustedDomains: [...(row.trusted ?? [])],
    content: {
      kinds: [],
      autofilled: [],
      amount: null,
      fromSteps: [],
      source: null,
      isForeign: false,
      text: "",
      ...row.content,
    },
    sees: [],
    effect: row.effect ?? null,
    command: row.command ?? null,
    path: null,
    confirmation: row.confirmation ?? null,
    atSeconds: null,
    recent: [],
    ledger: { ...emptyLedger(), ...row.ledger },
  };
}

function targetOf(text: string): { role: string; text: string } {
  const colon = text.indexOf(": ");
  return { role: text.slice(0, colon), text: text.slice(colon + 2) };
}
