import { type Command, forEachChild, type ParsedScript, parse, type Statement, type SyntaxNode } from "unbash";
import { foreignBlanks, hasForeignBlank } from "./characters.ts";
import type { Span } from "./invocation.ts";

export interface SyntaxFault {
  readonly code: string;
  readonly reason: string;
  readonly span: Span;
}

export type Reading =
  | { readonly script: ParsedScript; readonly fault: null }
  | { readonly script: null; readonly fault: SyntaxFault };

/** More nodes, or substitutions (each is parsed anew), than anybody writes: the work stays bounded. */
const NODES_MAX = 30_000;
const SCRIPTS_MAX = 500;

/** Every kind of node that the walk understands. Another one (a later parser) is refused, not skipped. */
const KNOWN_NODES: ReadonlySet<string> = new Set(
  (
    "Script Statement CompoundList CaseItem Elif Command If For ArithmeticFor Select While Subshell BraceGroup Case " +
    "TestCommand ArithmeticCommand Redirected Function Coproc Pipeline Time Negation AndOr Word Literal Glob " +
    "SingleQuoted DoubleQuoted AnsiCQuoted LocaleString SimpleExpansion ParameterExpansion CommandExpansion " +
    "ArithmeticExpansion ProcessSubstitution ExtendedGlob BraceExpansion Assignment ArrayValue Redirect HereString " +
    "HereDoc HereDocDelimiter HereDocBody FileDescriptor FileDescriptorVariable ArithmeticBinary ArithmeticUnary " +
    "ArithmeticTernary ArithmeticGroup ArithmeticWord ArithmeticCommandExpansion TestUnary TestBinary TestLogical " +
    "TestNot TestGroup Default Remove Replace Slice CaseModification Transform Names"
  ).split(" "),
);

/**
 * Parses Bash text whose characters were checked. The parser recovers from errors and knows later Bash; here an error
 * at any level, a construct of Bash 5.3 or one that Bash reads only with an option is a fault of the whole text.
 */
export function parseScript(text: string): Reading {
  const script = parse(text);
  const quoted: Span[] = [];
  const fault = faultIn(script, {
    text,
    hasExtendedGlobs: text.includes("extglob"),
    quoted,
    isPattern: false,
    seen: { nodes: 0, scripts: 0 },
  });
  if (fault !== null) return { script: null, fault };
  if (hasForeignBlank(text)) {
    const bare = foreignBlanks(text).find((pos) => !quoted.some((span) => span.pos <= pos && pos < span.end));
    if (bare !== undefined)
      return {
        script: null,
        fault: unreadable("command.characters", "a blank that is no space stands outside quotes", bare),
      };
  }
  return { script, fault: null };
}

interface Place {
  /** What positions count in. */
  readonly text: string;
  readonly hasExtendedGlobs: boolean;
  /** Collects what may hold foreign blanks. */
  readonly quoted: Span[];
  /** Inside `[[ ]]`, where extended patterns are always read. */
  readonly isPattern: boolean;
  readonly seen: { nodes: number; scripts: number };
}

function faultIn(node: SyntaxNode, place: Place): SyntaxFault | null {
  if (!KNOWN_NODES.has(node.type))
    return unreadable("command.unreadable", "a construct that is not understood", node.pos);
  if (++place.seen.nodes > NODES_MAX || (node.type === "Script" && ++place.seen.scripts > SCRIPTS_MAX))
    return unreadable("command.too_complex", "the command does more than can be judged", node.pos);
  const own = ownFault(node, place);
  if (own !== null) return own;
  const inner = placeOfChildren(node, place);
  let found: SyntaxFault | null = null;
  forEachChild(node, (child) => {
    found ??= faultIn(child, inner);
  });
  return found;
}

function placeOfChildren(node: SyntaxNode, place: Place): Place {
  if (node.type === "TestCommand") return { ...place, isPattern: true };
  // Escaped backquotes: positions count in the decoded text, so nothing in there excuses a blank of the text itself.
  if (node.type === "Script" && node.source !== undefined) return { ...place, text: node.source, quoted: [] };
  return place;
}

