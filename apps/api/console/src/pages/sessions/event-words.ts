type Params = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);
const count = (value: unknown, noun: string) => `${numberOf(value)} ${noun}${numberOf(value) === 1 ? "" : "s"}`;
const textOf = (value: unknown): string | null => (typeof value === "string" ? value.replaceAll("_", " ") : null);

/** What happened to a session, in words; null: its parameters say it. */
const WORDS: Readonly<Record<string, (params: Params) => string | null>> = {
  "session.controlled": ({ state, keys, clicks, reason }) =>
    state === "taken"
      ? "a person took control"
      : `handed back after ${count(keys, "key")} and ${count(clicks, "click")}${reason === "released" ? "" : `, ${textOf(reason)}`}`,
  "session.stopped": ({ effectMs, scope, isConfirmed }) =>
    [
      typeof effectMs === "number" ? `in force after ${effectMs} ms` : null,
      scope === "tenant" || scope === "fleet" ? `the whole ${scope}` : null,
      isConfirmed === false ? "not confirmed by the desktop" : null,
    ]
      .filter((each) => each !== null)
      .join(", "),
  "session.paused": ({ reason, failures }) =>
    reason === "person"
      ? "by a person"
      : typeof failures === "number"
        ? `${failures} failures in a row`
        : textOf(reason),
  "session.clipboard_read": ({ characters, masked }) =>
    `a person read ${count(characters, "character")} of its clipboard${Array.isArray(masked) && masked.length > 0 ? `, masked: ${masked.join(", ")}` : ""}`,
  "session.resumed": () => "goes on",
};

export const eventWords = (action: string, params: Params): string | null => WORDS[action]?.(params) ?? null;
export const countWords = count;
