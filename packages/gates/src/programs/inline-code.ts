import { inlineLanguage } from "./inline-languages.ts";
import { cutInlineText, type InlineLiteral } from "./inline-text.ts";

export interface InlineVerdict {
  readonly verdict: "ask" | "deny";
  readonly code: string;
  readonly reason: string;
}

const deny = (code: string, reason: string): InlineVerdict => ({ verdict: "deny", code, reason });

/** Beyond this many UTF-16 code units nobody would review it, and the search shall stay short. */
const TEXT_MAX = 65_536;

/**
 * Judges program text given on a command line. It is never allowed without a question; it is denied when it starts
 * processes, reaches the network, deletes, hides its own text or leaves the allowed directories. Words are looked for,
 * nothing is run or parsed: a text that only mentions a word may be denied, one that hides it must use a word for hiding.
 */
export function judgeInlineCode(language: string, text: string): InlineVerdict {
  if (text.length > TEXT_MAX) return deny("command.inline_hidden", "the inline program is too long to be judged");
  const known = inlineLanguage(language);
  const cut = cutInlineText(text, known.literals);
  const code = `${cut.code}\n${cut.literals
    .filter(isName)
    .map(({ text: name }) => name)
    .join("\n")}`;
  if (known.hides.test(code) || hasEscapedLetters(text) || cut.literals.some(isDecoding))
    return deny("command.inline_hidden", "the inline program reaches names by text or decodes text");
  if (known.processes.test(code))
    return deny("command.inline_process", "the inline program starts or signals processes");
  if (known.network.test(code)) return deny("command.inline_network", "the inline program reaches the network");
  if (known.deletes.test(code)) return deny("command.inline_delete", "the inline program deletes");
  if (known.leaves.test(code) || cut.literals.some(leavesRoots) || OUTSIDE.test(text) || PROTECTED.test(text))
    return deny("command.inline_outside", "the inline program leaves the allowed directories");
  return { verdict: "ask", code: "command.inline", reason: "inline program text of another language" };
}

/** Literals that name modules or members are code: `require('net')`, `fs['rm']`. */
const isName = ({ before, after }: InlineLiteral): boolean =>
  /\b(?:require|import|from|use|using)\s*\(?\s*$/.test(before) || (/\[\s*$/.test(before) && /^\s*\]/.test(after));

/** Printable letters, digits or path characters written as numbers. */
function hasEscapedLetters(text: string): boolean {
  for (const [, hex, brace, octal] of text.matchAll(ESCAPES)) {
    const value = octal === undefined ? Number.parseInt(hex ?? brace ?? "0", 16) : Number.parseInt(octal, 8);
    if (/[A-Za-z0-9/._~]/.test(String.fromCharCode(value & 0xffff))) return true;
  }
  return text.includes("\\N{");
}
const ESCAPES = /\\(?:(?:x|u|U0000)([0-9A-Fa-f]{2,4})|[xu]\{([0-9A-Fa-f]{1,6})\}|([01][0-7]{2}))/g;

const DECODERS =
  /^(?:base64|base64url|hex|rot_?13|unicode_escape|raw_unicode_escape|string_escape|punycode|idna|uu|zip|bz2)$/;

const isDecoding = ({ text, before }: InlineLiteral): boolean =>
  DECODERS.test(text) && !/(?:toString|digest|encode)\s*\(\s*$/.test(before);

const ALLOWED = /^\/(?:(?:workspace|tmp)(?:\/|$)|dev\/(?:null|stdin|stdout|stderr|fd\/\d+)$)/;

/** A literal that is a path out of /workspace and /tmp. */
function leavesRoots(literal: InlineLiteral): boolean {
  const text = literal.text.trim();
  if (/(?:^|[/=])\.\.(?:\/|$)/.test(text) || /^~(?:\/|[a-z]|$)/.test(text) || /^file:/i.test(text)) return true;
  if (text === "." && /^\s*\*/.test(literal.after)) return true;
  if (text === "/") return !isSeparator(literal);
  return /^\/[^\s>]/.test(text) && !ALLOWED.test(text);
}

/** A single slash that splits, joins, strips or is looked for. */
function isSeparator({ before, after }: InlineLiteral): boolean {
  if (/^\s*\.\s*join\b/.test(after)) return true;
  if (/(?<!path)\.\s*join\s*\(\s*$/.test(before)) return /^\s*\)/.test(after);
  return /(?:split|partition|strip|replace|count|find|index|indexOf|includes|startswith|endswith|sep\s*=|explode|in|==)\s*\(?\s*$/i.test(
    before,
  );
}

/** Directories of the system named anywhere, quote-like operators and bare words included. */
const OUTSIDE =
  /(?:^|[^\w./-])\/(?:etc|root|home|proc|sys|usr|opt|boot|mnt|media|srv|var|run|lib\w*|s?bin|dev(?!\/(?:null|std(?:in|out|err)|fd\/\d)\b))(?:\/[\w.*]|[\s"'`)\]}>,;]|$)/;
/** `.git` and `.claude` as a component, in any case. */
const PROTECTED = /(?:^|[\s"'`/\\({[<=:])\.(?:git|claude|ssh|gnupg)(?:$|[\s"'`/\\)}\]>,;:])/i;