function ownFault(node: SyntaxNode, { text, quoted, isPattern, hasExtendedGlobs }: Place): SyntaxFault | null {
  switch (node.type) {
    case "Script":
      return node.errors !== undefined && node.errors.length > 0
        ? unreadable("command.parse", "Bash cannot parse the command", node.errors[0]?.pos ?? node.pos)
        : droppedBetween(node.commands, node, text);
    case "CompoundList":
      return droppedBetween(node.commands, null, text);
    case "Command":
      return droppedInside(node, text);
    case "For":
    case "Select":
      return /^[A-Za-z_]\w*$/.test(node.name.text)
        ? null
        : unreadable("command.parse", "a loop over something that is no name", node.pos);
    case "ArithmeticFor":
      return /^for(?:[ \t]|\\\n)*\(\(/.test(text.slice(node.pos, node.pos + 64))
        ? null
        : unreadable("command.parse", "Bash cannot parse the command", node.pos);
    case "Redirect":
      // Digits right before another redirection are its descriptor: then this one has no target.
      return node.target !== undefined && /^\d+$/.test(node.target.text) && /[<>]/.test(text[node.target.end] ?? "")
        ? unreadable("command.parse", "Bash cannot parse the command", node.pos)
        : null;
    case "SingleQuoted":
    case "DoubleQuoted":
    case "AnsiCQuoted":
    case "LocaleString":
    case "HereDocBody":
      quoted.push({ pos: node.pos, end: node.end });
      return null;
    case "CommandExpansion":
      if (node.script === undefined || isLaterForm(node.text))
        return unreadable("command.unreadable", "a substitution that Bash 5.2 reads in another way", node.pos);
      return null;
    case "ProcessSubstitution":
      return node.script === undefined ? unreadable("command.parse", "Bash cannot parse the command", node.pos) : null;
    case "ExtendedGlob":
      return isPattern || hasExtendedGlobs
        ? null
        : unreadable("command.parse", "an extended pattern without the option for it", node.pos);
    case "HereDoc":
      return node.closing === undefined || node.delimiter === undefined
        ? unreadable("command.parse", "a here-document has no end", node.pos)
        : null;
    case "ParameterExpansion":
      return node.operation?.type === "Unknown"
        ? unreadable("command.parse", "a parameter expansion that Bash refuses", node.pos)
        : null;
    default:
      return null;
  }
}

/** `${ cmd; }` and `${| cmd; }` are substitutions only from Bash 5.3 on. */
const isLaterForm = (text: string): boolean => text.startsWith("${");

function unreadable(code: string, reason: string, pos: number): SyntaxFault {
  return { code, reason, span: { pos, end: pos + 1 } };
}

/** The parser drops some brackets that Bash refuses: between the words of a command stand blanks only. */
function droppedInside(node: Command, text: string): SyntaxFault | null {
  let at = node.pos;
  const name = node.name === undefined ? [] : [node.name];
  for (const item of [...node.prefix, ...name, ...node.suffix]) {
    if (item.pos > at && !/^(?:[ \t]|\\\n)*$/.test(text.slice(at, item.pos)))
      return unreadable("command.parse", "Bash cannot parse the command", at);
    at = Math.max(at, item.end);
  }
  return null;
}

/** Between commands stand separators and comments only; here-documents stand there too and are left out of this. */
function droppedBetween(commands: readonly Statement[], whole: Span | null, text: string): SyntaxFault | null {
  if (text.includes("<<")) return null;
  let at = whole?.pos ?? commands[0]?.pos ?? 0;
  for (const { pos, end } of [...commands, ...(whole === null ? [] : [{ pos: whole.end, end: whole.end }])]) {
    const between = pos > at ? text.slice(at, pos) : "";
    if (/[^\s;&]/.test(between) && /[^\s;&\\]/.test(between.replaceAll(/(^|[\s;&])#[^\n]*/g, "$1")))
      return unreadable("command.parse", "Bash cannot parse the command", at);
    at = end;
  }
  return null;
}
