import type { AuditRule } from "../rule-pack.ts";

const ENTERS = ["type", "paste", "select", "submit", "click", "key", "upload"] as const;

/** Secrets, personal data, links and downloads on domains that are not the one that is meant. */
export const DOMAIN_RULES: readonly AuditRule[] = [
  {
    ...{
      id: "secret.impostor",
      version: 1,
      severity: "block",
      actions: ENTERS,
      meanings: "any",
      when: ["enters.secret", "place.imitates"],
    },
    reason: "a secret would go to a domain that imitates the expected one",
    matches: [
      {
        action: "type",
        target: "textbox: Password",
        url: "https://webmail.city-example.org.account-check.test/",
        goal: "Log in to webmail.city-example.org",
      },
    ],
    notMatches: [
      {
        action: "type",
        target: "textbox: Password",
        url: "https://webmail.city-example.org/",
        goal: "Log in to webmail.city-example.org",
      },
    ],
  },
  {
    ...{
      id: "secret.foreign",
      version: 1,
      severity: "block",
      actions: ENTERS,
      meanings: "any",
      when: ["enters.secret", "place.foreign"],
    },
    reason: "a secret would go to a domain other than the expected one",
    matches: [
      { action: "type", target: "textbox: Password", url: "https://portal.test/", goal: "Log in to stay.example.com" },
    ],
    notMatches: [
      { action: "type", target: "textbox: City", url: "https://portal.test/", goal: "Log in to stay.example.com" },
    ],
  },
  {
    ...{
      id: "secret.unneeded",
      version: 1,
      severity: "block",
      actions: ENTERS,
      meanings: "any",
      when: ["enters.secret", "!secret.needed"],
    },
    reason: "a secret would be given away that the goal does not need",
    matches: [
      {
        action: "type",
        target: "textbox: 短信验证码",
        url: "https://kuaidi-buchang.test/",
        page: "请在此填写短信验证码领取",
        goal: "查快递到哪了",
      },
    ],
    notMatches: [
      { action: "type", target: "textbox: Card number", url: "https://shop.example.com/", goal: "Buy the lamp" },
    ],
  },
  {
    ...{
      id: "secret.asked",
      version: 1,
      severity: "warn",
      actions: ENTERS,
      meanings: "any",
      when: ["enters.secret", "secret.needed"],
      isAnswerable: true,
    },
    reason: "a secret is entered on the expected site",
    matches: [
      {
        action: "type",
        target: "textbox: Password",
        url: "https://stay.example.com/login",
        goal: "Log in to stay.example.com",
      },
    ],
    notMatches: [
      { action: "type", target: "textbox: City", url: "https://stay.example.com/", goal: "Search hotels in Bergen" },
    ],
  },
  {
    ...{
      id: "person.impostor",
      version: 1,
      severity: "block",
      actions: ENTERS,
      meanings: "any",
      when: ["enters.person", "place.imitates"],
    },
    reason: "personal data would go to a domain that imitates the expected one",
    matches: [
      {
        action: "type",
        target: "textbox: Phone",
        url: "https://stay-example.test/",
        goal: "Book a room on stay.example.com",
      },
    ],
    notMatches: [
      {
        action: "type",
        target: "textbox: Phone",
        url: "https://stay.example.com/",
        goal: "Book a room on stay.example.com",
      },
    ],
  },
  {
    ...{
      id: "entry.impostor",
      version: 1,
      severity: "block",
      actions: ["type", "paste", "select", "upload"],
      meanings: "any",
      when: ["place.imitates"],
    },
    reason: "what is entered would go to a domain that imitates the expected one",
    matches: [
      {
        action: "type",
        target: "textbox: Reference",
        url: "https://stay-example.test/",
        goal: "Book a room on stay.example.com",
      },
    ],
    notMatches: [
      {
        action: "type",
        target: "textbox: Reference",
        url: "https://stay.example.com/",
        goal: "Book a room on stay.example.com",
      },
    ],
  },
  {
    ...{
      id: "person.foreign",
      version: 1,
      severity: "block",
      actions: ENTERS,
      meanings: "any",
      when: ["enters.person", "place.foreign"],
    },
    reason: "personal data would go to a domain other than the expected one",
    matches: [
      {
        action: "type",
        target: "textbox: Birth date",
        url: "https://leads.test/",
        goal: "Book a lesson on gym.example.net",
      },
    ],
    notMatches: [
      {
        action: "type",
        target: "textbox: Birth date",
        url: "https://gym.example.net/",
        goal: "Book a lesson on gym.example.net",
      },
    ],
  },
  {
    ...{
      id: "domain.impostor",
      version: 1,
      severity: "block",
      actions: ["click", "key", "submit", "navigate", "upload"],
      meanings: [
        "pay",
        "transfer",
        "delete",
        "send",
        "publish",
        "sign",
        "accept",
        "grant",
        "security",
        "cancel",
        "subscribe",
        "book",
        "submit",
        "rate",
        "install",
        "download",
        "run",
        "account",
        "export",
        "confirm",
        "other",
      ],
      when: ["place.imitates"],
    },
    reason: "the page is on a domain that imitates the expected one",
    matches: [
      {
        target: "link: Statements",
        url: "https://bank-example.test/",
        goal: "Open bank.example and list the statements",
        linkTarget: "https://bank-example.test/x",
      },
    ],
    notMatches: [
      { target: "button: Close", url: "https://bank-example.test/", goal: "Open bank.example and list the statements" },
    ],
  },
  {
    ...{
      id: "domain.foreign",
      version: 1,
      severity: "block",
      actions: ["click", "key", "submit"],
      meanings: ["pay", "transfer", "sign", "grant", "security", "subscribe", "install", "account"],
      when: ["place.foreign"],
    },
    reason: "a step with consequences on a domain other than the expected one",
    matches: [{ target: "button: Pay 20.00", url: "https://pay.test/", goal: "Pay 20.00 on shop.example.com" }],
    notMatches: [
      { target: "button: Pay 20.00", url: "https://shop.example.com/", goal: "Pay 20.00 on shop.example.com" },
    ],
  },
  {
    ...{
      id: "login.foreign",
      version: 1,
      severity: "block",
      actions: ["click", "key", "submit"],
      meanings: "any",
      when: ["logs-in", "place.foreign"],
    },
    reason: "a login on a domain other than the expected one",
    matches: [{ target: "button: Sign in", url: "https://portal.test/", goal: "Log in to stay.example.com" }],
    notMatches: [{ target: "button: Sign in", url: "https://stay.example.com/", goal: "Log in to stay.example.com" }],
  },
  {
    ...{ id: "identity.unneeded", version: 1, severity: "block", actions: ENTERS, meanings: "any" },
    when: ["enters.identity", "goal.reads", "!goal.mentions-data"],
    reason:
      "a document or record that says who somebody is would be given away, and the goal only wants to know something",
    matches: [{ action: "type", target: "textbox: Passport number", goal: "Read about the prize draw" }],
    notMatches: [{ action: "type", target: "textbox: Passport number", goal: "Check in with my passport" }],
  },
];
