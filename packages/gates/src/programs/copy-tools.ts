import { withoutTrailingSlashes } from "../lexical-path.ts";
import { joinWords, literalText, type Piece, textWord, type Word } from "../shell/word.ts";
import { type Arguments, hasOption, optionValues } from "./options.ts";
import { write } from "./profile.ts";
import type { Effect } from "./program.ts";

/** Options that cp, mv, ln and install share. */
export const copyOptions =
  "backup=? b f,force i,interactive strip-trailing-slashes S,suffix= t,target-directory= T,no-target-directory u update=? v,verbose";

interface Placement {
  readonly sources: readonly Word[];
  /** null: the working directory. */
  readonly target: Word | null;
  /** The target certainly is a directory that the sources go into. */
  readonly isInside: boolean;
}

function placement(given: Arguments): Placement {
  const [directory] = optionValues(given, "target-directory");
  if (directory !== undefined) return { sources: given.operands, target: directory, isInside: true };
  if (given.operands.length < 2) return { sources: given.operands, target: null, isInside: true };
  const target = given.operands.at(-1) as Word;
  const isInside =
    !hasOption(given, "no-target-directory") &&
    (given.operands.length > 2 || /(^|\/)(\.{0,2})$/.test(literalText(target) ?? "x"));
  return { sources: given.operands.slice(0, -1), target, isInside };
}

/** Each source is used (`source`) and written at the target. */
export function copies(given: Arguments, source: (word: Word) => Effect): readonly Effect[] {
  const { sources, target, isInside } = placement(given);
  return [
    ...sources.map(source),
    ...(target === null ? [] : [write(target)]),
    ...(target !== null && isInside ? sources.map((word) => write(inside(target, word))) : []),
  ];
}

/** New names for the sources. */
export function links(given: Arguments, isSymbolic: boolean): readonly Effect[] {
  const { sources, target, isInside } = placement(given);
  return sources.flatMap((operand): readonly Effect[] => {
    const link = target === null ? baseName(operand) : isInside ? inside(target, operand) : target;
    return [{ kind: "link", operand, link, isSymbolic }, write(link)];
  });
}

const inside = (directory: Word, source: Word): Word => {
  const isEnded = (literalText(directory) ?? "").endsWith("/");
  return joinWords(directory, isEnded ? [] : textWord("/"), baseName(source));
};

/** What stands behind the last slash of the known text. */
function baseName(word: Word): Word {
  let pieces: readonly Piece[] = word;
  const last = pieces.at(-1);
  if (last?.kind === "text")
    pieces = [...pieces.slice(0, -1), { kind: "text", text: withoutTrailingSlashes(last.text) }];
  const index = pieces.findLastIndex((piece) => piece.kind === "text" && piece.text.includes("/"));
  if (index < 0) return pieces.filter((piece) => piece.kind !== "text" || piece.text !== "");
  const piece = pieces[index];
  const text = piece?.kind === "text" ? piece.text.slice(piece.text.lastIndexOf("/") + 1) : "";
  return joinWords(textWord(text), pieces.slice(index + 1));
}
