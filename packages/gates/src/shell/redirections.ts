import type { Redirection as ParsedRedirection } from "unbash";
import { assignVariable } from "./assign-variable.ts";
import { expandBody, expandFields, expandSingle } from "./expand-word.ts";
import { NUMBER } from "./expansion-context.ts";
import type { Input, Redirection } from "./invocation.ts";
import { scalar } from "./shell-state.ts";
import { literalText, textWord, unknownWord, type Word } from "./word.ts";
import type { World } from "./worlds.ts";

export interface Redirected {
  readonly redirections: readonly Redirection[];
  readonly input: Input;
}

/** Expands redirections in order; the last one of standard input stands. */
export function expandRedirections(nodes: readonly ParsedRedirection[], input: Input, world: World): Redirected {
  const redirections: Redirection[] = [];
  let current = input;
  for (const node of nodes) {
    const { redirection, source } = expandOne(node, world);
    redirections.push(redirection);
    if (source !== null && (redirection.descriptor ?? 0) === 0) current = source;
  }
  return { redirections, input: current };
}

interface One {
  readonly redirection: Redirection;
  /** What the descriptor then reads; null when it is for writing. */
  readonly source: Input | null;
}

function expandOne(node: ParsedRedirection, world: World): One {
  const descriptor = node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : null;
  const isVariable = node.descriptor?.type === "FileDescriptorVariable";
  if (node.descriptor?.type === "FileDescriptorVariable") assignVariable(node.descriptor.name, [scalar(NUMBER)], world);
  const one = (redirection: Omit<Redirection, "descriptor">, source: Input | null): One => ({
    redirection: { descriptor, ...redirection },
    source: isVariable ? null : source,
  });
  if (node.type === "HereDoc") {
    const body = hereDocument(node, world);
    return one({ operator: "<<", target: null, body }, { kind: "text", text: body });
  }
  if (node.type === "HereString") {
    const body = node.target === undefined ? [] : expandSingle(node.target, world);
    return one({ operator: "<<<", target: null, body }, { kind: "text", text: body });
  }
  const readersBefore = world.readers.length;
  const target = node.target === undefined ? [] : targetOf(expandFields(node.target, world));
  const redirection = { operator: node.operator, target, body: null };
  if (node.operator === "<&") return one(redirection, duplicated(target));
  if (node.operator !== "<" && node.operator !== "<>") return one(redirection, null);
  const from = world.readers[readersBefore];
  const isProcess = target.length === 1 && target[0]?.kind === "process";
  return one(redirection, isProcess && from !== undefined ? { kind: "process", from } : { kind: "file", path: target });
}

/** A target must become one word; anything else fails in Bash, and is unknown here. */
function targetOf(fields: readonly Word[]): Word {
  const [only] = fields;
  return fields.length === 1 && only !== undefined ? only : [{ kind: "unknown", from: "variable", isSplit: true }];
}

/** `<&0` changes nothing; what other descriptors read is not followed. */
function duplicated(target: Word): Input | null {
  const text = literalText(target);
  if (text === "0") return null;
  if (text === "-") return { kind: "text", text: [] };
  return { kind: "text", text: unknownWord("input") };
}

type HereDoc = Extract<ParsedRedirection, { readonly type: "HereDoc" }>;

function hereDocument(node: HereDoc, world: World): Word {
  const isStripped = node.operator === "<<-";
  if (node.delimiter?.quoted === true) return textWord(isStripped ? stripTabs(node.body.text) : node.body.text);
  const word = expandBody(node.body, world);
  if (!isStripped) return word;
  return word.map((piece) => (piece.kind === "text" ? { kind: "text", text: stripTabs(piece.text) } : piece));
}

const stripTabs = (text: string): string => text.replaceAll(/^\t+/gm, "");
