/**
 * What a word can mean to the auditor. Consequences name what an element does; the other concepts describe who is spoken to,
 * how, and about what.
 */
export const CONSEQUENCES = [
  ...["pay", "transfer", "delete", "send", "publish", "sign", "accept", "grant", "security", "cancel", "subscribe"],
  ...["book", "submit", "rate", "install", "download", "run", "account", "export"],
] as const;
export type Consequence = (typeof CONSEQUENCES)[number];
export const isConsequence = (concept: Concept): concept is Consequence =>
  (CONSEQUENCES as readonly string[]).includes(concept);

export const CONCEPTS = [
  ...CONSEQUENCES,
  ...["password", "otp", "card", "pin", "seed", "key", "identity", "name", "email", "phone", "address", "birth"],
  ...[
    "login",
    "decline",
    "confirm",
    "info",
    "noun",
    "robot",
    "helper",
    "call",
    "ignore",
    "instruction",
    "user",
    "must",
  ],
  ...[
    "judge",
    "teach",
    "undo",
    "permanent",
    "every",
    "silent",
    "condition",
    "order",
    "cost",
    "press",
    "subordinate",
    "not",
  ],
  ...["and", "money", "total", "record", "role", "chat", "protection", "off", "command", "tell", "local", "plain"],
] as const;
export type Concept = (typeof CONCEPTS)[number];

/**
 * Words of one language by concept, separated by blanks: `word` is that word, `stem*` every word that begins so, `two_words` a
 * phrase. In scripts that write no blanks between words (Chinese, Japanese, Thai) and in Korean, Arabic and Hebrew a word counts
 * wherever it stands.
 */
export type Lexicon = Partial<Record<Concept, string>>;
