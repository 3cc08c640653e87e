import type { Dialog, DialogKind } from "@deskfleet/contracts";
import { ERROR, KIND_WORDS, NO_ERROR, TAKEN_BACK, WARNING } from "./dialog-words.ts";

/** What is known of a window, or of a part of one, that may be a dialog. */
export interface DialogFacts {
  /** By accessibility role: `region` is an alert within a window or page; `window` any other window. */
  readonly role: "alert" | "dialog" | "window" | "region";
  readonly title: string;
  /** Names of icons and descriptions of pictures. */
  readonly icons: readonly string[];
  /** What it says, in order. */
  readonly texts: readonly string[];
  readonly buttons: readonly string[];
  /** Texts and choices to enter, of which a message has hardly any. */
  readonly fields: number;
  /** Lists, tables and texts of many lines: content, not a message. */
  readonly documents: number;
}

const TEXT_MAX = 2_000;
const BUTTONS_MAX = 20;
const MESSAGE_FIELDS_MAX = 2;
const MESSAGE_BUTTONS_MAX = 4;
const KINDS: readonly DialogKind[] = ["error", "warning", "question", "information"];

/**
 * Gate 8 reports what an application tells beside an action: the error, warning, question or information of a dialog, or null for a
 * window that is none of these. Icon before title before words; what says that there are no errors is no error. A dialog that is
 * filled in, lists something or shows a text is a message only where its icon says so.
 */
export function errorDialog(facts: DialogFacts): Dialog | null {
  const kind = kindOf(facts);
  if (kind === null) return null;
  const { title, buttons } = facts;
  const known = new Set(["", title.trim(), ...buttons.map((button) => button.trim())]);
  const lines = [...new Set(facts.texts.map((text) => text.trim()))].filter((text) => !known.has(text));
  return {
    kind,
    title: title.trim() || null,
    text: cut(lines.join("\n"), TEXT_MAX),
    buttons: buttons.slice(0, BUTTONS_MAX).map((button) => cut(button.trim(), 200)),
  };
}

function kindOf(facts: DialogFacts): DialogKind | null {
  const { role, title, texts, buttons, fields, documents } = facts;
  const byIcon = facts.icons.map(named).find((kind) => kind !== null) ?? null;
  const isMessage = fields <= MESSAGE_FIELDS_MAX && documents === 0;
  switch (role) {
    case "alert":
      return byIcon ?? byTitle(title) ?? byWords(texts) ?? (isAsked(facts) ? "question" : "information");
    case "dialog":
      if (byIcon !== null) return byIcon;
      if (!isMessage || buttons.length === 0 || texts.length === 0) return null;
      return byTitle(title) ?? (fields === 0 ? (byWords(texts) ?? (isAsked(facts) ? "question" : null)) : null);
    case "region":
      return texts.length === 0 ? null : (byIcon ?? byWords(texts));
    case "window":
      if (fields > 0 || documents > 0 || buttons.length > MESSAGE_BUTTONS_MAX) return null;
      return byIcon ?? wholeTitle(title);
  }
}

/** Of a title, which can be the name of a document, the words count that say what went wrong. */
const byTitle = (title: string): DialogKind | null => wholeTitle(title) ?? byWords([title]);

function byWords(texts: readonly string[]): DialogKind | null {
  const said = fold(texts.join("\n")).replace(NO_ERROR, " ");
  const plain = said.replace(TAKEN_BACK, " ");
  if (ERROR.test(plain)) return "error";
  return plain !== said || WARNING.test(said) ? "warning" : null;
}

/** `Error`, `Order desk - Error`: a part of the title that says nothing else. */
function wholeTitle(title: string): DialogKind | null {
  const parts = title.split(/\s[-–—|·:]\s|:\s/);
  return parts.map(named).find((kind) => kind !== null) ?? null;
}

function named(name: string): DialogKind | null {
  const folded = fold(name).replace(/[!.:…！。]+$/u, "");
  return KINDS.find((kind) => KIND_WORDS[kind as keyof typeof KIND_WORDS].exec(folded)?.[0] === folded) ?? null;
}

const isAsked = ({ texts, buttons }: DialogFacts): boolean =>
  buttons.length >= 2 && texts.some((text) => /[?？]\s*$/.test(text));

const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
    .trim();

const cut = (text: string, charactersMax: number): string => {
  const characters = [...text];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join("")}…`;
};
