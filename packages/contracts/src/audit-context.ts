import { z } from "zod";

/**
 * What the auditor judges: one pending action with everything around it that its rules read. The worker assembles it; it is plain
 * data, so that a verdict that was wrong can be kept and judged again.
 */

/** `scroll`, `hover`, `wait`, `screenshot` and `read` change nothing and are never stopped by a page. */
export const AUDIT_ACTIONS = [
  ...["click", "type", "key", "submit", "paste", "select", "drag", "navigate", "copy", "upload"],
  ...["scroll", "hover", "wait", "screenshot", "read", "run", "write_file", "read_file", "delete_file"],
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** Kinds of data that the ledger follows. `secret` ones open or pay something, `person` ones say who somebody is. */
export const DATA_KINDS = {
  ...{ password: "secret", api_key: "secret", token: "secret", private_key: "secret", otp: "secret", card: "secret" },
  ...{ pin: "secret", seed: "secret", iban: "person", national_id: "person", phone: "person", email: "person" },
  ...{
    name: "person",
    address: "person",
    birth_date: "person",
    identity: "person",
    medical: "person",
    salary: "person",
  },
  ...{ person: "person", document: "person", other: "person" },
} as const satisfies Record<string, "secret" | "person">;
export const DataKind = z.enum(Object.keys(DATA_KINDS) as [keyof typeof DATA_KINDS]);
export type DataKind = z.infer<typeof DataKind>;

export const AuditTarget = z.strictObject({
  role: z.string(),
  /** The name that people see, and where there is no label a value after it. */
  text: z.string(),
});
export type AuditTarget = z.infer<typeof AuditTarget>;

/** Where data came into the run: at which step, how, and on whose page (a host or a window). */
export const LedgerEntry = z.strictObject({
  step: z.int(),
  kind: DataKind,
  how: z.enum(["seen", "typed", "copied", "autofilled"]),
  place: z.string(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** What the session did so far, as far as later steps are judged by it. Values are never in it, only kinds. */
export const AuditLedger = z.strictObject({
  step: z.int(),
  failuresInRow: z.int(),
  data: z.array(LedgerEntry),
  /** The text last seen under an address, so that a page that is still open keeps counting. */
  pages: z.record(z.string(), z.string()),
  /** Sentences that gave orders, wherever they were read, with the address or file. */
  directives: z.array(z.strictObject({ text: z.string(), place: z.string() })),
  /** What was done that has consequences: a key for the same thing again, its sum, and how it ended. */
  done: z.array(
    z.strictObject({ consequence: z.string(), key: z.string(), amount: z.number().nullable(), failed: z.boolean() }),
  ),
  /** Files whose text did not come from the goal. */
  files: z.record(z.string(), z.enum(["foreign", "decoded"])),
  /** Persons and records that were copied. */
  copied: z.array(z.string()),
  /** Registered names, with the hosts below them that look like data. */
  lookups: z.record(z.string(), z.array(z.string())),
  confirmations: z.record(
    z.string(),
    z.strictObject({ parameters: z.string(), atSeconds: z.number(), forSeconds: z.number(), isUsed: z.boolean() }),
  ),
});
export type AuditLedger = z.infer<typeof AuditLedger>;

export const AuditContext = z.strictObject({
  action: AuditAction,
  target: AuditTarget.nullable(),
  /** The element found under the pointer when the action was about to run, where that was looked at. */
  targetAtExecution: AuditTarget.nullable(),
  /** The address of the page, or the window's title where there is none. */
  place: z.strictObject({ url: z.string(), linkTarget: z.string().nullable(), formAction: z.string().nullable() }),
  page: z.strictObject({
    /** Visible text, what stands near the target first. */
    text: z.string(),
    /** Alternative texts, titles, descriptions, and text that nobody can see. */
    hidden: z.array(z.string()),
    fields: z.array(z.strictObject({ label: z.string(), kind: DataKind.nullable() })),
  }),
  goal: z.string(),
  /** Hosts where this run is meant to work. That makes none of them a receiver of secrets. */
  trustedDomains: z.array(z.string()),
  /** What the action puts in, as far as it is known: kinds, a sum, earlier steps whose values it holds. */
  content: z.strictObject({
    kinds: z.array(DataKind),
    autofilled: z.array(DataKind),
    amount: z.number().nullable(),
    fromSteps: z.array(z.int()),
    /** Where the text came from, and whether that is the goal or somebody else. */
    source: z.string().nullable(),
    isForeign: z.boolean(),
    text: z.string(),
  }),
  /** What becomes visible by it. */
  sees: z.array(DataKind),
  /** Where its result goes: `clipboard`, `file:/path`. */
  effect: z.string().nullable(),
  command: z.string().nullable(),
  path: z.string().nullable(),
  confirmation: z.string().nullable(),
  /** Seconds since the run began. */
  atSeconds: z.number().nullable(),
  recent: z.array(z.strictObject({ action: AuditAction, result: z.string() })),
  ledger: AuditLedger,
});
export type AuditContext = z.infer<typeof AuditContext>;
