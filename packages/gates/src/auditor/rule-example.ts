import type { AuditContext } from "@deskfleet/contracts";
import { emptyLedger } from "./ledger.ts";

/** A short form of a context, for examples of rules: what is not said is as on a quiet page. */
export interface ExampleRow {
  readonly action?: AuditContext["action"] | undefined;
  /** `button: Delete` */
  readonly target?: string | undefined;
  readonly url?: string | undefined;
  readonly linkTarget?: string | undefined;
  readonly formAction?: string | undefined;
  readonly page?: string | undefined;
  readonly hidden?: string | undefined;
  readonly goal?: string | undefined;
  readonly trusted?: readonly string[] | undefined;
  readonly command?: string | undefined;
  readonly content?: Partial<AuditContext["content"]> | undefined;
  readonly ledger?: Partial<AuditContext["ledger"]> | undefined;
  readonly effect?: string | undefined;
  readonly targetAtExecution?: string | undefined;
  readonly confirmation?: string | undefined;
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
