/** What no answer may show, whatever was asked: each with the word for it that a report can say. */
const LEAKS: readonly (readonly [what: string, expression: RegExp])[] = [
  ["a traceback", /Traceback \(most recent call last\)|File "[^"]*", line \d+|^\s+at .+:\d+:\d+\)?$/m],
  ["an exception's message", /\b[A-Z]\w*(?:Error|Exception|Warning)\b:|\[Errno \d+\]|\berrno\b/i],
  ["a system's error code", /\bE(?:ACCES|CONN\w+|EXIST|INVAL|ISDIR|NOENT|NOSPC|NOTDIR|PERM|PIPE)\b/],
  [
    "a path outside the session's directories",
    /(?<![\w./-])\/(?:bin|boot|dev|etc|lib\w*|mnt|opt|proc|root|run|sbin|srv|sys|usr|var)(?:\/|\b)/,
  ],
  ["another home", /(?<![\w./-])\/home\/(?!agent\b)/],
  // The first line of an application's state is how agents know it; whoever may read the state may know the process.
  ["a process id", /^(?!App=[^\n]* \(pid \d+\)$)[^\n]*\bpid[ =:#]+\d+/im],
  ["a component's name", /\b(?:dockerd?|containerd|runc|xlib|badwindow|drizzle|postgres|bullmq|redis)\b/i],
];

/** What an answer shows that it may not; null: nothing. `secret` must not be in it, in no form that a reader can see. */
export function leakIn(answer: unknown, secret: string): string | null {
  const texts = textsOf(answer);
  if (texts.some((text) => text.includes(secret) || decoded(text).includes(secret))) return "the secret";
  for (const [what, expression] of LEAKS) if (texts.some((text) => expression.test(text))) return what;
  return null;
}

/** All texts at any depth, the names of members too. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
}

const decoded = (text: string): string =>
  /^[A-Za-z0-9+/]{16,}={0,2}$/.test(text) ? Buffer.from(text, "base64").toString("utf8") : "";
