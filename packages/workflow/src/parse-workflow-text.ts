import type { Fault } from "@deskfleet/contracts";
import { type Document, isScalar, Lexer, Parser, parseDocument, visit } from "yaml";

const CHARACTERS_MAX = 1_048_576;
/** A workflow of 500 steps has about 40,000. */
const LEXEMES_MAX = 100_000;
/** Twice what a workflow's deepest part needs. */
const DEPTH_MAX = 100;
const ALIASES_MAX = 20;

/**
 * A workflow as people write it, YAML 1.2 or JSON, as a value that JSON can hold. Duplicate keys, custom tags, alias bombs and aliases inside themselves are faults.
 *
 * Composing is recursive, and at the end of the stack V8 does not throw when a regular expression is compiled there: it ends
 * the process. So nesting and size are measured first, by the parts of the library that do not recurse. The library's check of
 * duplicate keys compares every key with all before it: minutes for a megabyte.
 */
export function parseWorkflowText(text: string): { document: unknown; faults: Fault[] } {
  const excess = excessOf(text);
  if (excess !== null) return faulty(excess);
  const parsed = parseDocument(text, { schema: "core", strict: true, uniqueKeys: false, prettyErrors: false });
  const [problem] = [...parsed.errors, ...parsed.warnings];
  if (problem) return faulty(`${problem.code} at character ${problem.pos[0]}`);
  const duplicate = duplicateKey(parsed);
  if (duplicate !== null) return faulty(duplicate);
  let document: unknown;
  try {
    document = parsed.toJS({ maxAliasCount: ALIASES_MAX });
  } catch {
    return faulty(`more than ${ALIASES_MAX} uses of an alias`);
  }
  return isTree(document) ? { document, faults: [] } : faulty("an alias stands inside what it names");
}

const faulty = (message: string) => ({ document: null, faults: [{ path: "", message }] });

function excessOf(text: string): string | null {
  if (text.length > CHARACTERS_MAX) return `more than ${CHARACTERS_MAX} characters`;
  const parser = new Parser();
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > LEXEMES_MAX) return `more than ${LEXEMES_MAX} words and signs`;
    // The tokens themselves are of no interest here; taking them moves the parser on.
    for (const _token of parser.next(lexeme));
    if (parser.stack.length > DEPTH_MAX) return "nested too deeply";
  }
  return null;
}

function duplicateKey(document: Document): string | null {
  let found: string | null = null;
  visit(document, {
    Map: (_key, { items }) => {
      const seen = new Set<string>();
      for (const { key } of items) {
        // JSON has only text as keys: 1 and "1" would be one.
        const name = isScalar(key) ? String(key.value) : null;
        if (name === null) found ??= "a key is not a plain value";
        else if (seen.has(name)) found ??= `two fields are called ${name.slice(0, 100)}`;
        else seen.add(name);
      }
      return found === null ? undefined : visit.BREAK;
    },
  });
  return found;
}

/** Whether no object holds itself. Depth is bounded by now. */
function isTree(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}
