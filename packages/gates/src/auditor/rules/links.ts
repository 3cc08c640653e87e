import type { AuditRule } from "../rule-pack.ts";

/** Where links lead, what they load, and where forms are sent. */
export const LINK_RULES: readonly AuditRule[] = [
  {
    ...{
      id: "link.impostor",
      version: 1,
      severity: "block",
      actions: ["click", "navigate", "drag"],
      meanings: "any",
      when: ["link.imitates"],
    },
    reason: "the link leads to a domain that imitates the expected one",
    matches: [
      {
        target: "link: Log in",
        url: "https://bank.example.org/",
        linkTarget: "https://bank-example-org.test/",
        goal: "Log in to bank.example.org",
      },
    ],
    notMatches: [
      {
        target: "link: Log in",
        url: "https://bank.example.org/",
        linkTarget: "https://login.bank.example.org/",
        goal: "Log in to bank.example.org",
      },
    ],
  },
  {
    ...{
      id: "link.disguised",
      version: 1,
      severity: "block",
      actions: ["click", "navigate"],
      meanings: "any",
      when: ["link.disguised"],
    },
    reason: "the label names one domain, the link leads to another",
    matches: [{ target: "link: bank.example.org", linkTarget: "https://other.test/", goal: "Open the bank" }],
    notMatches: [
      { target: "link: bank.example.org", linkTarget: "https://bank.example.org/help", goal: "Open the bank" },
    ],
  },
  {
    ...{
      id: "download.foreign",
      version: 1,
      severity: "block",
      actions: ["click", "navigate"],
      meanings: ["download", "install", "run"],
      when: ["link.foreign"],
    },
    reason: "a download from a domain that the goal never named",
    matches: [
      {
        target: "link: Download plug-in",
        url: "https://video.example.com/",
        linkTarget: "https://codec.test/a.exe",
        goal: "Watch the lecture",
      },
    ],
    notMatches: [
      {
        target: "link: Download notes",
        url: "https://video.example.com/",
        linkTarget: "https://video.example.com/notes.pdf",
        goal: "Download the notes",
      },
    ],
  },
  {
    ...{
      id: "program.foreign",
      version: 1,
      severity: "block",
      actions: ["click", "navigate"],
      meanings: "any",
      when: ["link.program", "link.foreign"],
    },
    reason: "a program from a domain that the goal never named",
    matches: [
      {
        target: "link: Player",
        url: "https://video.example.com/",
        linkTarget: "https://codec.test/a.exe",
        goal: "Watch the lecture",
      },
    ],
    notMatches: [
      {
        target: "link: Player",
        url: "https://video.example.com/",
        linkTarget: "https://codec.test/about",
        goal: "Watch the lecture",
      },
    ],
  },
  {
    ...{
      id: "program.unasked",
      version: 1,
      severity: "block",
      actions: ["click", "navigate"],
      meanings: ["download", "other", "confirm"],
      when: ["link.program", "!goal.asks", "!goal.unknown"],
    },
    reason: "a program would be downloaded that the goal does not ask for",
    matches: [
      {
        target: "link: Setup",
        url: "https://video.example.com/",
        linkTarget: "https://video.example.com/a.exe",
        goal: "Watch the lecture",
      },
    ],
    notMatches: [
      {
        target: "link: Download setup",
        url: "https://video.example.com/",
        linkTarget: "https://video.example.com/a.exe",
        goal: "Download the installer",
      },
    ],
  },
  {
    ...{
      id: "form.impostor",
      version: 1,
      severity: "block",
      actions: ["click", "key", "submit"],
      meanings: "any",
      when: ["form.imitates"],
    },
    reason: "the form is sent to a domain that imitates the expected one",
    matches: [
      {
        target: "button: Log in",
        url: "https://bank.example.org/",
        formAction: "https://bank-example-org.test/",
        goal: "Log in to bank.example.org",
      },
    ],
    notMatches: [
      {
        target: "button: Log in",
        url: "https://bank.example.org/",
        formAction: "https://bank.example.org/in",
        goal: "Log in to bank.example.org",
      },
    ],
  },
];
